"""A line is found as the catalogue's holes say, in time that grows with the log alone."""

import pytest

from kb.matching.patterns import Line
from kb.reading.text.compact import Compact
from kb.runner.evidence.bounded import ends
from tests.growth import growth


def found(line, text):
    data = Compact(text).data
    return [data[:end].decode() for end in ends(Line(line), data.lower())]


@pytest.mark.parametrize(
    ("line", "text", "end"),
    [
        ("rank <int> left", "xx rank -12 LEFT now", "xxrank-12LEFT"),
        ("took <num> seconds", "took 1.5e-3 seconds", "took1.5e-3seconds"),
        ("at <hex> there", "at 0xFFee there", "at0xFFeethere"),
        ("host <word> gone", "host a.b:8/c gone", "hosta.b:8/cgone"),
        ("a<any>b<any>c", "a 1 b 2 b 3 c", "a1b2b3c"),
        ("open <path> failed", "open /a b/c failed", "open/ab/cfailed"),
    ],
)
def test_each_hole_takes_what_it_says(line, text, end):
    assert found(line, text) == [end]


@pytest.mark.parametrize(("line", "text"), [("rank <int> left", "rank x left"), ("a<any>b", "a" + "." * 300 + "b")])
def test_and_nothing_else(line, text):
    assert found(line, text) == []


def test_many_holes_cannot_be_made_slow():
    line = "aaaa<any>bbbb<any>cccc<any>dddd<any>eeee"
    less, more = ("aaaa bbbb cccc dddd " * repeats + "." * 300 + "eeee" for repeats in (500, 4_000))

    assert found(line, more) == []
    # Python's re took 80 s for one such log; eight times the text is eight times the work, and some slack.
    assert growth(lambda: found(line, less), lambda: found(line, more), 40) < 40
