"""A program is run to its end or the deadline, and is gone afterwards, also when its supervisor is stopped."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.runner.supervising.test_processes import alive

ROOT = Path(__file__).parents[3]


def specification(folder, program, seconds=20, command=None, fair=False):
    (folder / "broken.py").write_text(program)
    spec = {
        "commands": [command or [sys.executable, "broken.py"]],
        "environment": dict(os.environ) | {"PYTHONFAULTHANDLER": "1"},
        "folder": str(folder),
        "log": str(folder / "output.log"),
        "outcome": "outcome.json",
        "program": "broken.py",
        "seconds": seconds,
        "looks": True,
        "fair": fair,
        "memory": 0,
    }
    path = folder / "specification.json"
    path.write_text(json.dumps(spec))
    return path


def start(path):
    return subprocess.Popen([sys.executable, "-m", "kb.runner.supervising.supervise", str(path)], cwd=ROOT)


def outcome_of(folder, program, **options):
    start(specification(folder, program, **options)).wait(60)
    return json.loads((folder / "outcome.json").read_text()), (folder / "output.log").read_text()


def test_a_program_that_ends_has_its_status_and_its_output(tmp_path):
    outcome, log = outcome_of(tmp_path, "print('hello')\nraise SystemExit(3)\n")

    assert (outcome["exits"], outcome["timed_out"], log) == ([3], False, "hello\n")


def test_at_the_deadline_every_rank_shows_where_it_stands(tmp_path):
    program = "import time\ndef wait_for_peer():\n    time.sleep(99)\nwait_for_peer()\n"
    outcome, _ = outcome_of(tmp_path, program, seconds=2)

    assert outcome["timed_out"] and outcome["left_behind"] == 0
    first, *others = outcome["dumps"]["0"]
    assert ["wait_for_peer", str(tmp_path / "broken.py"), 3] in first[0]
    assert others and all(look == first for look in others)
    assert outcome["busy"]["0"] < 0.5 and outcome["grew"] == 0


def test_a_rank_at_work_is_told_from_one_that_waits(tmp_path):
    program = "import time\nwhile True:\n    sum(range(100_000))\n    print('x', flush=True)\n"
    outcome, _ = outcome_of(tmp_path, program, seconds=2)

    assert outcome["grew"] > 0


def test_the_time_that_a_program_waits_for_a_processor_can_be_left_out(tmp_path):
    """Three others want the only processor that the program may use, so that its work takes twice as long or more."""
    here = f"import os, time; os.sched_setaffinity(0, {{{min(os.sched_getaffinity(0))}}})"
    # Each in a session of its own: the kernel shares a processor between sessions first (man 7 sched, autogroup).
    busy = [sys.executable, "-c", f"{here}\nwhile True: pass"]
    others = [subprocess.Popen(busy, start_new_session=True) for _ in range(3)]
    program = f"{here}\nwhile time.process_time() < 1.5: pass\nprint('done', flush=True)\n"
    try:
        outcome, log = outcome_of(tmp_path, program, seconds=2, fair=True)
    finally:
        for other in others:
            other.kill()
            other.wait()

    assert not outcome["timed_out"] and outcome["seconds"] > 2 and "done" in log


def test_ranks_and_their_memory_are_counted(tmp_path):
    outcome, _ = outcome_of(tmp_path, "import time\nx = bytearray(2**26)\ntime.sleep(2.5)\n")

    assert outcome["most_ranks"] == 1 and outcome["peak_mib"] > 64


def test_stopping_the_supervisor_ends_the_program(tmp_path):
    marker = f"orphan-{tmp_path.name}"
    path = specification(
        tmp_path, f"import time\ntime.sleep(99)  # {marker}\n", command=[sys.executable, "broken.py", marker]
    )
    supervisor = start(path)
    while not alive(marker):
        time.sleep(0.1)

    supervisor.send_signal(signal.SIGTERM)
    supervisor.wait(20)

    assert alive(marker) == []


def test_when_the_runner_itself_is_killed_the_program_ends(tmp_path):
    marker = f"orphan-{tmp_path.name}"
    path = specification(
        tmp_path, f"import time\ntime.sleep(99)  # {marker}\n", command=[sys.executable, "broken.py", marker]
    )
    runner = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, sys\n"
            f"subprocess.run([sys.executable, '-m', 'kb.runner.supervising.supervise', {str(path)!r}])",
        ],
        cwd=ROOT,
    )
    while not alive(marker):
        time.sleep(0.1)

    runner.kill()
    runner.wait()

    deadline = time.monotonic() + 20
    while alive(marker) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert alive(marker) == []
