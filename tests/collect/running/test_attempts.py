"""Each probe runs in a process of its own; none can hold up the rest, and what went wrong is said."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from kb.collect.running import attempts
from kb.collect.running.attempts import Absent, Probe, outcomes
from tests.collect.jobs import ended, wait_until


def hang():
    time.sleep(300)


def refuse():
    raise Absent("it is not installed")


def deaf_child():
    script = "import signal, time; signal.signal(15, signal.SIG_IGN); print('there', flush=True); time.sleep(300)"
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    child.stdout.readline()
    os.write(1, f"{child.pid}\n".encode())
    time.sleep(300)


def of(do, **options):
    return next(iter(outcomes([Probe("it", do, **options)], 0)))


def test_gives_what_the_probe_returns():
    assert (of(lambda: "text\n").text, of(lambda: "text\n").problem) == ("text\n", "")


def test_a_probe_that_hangs_ends_at_its_deadline_and_the_rest_is_there_at_once(monkeypatch):
    monkeypatch.setattr(attempts, "patience", lambda: 1.0)
    began = time.monotonic()

    hung, fine = outcomes([Probe("hung", hang, 1.0), Probe("fine", lambda: "fine", 60)], 0)

    assert hung.problem == "did not end within 1 s"
    assert fine.text == "fine" and fine.began - began < 1.0


def test_what_was_said_before_the_deadline_is_kept():
    def half():
        os.write(1, b"half of it\n")
        time.sleep(300)

    assert of(half, seconds=1.0).text == "half of it\n"


def test_what_a_probe_started_ends_with_it():
    outcome = of(deaf_child, seconds=5.0)

    wait_until(lambda: ended(int(outcome.text)), 10)


def test_a_reason_for_absence_is_the_text():
    assert of(refuse).text == "absent: it is not installed\n"
    assert of(lambda: Path("/not/there").read_text()).text == "absent: /not/there: No such file or directory\n"


def test_an_error_of_our_own_is_told_and_loses_nothing_else():
    broken, fine = outcomes([Probe("broken", lambda: 1 / 0), Probe("fine", lambda: "fine")], 0)

    assert broken.text == "absent: this probe itself failed: ZeroDivisionError: division by zero\n"
    assert fine.text == "fine"


def test_a_command_takes_the_probes_place_and_its_status_is_told():
    outcome = of(lambda: os.execvp("sh", ["sh", "-c", "echo some output; exit 9"]))  # noqa: S606

    assert (outcome.text, outcome.problem) == ("some output\n", "exit status: 9")


def test_a_command_that_crashes_is_told():
    assert of(lambda: os.kill(os.getpid(), signal.SIGSEGV)).problem == "killed by SIGSEGV"


def test_too_much_output_is_cut(monkeypatch):
    monkeypatch.setattr(attempts, "LARGEST_OUTPUT", 100_000)

    outcome = of(lambda: os.execvp("yes", ["yes"]), seconds=60)  # noqa: S606

    assert len(outcome.text) == 100_000
    assert outcome.problem.startswith("cut: more than")


def test_turns_follow_each_other_with_the_pause_before_the_second():
    at = {o.probe.heading: o.began for o in outcomes([Probe(str(n), lambda: "", turn=n) for n in (3, 2, 1, 0)], 0.5)}

    assert at["1"] < at["2"] - 0.5 and at["2"] < at["3"]


def test_heavy_ones_run_one_after_the_other():
    both = list(
        outcomes([Probe("it", lambda: time.sleep(0.3) or "", heavy=True) for _ in range(2)], 0, heavy_at_once=1)
    )

    assert both[1].began >= both[0].began + both[0].seconds - 0.1


def test_nothing_of_ours_stays_open_in_a_probe():
    """A child that is left behind would keep `collect | match` waiting for the end."""
    with Path(__file__).open() as file:
        listed = of(
            lambda: "\n".join(str(entry.readlink()) for entry in Path("/proc/self/fd").iterdir() if entry.exists())
        )

        assert file.name not in listed.text


def test_giving_up_half_way_ends_what_runs(tmp_path):
    mark = tmp_path / "pid"

    def leave_a_mark():
        mark.write_text(str(os.getpid()))
        time.sleep(300)

    running = outcomes([Probe("quick", lambda: "quick"), Probe("hung", leave_a_mark, 300)], 0)
    next(running)
    wait_until(lambda: mark.exists() and mark.read_text())
    running.close()

    wait_until(lambda: ended(mark.read_text()), 10)
