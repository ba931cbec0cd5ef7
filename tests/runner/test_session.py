"""Several entries, some side by side; what cannot run here says why; the count is the exit status."""

import pytest

from kb.catalogue.loading.loader import load
from kb.runner.job import Job
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import history
from kb.runner.running import interpreter
from kb.runner.running.program import Place
from kb.runner.session import Session, into_history
from tests.runner.entries import BROKEN, FIXED, write_reproduction

LINE = "the spindle turned {} times the wrong way"
SPINDLE = (LINE.format("<int>"), LINE.format(3))


def session_of(content, capsys, python, side_by_side=1, recording=False, tries=1, named=False):
    jobs = [Job(entry.slug, plan_for(entry)) for entry in load(content).entries]
    keep = into_history if recording else None
    session = Session(Place(python), interpreter.probe(python), side_by_side, keep, tries, named)
    session.run(jobs)
    return session, capsys.readouterr().out


def test_all_as_the_entries_say(content, capsys, python):
    write_reproduction(content, "one")
    write_reproduction(content, "two", broken=BROKEN.replace("frobnicate(0)", "spin(3)"), message=SPINDLE)

    session, shown = session_of(content, capsys, python, side_by_side=2)

    assert session.exit_status() == 0
    assert "ok   one" in shown and "ok   two" in shown and "2 of 2 verified" in shown


def test_one_that_is_not_shows_what_was_expected_and_seen(content, capsys, python):
    write_reproduction(content, "one", broken="import widget\n\nprint('harmless')\n")

    session, shown = session_of(content, capsys, python)

    assert session.exit_status() == 1
    assert "FAIL one" in shown and "expected one of these lines" in shown and "harmless" in shown


def test_what_this_machine_lacks_is_said(content, capsys, python):
    path = write_reproduction(content, "one")
    path.write_text(path.read_text().replace("needs: [cpu]", "needs: [multigpu]"))

    session, shown = session_of(content, capsys, python)

    assert session.exit_status() == 3
    assert "one: not run here: this machine lacks multigpu" in shown


def test_an_entry_that_was_asked_for_and_could_not_run_is_no_success(content, capsys, python):
    write_reproduction(content, "one")
    path = write_reproduction(content, "two")
    path.write_text(path.read_text().replace("needs: [cpu]", "needs: [multigpu]"))

    assert session_of(content, capsys, python, named=True)[0].exit_status() == 3
    assert session_of(content, capsys, python)[0].exit_status() == 0


def test_one_bad_entry_ends_itself_and_not_the_session(content, capsys, python):
    bad = "proof: measurement\nmeasure: {name: ratio, broken: about two, fixed: '<= 1', why: x}"
    measured = "import widget\nprint('MEASURED ratio =', widget.frobnicate(2))\n"
    write_reproduction(content, "bad", how=bad, achieves="", broken=measured, fixed=measured, message=SPINDLE)
    write_reproduction(content, "good")

    session, shown = session_of(content, capsys, python)

    assert session.exit_status() == 1
    assert "bad: not run here: the runner failed on it: ValueError: 'about two' is no bound" in shown
    assert "ok   good" in shown


@pytest.mark.parametrize("broken", [BROKEN, "import widget\n\nprint('harmless')\n"])
def test_a_recorded_run_is_in_the_history_whatever_came_of_it(content, capsys, python, broken):
    path = write_reproduction(content, "one", broken=broken)

    session_of(content, capsys, python, recording=True)

    (line,) = history(path.parent)
    assert line["verdict"] == ("verified" if broken == BROKEN else "failed")
    assert line["broken"]["shown"] == ("its failure" if broken == BROKEN else "no failure")
    assert (path.parent / "samples" / "reproduced.log").exists() is (broken == BROKEN)


def test_a_failure_that_comes_now_and_then_has_its_share_recorded(content, capsys, python, tmp_path):
    seen = tmp_path / "seen"
    first = f"import os, widget\nif not os.path.exists({str(seen)!r}):\n    open({str(seen)!r}, 'w')\n    os._exit(0)\n"
    path = write_reproduction(content, "one", broken=first + BROKEN, fixed=first + FIXED)

    session_of(content, capsys, python, recording=True, tries=2)

    (line,) = history(path.parent)
    assert (line["verdict"], line["broken"]["showed"], line["broken"]["tries"]) == ("verified", 1, 2)
