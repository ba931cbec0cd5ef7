"""Blocks that their last line opens: what above it is theirs."""

import re

from kb.reading.text.above import MOST_ABOVE, first_line

OWN = re.compile(rb"File ")
TEXT = b"step 3\nFile a\n  source\n  ^^^^\nFile b\n"


def test_lines_between_two_of_its_own_are_its_too():
    assert first_line(TEXT + b"END\n", len(TEXT), OWN) == TEXT.index(b"File a")


def test_an_empty_line_ends_it_and_so_do_lines_of_others():
    for between in (b"\n", b"one\ntwo\nthree\n"):
        text = TEXT + between + b"File c\n"
        assert first_line(text, len(text), OWN) == text.index(b"File c")


def test_only_so_much_is_looked_at():
    text = b"File a\n" * MOST_ABOVE

    assert len(text) - MOST_ABOVE - 8 <= first_line(text, len(text), OWN) < len(text)
    assert first_line(b"END\n", 0, OWN) == 0
