"""Blocks inside a log: found wherever it is cut, read once, bounded."""

import pytest

from kb.reading.blocks import FIRST_LOOKS, MOST_BLOCKS, Blocks, Kind
from kb.reading.text import decoding
from kb.reading.text.stretches import stretches


def read_rows(lines):
    """A table of a heading and rows; None where there are no rows."""
    lines.take()
    rows = []
    while (line := lines.peek()) and line.startswith("row "):
        rows.append(lines.take().removeprefix("row "))
    return tuple(rows) or None


TABLE = Kind("table", "the table", read_rows, longest=200)


def blocks(text, *kinds):
    found = Blocks(kinds or (TABLE,), "a.log")
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    return found


@pytest.mark.parametrize("before", range(0, 300, 7))
def test_a_block_is_read_once_wherever_the_log_is_cut(monkeypatch, before):
    monkeypatch.setattr(decoding, "BLOCK", 128)
    found = blocks(
        "-" * before + "\nfine\nthe table\nrow a\nrow b\nfine\n" + "fine\n" * 50 + "the table\nrow c\n"
    ).found

    assert [(block.kind, block.said, block.line, block.file) for block in found] == [
        ("table", ("a", "b"), 3, "a.log"),
        ("table", ("c",), 57, "a.log"),
    ]


def test_the_lines_that_a_block_took_open_no_other():
    assert [block.said for block in blocks("the table\nrow the table\nrow b\n").found] == [("the table", "b")]


def test_what_is_no_such_block_leaves_its_lines_to_others():
    other = Kind("other", "row", lambda lines: lines.take())

    assert [(b.kind, b.line) for b in blocks("the table\nfine\nrow a\n", TABLE, other).found] == [("other", 3)]


def test_interleaved_ranks_are_told_apart_by_their_prefix():
    lines = "[rank0]: the table\n[rank1]: the table\n[rank1]: row b\n[rank0]: row a\nNCCL INFO x\n[rank1]: row c\n"

    assert [(b.printed_by, b.said, b.line) for b in blocks(lines).found] == [("0", ("a",), 1), ("1", ("b", "c"), 2)]


def test_a_block_knows_the_section_that_collect_wrote_above_it():
    (first, second) = blocks(
        "collect\n== py-spy dump pid=4242 rank=0 sample=1 ==\nthe table\nrow a\n== end ==\nthe table\nrow b\n"
    ).found

    assert (first.section, first.values) == ("py-spy dump", {"pid": "4242", "rank": "0", "sample": "1"})
    assert (second.section, second.values) == ("end", {})


def test_a_block_is_read_only_so_far():
    (block,) = blocks("the table\n" + "row 12345\n" * 100).found

    assert len(block.said) == 19


def test_so_many_are_kept_and_the_rest_is_counted():
    found = blocks("the table\nrow a\n" * (MOST_BLOCKS + 88))

    assert (len(found.found), found.passed_over) == (MOST_BLOCKS, 88)


def test_openings_without_end_cost_no_more_than_a_few_looks_at_each_byte():
    looked = 0

    def greedy(lines):
        nonlocal looked
        while lines.peek() is not None:
            looked += len(lines.take()) + 1

    text = "the table\n" * 20_000
    assert blocks(text, Kind("greedy", "the table", greedy)).passed_over
    assert looked <= FIRST_LOOKS + 4 * len(text)


def test_a_break_that_the_paste_hid_ends_a_line_too():
    assert [block.said for block in blocks('{"log": "the table\\nrow a\\nrow b\\nfine"}').found] == [("a", "b")]
