"""Pictures for chats and tabs: their size, and that text of any length stays on them."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from kb.plain import pictures
from kb.plain.pictures import GROUND, HEIGHT, MARGIN, WIDTH, card, chinese_font, icon

LONG = {
    "many words": "NCCL refused to build the communicator " * 20,
    "one endless word": "x" * 2000,
    "nothing": "",
    "Chinese": "两个 rank 落在同一块 GPU 上" * 30,
}


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("text", LONG.values(), ids=LONG)
def test_text_of_any_length_stays_within_the_margins(text):
    image = opened(card(text, text)).convert("RGB")
    edges = [(0, 0, MARGIN - 5, HEIGHT), (WIDTH - MARGIN + 5, 0, WIDTH, HEIGHT), (0, HEIGHT - 5, WIDTH, HEIGHT)]

    assert image.size == (1200, 630)
    for left, top, right, bottom in edges:
        colours = image.crop((left, top, right, bottom)).getcolors()
        assert colours == [((right - left) * (bottom - top), (14, 20, 19))]
    assert GROUND == "#0e1413"


def test_two_failures_have_two_pictures():
    assert card("one", "line") != card("two", "line") != card("two", "other line")


@pytest.mark.parametrize("size, kind", [(32, "ICO"), (180, "PNG")])
def test_icons_show_the_rank_that_is_down(size, kind):
    image = opened(icon(size, kind))

    assert (image.size, image.format) == ((size, size), kind)
    assert (240, 112, 92) in {colour[:3] for _, colour in image.convert("RGB").getcolors(10_000)}


@pytest.mark.skipif(not chinese_font(), reason="needs a font with Chinese signs")
def test_chinese_is_drawn_in_a_font_that_has_it():
    """In a font without them every sign is the same empty box."""
    two, others = opened(card("显存不足")), opened(card("端口占用"))
    assert two.tobytes() != others.tobytes()


def test_without_such_a_font_nothing_breaks(monkeypatch):
    monkeypatch.setattr(pictures, "CHINESE_FONTS", ("/no/such.ttc",))
    assert pictures.chinese_font() == "" and opened(pictures.card.__wrapped__("显存不足")).size == (WIDTH, HEIGHT)
