"""Several entries, some side by side; what cannot run here says why; the count is the exit status."""

import sys

import pytest

from kb.catalogue.loader import load
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import history
from kb.runner.running import interpreter
from kb.runner.session import Job, Session
from tests.runner.entries import write_reproduction


def session_of(content, capsys, side_by_side=1, recording=False):
    jobs = [Job(entry.slug, plan_for(entry)) for entry in load(content).entries]
    session = Session(sys.executable, interpreter.probe(sys.executable), side_by_side, None, recording)
    session.run(jobs)
    return session, capsys.readouterr().out


def test_all_as_the_entries_say(content, capsys):
    write_reproduction(content, "one")
    division = ("ZeroDivisionError: division by zero", "ZeroDivisionError: division by zero")
    write_reproduction(content, "two", broken="1 / 0\n", fixed="1 / 1\n", message=division)

    session, shown = session_of(content, capsys, side_by_side=2)

    assert session.exit_status() == 0
    assert "ok   one" in shown and "ok   two" in shown and "2 of 2 verified" in shown


def test_one_that_is_not_shows_what_was_expected_and_seen(content, capsys):
    write_reproduction(content, "one", broken="print('harmless')\n")

    session, shown = session_of(content, capsys)

    assert session.exit_status() == 1
    assert "FAIL one" in shown and "expected one of these lines" in shown and "harmless" in shown


def test_what_this_machine_lacks_is_said(content, capsys):
    path = write_reproduction(content, "one")
    path.write_text(path.read_text().replace("needs: [cpu]", "needs: [multigpu]"))

    session, shown = session_of(content, capsys)

    assert session.exit_status() == 3
    assert "one: not run here: this machine lacks multigpu" in shown


@pytest.mark.parametrize("broken", ["import json\n\njson.loads('x')\n", "print('harmless')\n"])
def test_a_recorded_run_is_in_the_history_whatever_came_of_it(content, capsys, broken):
    path = write_reproduction(content, "one", broken=broken)

    session_of(content, capsys, recording=True)

    (line,) = history(path.parent)
    assert line["verdict"] == ("verified" if "json" in broken else "failed")
    assert (path.parent / "samples" / "reproduced.log").exists() is ("json" in broken)
