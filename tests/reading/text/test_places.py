"""Every byte has its pasted line and its printed line, in logs of any shape."""

from hypothesis import given
from hypothesis import strategies as st

from kb.reading.text.places import BLOCK, LONGEST_LINE, Places


def test_a_soft_break_ends_a_printed_line_without_counting_as_a_pasted_one():
    places = Places(b"one\ntwo\x0bthree\nfour")

    assert [(p.line, p.text) for p in (places.place(5), places.place(8), places.place(14))] == [
        (2, "two"),
        (2, "three"),
        (3, "four"),
    ]


@given(st.lists(st.sampled_from([b"a", b"\n", b"b" * 50, b"\x0b"]), max_size=60), st.integers(0, 2))
def test_the_line_is_what_counting_would_give(pieces, blocks):
    text = b"x\n" * (BLOCK * blocks // 2) + b"".join(pieces)
    places = Places(text)

    for offset in range(max(0, len(text) - 400), len(text), 7):
        assert places.line(offset) == text.count(b"\n", 0, offset) + 1


def test_a_line_of_megabytes_is_read_only_around_the_place():
    text = b"a" * 3_000_000 + b"NEEDLE" + b"b" * 3_000_000
    start, end = Places(text).printed_line(3_000_000)

    assert end - start <= 2 * LONGEST_LINE
    assert "NEEDLE" in Places(text).place(3_000_000).text
