"""A log cut into stretches is the same log: no line lost, none counted twice, none cut where it must be found whole."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.reading.text import decoding
from kb.reading.text.stretches import OVERLAP, stretches

LINES = st.lists(
    st.sampled_from(["x", "", "训练卡死", "y" * 300, "tqdm\r50%", "a\\nb", "\x1b[31mred\x1b[0m"]), max_size=80
)


@pytest.fixture(autouse=True, scope="module")
def small_blocks():
    """Cuts that a log of megabytes would have, in one of kilobytes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decoding, "BLOCK", 512)
        patch.setattr(decoding, "LONGEST_PIECE", 2048)
        yield


@given(LINES)
def test_what_was_pasted_is_there_once_and_in_order(lines):
    log = "first\n" + "\n".join(lines)

    assert b"".join(stretch.pasted for stretch in stretches(log)).decode() == log


@given(LINES)
def test_every_stretch_knows_its_first_and_last_line(lines):
    log = "\n".join(f"line {n} {line}" for n, line in enumerate(["first", *lines], 1))

    for stretch in stretches(log):
        texts = stretch.text.decode().split("\n")
        assert texts[0].startswith(f"line {stretch.first_line} ")
        assert stretch.last_line - stretch.first_line == stretch.text.count(b"\n")


@given(LINES)
def test_the_end_of_a_stretch_is_looked_at_again_with_the_next(lines):
    before = None
    for stretch in stretches("first\n" + "\n".join(lines * 10)):
        assert stretch.seen <= OVERLAP
        assert before is None or before.text.endswith(stretch.text[: stretch.seen])
        before = stretch


def test_a_line_without_an_end_is_cut_between_characters():
    texts = [stretch.pasted.decode("utf-8") for stretch in stretches("训" * 5000)]

    assert len(texts) > 1
    assert "".join(texts) == "训" * 5000


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "gb18030"])
def test_other_encodings_are_cut_between_characters_too(encoding):
    log = "训练在第三步卡死了 step\n" * 400 if encoding == "gb18030" else "training hangs 训练 at step\n" * 400

    assert b"".join(s.pasted for s in stretches(io.BytesIO(log.encode(encoding)))).decode() == log
