"""Title and message -> the picture that a chat shows beside a link, and the site's own icons; drawn, never stored."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from kb.lookup.quote import is_chinese

# What Open Graph's readers show without cutting.
WIDTH, HEIGHT = 1200, 630
MARGIN = 80
# The colours of static/site.css at night.
GROUND, INK, QUIET, LINK, DOWN = "#0e1413", "#e0e8e5", "#9aaba6", "#66d0bc", "#f0705c"
# The mark's four ranks in templates/_mark.html: left, top, colour; each is 5 wide and 11 high on a sheet of 26 by 18.
RANKS = ((0, 1, LINK), (7, 1, LINK), (14, 7, DOWN), (21, 1, LINK))
SHEET = (26, 18)
SITE = "Rank Down"
# Where Debian, Ubuntu and Fedora put a font with Chinese signs, the smallest first; Pillow brings none.
CHINESE_FONTS = (
    "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
    "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc",
)
# More never fits, and takes long to measure.
LONGEST = 300
MOST_TITLE_LINES, MOST_MESSAGE_LINES = 3, 4


@lru_cache(maxsize=512)
def card(title: str, message: str = "") -> bytes:
    """A PNG of 1200 by 630."""
    image = Image.new("RGB", (WIDTH, HEIGHT), GROUND)
    draw = ImageDraw.Draw(image)
    _mark(draw, MARGIN, MARGIN, 4)
    draw.text((MARGIN + 130, MARGIN + 4), SITE, QUIET, _font(44))
    at = _text(draw, 200, title, _font_for(title, 68), INK, MOST_TITLE_LINES)
    _text(draw, at + 24, message, _font_for(message, 34), LINK, MOST_MESSAGE_LINES)
    return _bytes(image, "PNG")


@lru_cache(maxsize=4)
def icon(size: int, kind: str) -> bytes:
    """The mark on a square of `size` pixels; `kind` is PNG or ICO."""
    image = Image.new("RGB", (size, size), GROUND)
    scale = size * 0.75 / SHEET[0]
    _mark(ImageDraw.Draw(image), (size - SHEET[0] * scale) / 2, (size - SHEET[1] * scale) / 2, scale)
    return _bytes(image, kind)


def _mark(draw: ImageDraw.ImageDraw, x: float, y: float, scale: float) -> None:
    for left, top, colour in RANKS:
        corner = (x + left * scale, y + top * scale)
        draw.rectangle((*corner, corner[0] + 5 * scale - 1, corner[1] + 11 * scale - 1), colour)


def _text(draw: ImageDraw.ImageDraw, y: float, text: str, font, colour: str, most: int) -> float:
    """Draws as many lines as there is room for, the last with an ellipsis where more follow; returns where it ended."""
    height = font.size * 1.3
    room = min(most, int((HEIGHT - MARGIN / 2 - y) / height))
    lines = _lines(text, font)
    if len(lines) > room:
        last = lines[room - 1]
        kept = last[: _fitting(f"{last} ", font, WIDTH - 2 * MARGIN - font.getlength(" …"))].rstrip()
        lines = [*lines[: room - 1], f"{kept} …"]
    for line in lines:
        draw.text((MARGIN, y), line, colour, font)
        y += height
    return y


def _lines(text: str, font) -> list[str]:
    """Broken between words, and within a word that is wider than the picture."""
    lines, line = [], ""
    for word in text[:LONGEST].split():
        longer = f"{line} {word}".strip()
        if font.getlength(longer) <= WIDTH - 2 * MARGIN:
            line = longer
            continue
        lines += [line] if line else []
        while (fits := _fitting(word, font, WIDTH - 2 * MARGIN)) < len(word):
            lines, word = [*lines, word[:fits]], word[fits:]
        line = word
    return [*lines, line] if line else lines


def _fitting(text: str, font, width: float) -> int:
    """How many of its characters are not wider than this together; at least one."""
    return max(1, bisect_right(range(1, len(text) + 1), width, key=lambda count: font.getlength(text[:count])))


def chinese_font() -> str:
    """The file of a font with Chinese signs; empty where this machine has none."""
    return next((path for path in CHINESE_FONTS if Path(path).is_file()), "")


def _font_for(text: str, size: int):
    file = chinese_font() if is_chinese(text) else ""
    return _chinese(file, size) if file else _font(size)


@lru_cache(maxsize=8)
def _chinese(file: str, size: int):
    return ImageFont.truetype(file, size)


@lru_cache(maxsize=8)
def _font(size: int):
    """The font that Pillow brings: the same picture on every machine."""
    return ImageFont.load_default(size)


def _bytes(image: Image.Image, kind: str) -> bytes:
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()
