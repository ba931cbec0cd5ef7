"""Literals that a compiler keeps in pieces of sixteen bytes."""

from kb.atlas.finding.inlined import library_text, may_be_in
from tests.atlas.shelves import member

LITERAL = "GPU device may be out of range, do you have enough GPUs?"
INLINED = ["GPU device may b@@@e out of range, @@", "ave enough GPUs?"]


def test_a_literal_of_which_most_pieces_are_there_may_be_there():
    assert may_be_in(LITERAL, library_text([member("lib/libc10.so", *INLINED)]))


def test_a_literal_of_which_only_the_beginning_is_there_is_not():
    assert not may_be_in(LITERAL, library_text([member("lib/libc10.so", INLINED[0][:18])]))


def test_a_short_literal_proves_nothing():
    assert not may_be_in("GPU device may b", "GPU device may b")


def test_only_libraries_are_compiled():
    assert library_text([member("torch/a.py", LITERAL)]) == ""
