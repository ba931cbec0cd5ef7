"""When a text came and went: never a false exact boundary."""

import pytest
from packaging.version import Version

from kb.atlas.history import Mark, history, spans
from kb.atlas.table import NO, PARTLY, UNKNOWN, YES, Atlas, Release, Row

V = Version
WORDS = {"y": YES, "n": NO, "?": UNKNOWN, "p": PARTLY}


def said(answers: str) -> str:
    """One letter a release, 2.0 to 2.9 -> the spans in words."""
    return "; ".join(map(str, spans([Mark(V(f"2.{n}"), WORDS[letter]) for n, letter in enumerate(answers)])))


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ("nnyyy", "from 2.2, still in 2.4"),
        ("yyynn", "2.0 or earlier, up to 2.2"),
        ("n?yy?n", "after 2.0, by 2.2, gone after 2.3, by 2.5"),
        ("n??y", "after 2.0, by 3.0".replace("3.0", "2.3") + ", still in 2.3"),
        ("?yy", "2.1 or earlier, still in 2.2"),
        ("ny?yn", "from 2.1, up to 2.3"),
        ("nynyn", "from 2.1, up to 2.1; from 2.3, up to 2.3"),
        ("npyy", "from 2.2, still in 2.3"),
        ("yy??", "2.0 or earlier, still in 2.1"),
        ("nn", ""),
        ("??", ""),
    ],
)
def test_a_boundary_is_exact_only_between_two_neighbours_that_were_opened(answers, words):
    assert said(answers) == words


def test_what_one_distribution_of_a_package_has_the_package_has():
    def releases(*dates):
        return [Release(V(f"2.{n}"), "f", date) for n, date in enumerate(dates)]

    row = Row("cu13", "line", "x", frozenset({V("2.1")}))
    atlas = Atlas({"cu12": releases("d", "d", ""), "cu13": releases("", "d", "")}, {("cu13", "x"): row}, {"x": "line"})

    assert [mark.status for mark in history(atlas, ["cu12", "cu13"], "x")] == [NO, YES, UNKNOWN]
