"""A signature's line is cut into literal text and typed holes."""

import re

import pytest

from kb.catalogue.schema.holes import HOLES, Hole, held_by, parts, place_in, unknown_holes


def test_literal_text_and_holes_alternate():
    assert parts("rank <int> of <word>") == ["rank ", Hole("int"), " of ", Hole("word")]


def test_a_backslash_makes_it_text():
    assert parts(r"in \<module>") == ["in <module>"]


def test_capitals_are_never_a_hole():
    assert parts("error_file: <N/A>") == ["error_file: <N/A>"]


def test_a_hole_that_no_type_knows_is_named():
    assert unknown_holes("rank <integer>") == ["integer"]


@pytest.mark.parametrize(
    ("hole", "fits", "does_not"),
    [
        ("int", ["0", "-1", "600081"], ["", "x", "1.5"]),
        ("num", ["1", "0.5", "-3e-05"], ["", "nan"]),
        ("hex", ["73010", "c7000", "0x7f"], ["", "g"]),
        ("word", ["ALLREDUCE", "torch.float16", "a/b-c"], ["", "two words"]),
    ],
)
def test_what_each_hole_takes(hole, fits, does_not):
    pattern = re.compile(HOLES[hole], re.IGNORECASE)

    assert all(pattern.fullmatch(text) for text in fits)
    assert not any(pattern.fullmatch(text) for text in does_not)


@pytest.mark.parametrize(
    ("line", "text", "held"),
    [
        ("port: <int>,", "on PORT:  29500, code", "29500"),
        ("Tried to allocate <num> <word>. GPU", "Tried to allocate 2.50 GiB. GPU 0", "2.50 GiB"),
        ("module '<any>' has", "module 'a.b' has no attribute", "a.b"),
        ("(<int>)", "(7)", "7"),
        ("port: <int>,", "port: none,", ""),
    ],
)
def test_what_the_holes_of_a_line_hold_in_a_text(line, text, held):
    assert held_by(line, text) == held


@pytest.mark.parametrize(
    ("line", "text", "place"),
    [
        ("Duplicate GPU detected", "[1] Duplicate  GPU detected : rank 1", "Duplicate  GPU detected"),
        ("rank <int> is gone", "the Rank 12 is gone, so", "Rank 12 is gone"),
        ("cannot open <path>", "E: cannot open /dev/shm/a, sorry", "cannot open "),
        ("cannot open <path>", "E: opened /dev/shm/a", ""),
    ],
)
def test_where_a_line_stands_in_a_text(line, text, place):
    start, end = place_in(line, text)
    assert text[start:end] == place
