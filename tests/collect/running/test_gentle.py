"""The collector yields to the job."""

import subprocess
import sys

from kb.collect.running import gentle

SHOW = (
    "import os; from kb.collect.running import gentle; gentle.{call}(); print(os.nice(0), os.getsid(0) == os.getpid())"
)


def shown(call):
    return subprocess.run([sys.executable, "-c", SHOW.format(call=call)], capture_output=True, text=True).stdout.split()


def test_takes_the_lowest_priority():
    assert shown("yield_to_others")[0] == "19"


def test_asks_for_the_disk_only_when_it_is_idle():
    show = "import subprocess, os; from kb.collect.running import gentle; gentle.yield_to_others(); "
    show += "print(subprocess.run(['ionice', '-p', str(os.getpid())], capture_output=True, text=True).stdout)"

    assert "idle" in subprocess.run([sys.executable, "-c", show], capture_output=True, text=True).stdout


def test_a_probe_gets_a_session_of_its_own():
    assert shown("own_session")[1] == "True"


def test_deadlines_are_stretched_on_an_overloaded_machine_only(monkeypatch):
    monkeypatch.setattr(gentle.os, "cpu_count", lambda: 10)
    for load, expected in ((0.0, 1.0), (10.0, 1.0), (25.0, 2.5), (1000.0, gentle.MOST_PATIENCE)):
        monkeypatch.setattr(gentle.os, "getloadavg", lambda load=load: (load, 0, 0))

        assert gentle.patience() == expected


def test_few_heavy_probes_run_at_once(monkeypatch):
    for cores, expected in ((1, 1), (8, 1), (96, 12)):
        monkeypatch.setattr(gentle.os, "cpu_count", lambda cores=cores: cores)

        assert gentle.heavy_at_once() == expected
