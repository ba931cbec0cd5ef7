"""One program runs in a folder that is gone afterwards; whatever it does, nothing of it stays behind."""

import fcntl
import os
import threading
import time
from pathlib import Path

import pytest

from kb.runner.running import sandbox
from kb.runner.running.program import BUILDING, READ_BYTES, Place, Stopped, read_log, run_program
from kb.runner.supervising import processes
from tests.runner.entries import STUCK, plan_of
from tests.runner.supervising.test_processes import alive

SLEEP = "import time; time.sleep(300)  # {}"


def run(plan, python, program="broken.py", **place):
    return run_program(plan, program, Place(python, **place), (), {})


def test_it_is_seen_with_libraries_and_without(content, python, tmp_path):
    seen = run(plan_of(content), python, keep=tmp_path)

    assert seen.outcome.exits == [1] and "WidgetError: the widget has 0 frobnications left" in seen.log
    assert "frobnications" not in seen.ghost
    assert (tmp_path / "cold-widget" / "broken.log").read_text() == seen.log


def test_a_program_sees_its_own_files_and_leaves_nothing(content, python, tmp_path):
    seen = tmp_path / "seen"
    program = f"import os\nopen({str(seen)!r}, 'w').write(os.getcwd())\nopen('litter', 'w').write('x')\n"

    run(plan_of(content, broken=program), python)

    assert Path(seen.read_text()).name.startswith("rankdown-") and not Path(seen.read_text()).exists()


def test_a_program_that_gloo_crashed_on_its_way_out_is_run_again(content, python, tmp_path):
    """The first run aborts as gloo's threads do, after its work; the second ends well."""
    counter = tmp_path / "runs"
    program = (
        f"import os, widget\nif widget.frobnicate(2) == 5.0: open({str(counter)!r}, 'a').write('x')\n"
        f"if os.path.getsize({str(counter)!r}) == 1:\n"
        "    print('terminate called ' + 'without an active exception', flush=True)\n    os.abort()\n"
    )

    seen = run(plan_of(content, broken=program), python)

    assert seen.outcome.exits == [0] and counter.read_text().startswith("xx")


def test_a_program_that_kills_its_supervisor_leaves_nothing(content, python, tmp_path):
    marker = f"escapee-{tmp_path.name}"
    child = SLEEP.format(marker)
    program = (
        "import os, subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', {child!r}], start_new_session=True)\n"
        "time.sleep(0.5)\nos.kill(os.getppid(), 9)\ntime.sleep(300)\n"
    )
    processes.adopt_orphans()

    seen = run(plan_of(content, broken=program), python)

    assert alive(marker) == []
    assert "nothing of this run can be judged" in seen.log


def test_an_outcome_that_the_program_wrote_itself_counts_for_nothing(content, python):
    program = (
        "import json, os, time\n"
        "open('outcome.json', 'w').write(json.dumps({'exits': [1], 'seconds': 1.0}))\n"
        "os.kill(os.getppid(), 9)\ntime.sleep(300)\n"
    )

    assert run(plan_of(content, broken=program), python).outcome.exits == []


def test_a_flooded_log_is_read_at_both_ends(tmp_path):
    path = tmp_path / "output.log"
    path.write_bytes(b"first\n" + b"x" * (3 * READ_BYTES) + b"\nlast")

    shown = read_log(path)

    assert shown.startswith("first") and shown.endswith("last") and len(shown) < 2 * READ_BYTES + 100
    assert "the runner left out" in shown


def test_no_file_grows_without_end(content, python):
    program = "import os\nwith open('big', 'wb') as f:\n    os.posix_fallocate(f.fileno(), 0, 2**31)\n"

    assert "File too large" in run(plan_of(content, broken=program), python).log


def test_told_to_stop_it_ends_at_once(content, python):
    place = Place(python)
    threading.Timer(1.0, place.stopping.set).start()
    began = time.monotonic()

    with pytest.raises(Stopped):
        run_program(plan_of(content, broken=STUCK, seconds=100), "broken.py", place, (), {})

    assert time.monotonic() - began < 60


def test_a_warm_up_is_ended_too_when_told_to_stop(content, python, tmp_path):
    marker = f"warming-{tmp_path.name}"
    plan = plan_of(content, how=f'warm_up: "{SLEEP.format(marker)}"')
    place = Place(python)
    threading.Timer(1.0, place.stopping.set).start()

    with pytest.raises(Stopped):
        run_program(plan, "broken.py", place, (), {})

    assert alive(marker) == []


def test_a_warm_up_that_was_ended_leaves_no_lock_for_the_next(content, python, tmp_path, monkeypatch):
    monkeypatch.setattr("kb.runner.running.program.WARM_UP_SECONDS", 4)
    monkeypatch.setattr("kb.runner.running.interpreter.extension_cache", lambda *_: tmp_path)
    build = "import os, pathlib, time; op = pathlib.Path(os.environ['TORCH_EXTENSIONS_DIR'], 'op'); op.mkdir()"
    plan = plan_of(content, how=f"warm_up: \"{build}; (op / 'lock').touch(); time.sleep(60)\"")

    run_program(plan, "broken.py", Place(python), (), {})

    assert [path.name for path in tmp_path.rglob("*") if "op" in path.parts] == ["op"]


def test_the_lock_of_a_runner_that_was_killed_does_not_stop_the_next(content, python, tmp_path, monkeypatch):
    monkeypatch.setattr("kb.runner.running.interpreter.extension_cache", lambda *_: tmp_path)
    (tmp_path / "op").mkdir()
    (tmp_path / "op" / "lock").touch()
    look = "import os, pathlib; op = pathlib.Path(os.environ['TORCH_EXTENSIONS_DIR'], 'op')"
    plan = plan_of(content, how=f"warm_up: \"{look}; (op / str((op / 'lock').exists())).touch()\"")

    run_program(plan, "broken.py", Place(python), (), {})

    assert [path.name for path in (tmp_path / "op").iterdir()] == ["False"]


def test_while_another_runner_builds_its_lock_stays(content, python, tmp_path, monkeypatch):
    monkeypatch.setattr("kb.runner.running.interpreter.extension_cache", lambda *_: tmp_path)
    (tmp_path / "lock").touch()
    with (tmp_path / BUILDING).open("a") as building:
        fcntl.flock(building, fcntl.LOCK_EX)
        run_program(plan_of(content, how='warm_up: "pass"'), "broken.py", Place(python), (), {})

    assert (tmp_path / "lock").exists()


@pytest.mark.skipif(bool(sandbox.why_not()), reason=sandbox.why_not() or "confined")
def test_behind_walls_nothing_else_can_be_written_and_nobody_be_reached(content, python, tmp_path):
    outside, home = tmp_path / "outside", Path.home() / ".rankdown-test"
    program = (
        f"import os, socket\nfor path in ({str(outside)!r}, {str(home)!r}, '/var/tmp/rankdown-was-here', 'inside'):\n"
        "    try: open(path, 'w').write('x'); print('wrote', os.path.basename(path))\n"
        "    except OSError as error: print('refused', os.path.basename(path))\n"
        "try: socket.create_connection(('1.1.1.1', 53), 2); print('online')\n"
        "except OSError as error: print('offline')\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "socket.create_connection(server.getsockname()); print('loopback')\n"
        f"print(len([p for p in os.listdir('/proc') if p.isdigit()]) < 10, {os.getpid()} > 0)\n"
    )

    seen = run(plan_of(content, broken=program), python, confined=True)

    assert "refused .rankdown-test" in seen.log and "wrote inside" in seen.log
    assert "offline" in seen.log and "loopback" in seen.log and "True True" in seen.log
    assert not outside.exists() and not home.exists() and not Path("/var/tmp/rankdown-was-here").exists()  # noqa: S108
