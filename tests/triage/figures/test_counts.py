"""Failures by entry, day and hour."""

from datetime import datetime

from kb.triage.figures.counts import counted
from tests.triage.figures.runs_of import run


def at(day, hour):
    return datetime(2026, 11, day, hour)


def test_entries_are_counted_with_their_nodes_and_hours():
    runs = [
        run("1", ["a", "b"], True, "oom", gpu_hours=2.0, example="first line"),
        run("2", ["c", "d"], True, "oom", gpu_hours=3.0, node="c"),
        run("3", [], True, "nccl"),
        run("4"),
    ]
    found = counted(runs)
    oom = found.entries[0]

    assert (oom.slug, oom.count, oom.nodes, oom.gpu_hours, oom.job, oom.example) == (
        "oom",
        2,
        3,
        5.0,
        "1",
        "first line",
    )
    assert found.states == {"known": 3, "clean": 1}
    assert (found.gpu_hours, found.without_hours) == (5.0, 1)


def test_days_and_hours_are_those_of_the_logs():
    runs = [run("1", failed=True, ended=at(20, 3)), run("2", failed=True, ended=at(21, 3)), run("3", ended=at(21, 4))]
    found = counted([*runs, run("4", failed=True, ended=None)])

    assert found.days == (("2026-11-20", 1, 1), ("2026-11-21", 1, 2))
    assert (found.hours[3], sum(found.hours), found.without_time) == (2, 2, 1)
