"""A small made history, kept in every way that clusters keep logs: nothing is lost between the file and the row."""

import re

import msgspec
import pytest

from kb.triage.answers.processes import lines
from kb.triage.answers.row import Row
from kb.triage.figures.figures import figures
from kb.triage.triage import Asked, answer, prepared
from tests.benchmarks.history import History, write_mixed

pytest.importorskip("zstandard")


@pytest.fixture(scope="module")
def told(small, tmp_path_factory):
    """(the history, its truth, its rows by number)."""
    folder = tmp_path_factory.mktemp("history")
    history = History(small.catalogue, jobs=250, size=3_000_000, filler=200_000)
    truths = write_mixed(history, folder / "logs")
    work = prepared(Asked((str(folder / "logs"),), folder / "out"), folder)
    list(answer(work, lambda jobs: lines(jobs, small, 2)))
    rows = [msgspec.convert(row, Row) for row in work.ledger.rows()]
    return history, truths, {int(re.search(r"\d{6}", row.job)[0]): row for row in rows}


def test_every_job_has_one_row_whatever_its_files_are_called(told):
    _, truths, rows = told

    assert sorted(rows) == [truth.number for truth in truths]
    assert {row.rule for row in rows.values()} == {"slurm", "torchrun", "kubernetes"}
    assert not [row.unread for row in rows.values() if row.unread]


def test_what_was_put_in_is_found(told):
    _, truths, rows = told
    states = {t.number: "known" if t.slug else "unknown" if t.unknown else "clean" for t in truths}

    assert {n: row.state for n, row in rows.items()} == states
    assert all(rows[t.number].slug == t.slug for t in truths if t.slug)
    assert all(rows[t.number].unexplained.text == t.unknown for t in truths if t.unknown)


def test_every_jobs_nodes_times_and_size_are_those_of_its_log(told):
    _, truths, rows = told

    assert {t.number: rows[t.number].nodes for t in truths} == {t.number: tuple(sorted(t.nodes)) for t in truths}
    assert all(rows[t.number].world_size == 8 * len(t.nodes) for t in truths)
    assert all(rows[t.number].begins and rows[t.number].ends for t in truths if not t.slug and not t.unknown)


def test_unknown_errors_are_in_as_many_shapes_as_were_made_up(told):
    _, truths, rows = told
    found = figures(rows.values())

    assert sum(shape.count for shape in found.shapes) == sum(bool(t.unknown) for t in truths)
    assert len(found.shapes) <= 5
