"""Rows become everything that the report shows."""

from kb.triage.answers.row import Line, Row
from kb.triage.figures.figures import figures


def test_rows_are_read_once_and_what_was_not_read_is_kept():
    unknown = Line("RuntimeError: flux 1 is bad")
    rows = iter(
        [
            Row("llama-1", "pattern", "unknown", nodes=("a",), unexplained=unknown),
            Row("llama-2", "pattern", "unknown", nodes=("a",), unexplained=unknown, cut={"f": 5}),
            Row("x", "file", "unread", unread={"f.log": "why"}),
            Row("y", "file", "clean", nodes=("b",)),
        ]
    )
    found = figures(rows)
    (again,) = found.retried

    assert found.counted.states == {"unknown": 2, "unread": 1, "clean": 1}
    assert found.templates[again.way] == "RuntimeError: flux <*> is bad"
    assert (found.cut, found.unread) == ((("f", 5),), (("f.log", "why"),))
    assert [node.name for node in found.nodes] == ["a", "b"]


def test_no_rows_are_no_figures():
    assert figures([]).nodes == ()
