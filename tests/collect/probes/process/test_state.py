"""/proc of one process, as lines that people and programs read."""

import os
import re
from pathlib import Path

from kb.collect.probes.process import state
from tests.collect.jobs import AT_WORK


def values(text):
    return dict(re.findall(r"^([\w/ ]+): (.*)$", text, re.MULTILINE))


def test_a_sleeping_process(ranks):
    pid = ranks.start(0).pid
    while (found := values(state.show(pid)))["wchan"] == "0":
        pass  # it still starts

    assert found["State"] == "S (sleeping)"
    assert "nanosleep" in found["wchan"] or found["wchan"].startswith("not readable")
    assert float(found["cpu_seconds"]) < 60 and int(found["io_rchar"]) > 0
    assert re.match(r"\d+ \(.*file 2", found["open_files"])
    assert found["cwd"] == str(Path.cwd())


def test_a_busy_one_uses_cpu_time_between_two_looks(ranks):
    pid = ranks.start(0, AT_WORK).pid
    first = float(values(state.show(pid))["cpu_seconds"])
    while float(values(state.show(pid))["cpu_seconds"]) == first:
        pass


def test_threads_of_one_name_and_place_share_a_line(ranks):
    program = (
        "import threading, time\nfor _ in range(5):\n    threading.Thread(target=time.sleep, args=(300,)).start()\n"
    )
    text = state.show(ranks.start(0, program + "print('step 17', flush=True)\ntime.sleep(300)\n").pid)

    assert sum(int(line.split()[0]) for line in text.partition("name\n")[2].splitlines()) == 6
    assert re.search(r"^ +[56]  S", text, re.MULTILINE)


def test_limits_are_the_kernels_own_table(ranks):
    assert re.search(r"^Max open files +\d+ +\d+ +files", state.limits(ranks.start(0).pid), re.MULTILINE)


def test_kernel_stacks_of_the_main_thread_where_root_may_read_them(ranks):
    if os.geteuid() == 0:
        assert state.kernel_stacks((it := ranks.start(0)).pid).startswith(f"thread {it.pid} state ")
