"""dmesg and the journal."""

from tests.reading.tables.reading import facts, pasted, tables, told


def test_each_error_of_a_gpu_once_with_its_first_line():
    assert [(f.value, f.of, f.line) for f in facts(pasted("dmesg-xids")) if f.name == "xid"] == [
        (43, "GPU at 0000:00:05", 5),
        (31, "GPU at 0000:00:07", 7),
        (94, "GPU at 0000:00:08", 8),
    ]


def test_a_journal_names_the_host():
    assert [block.said.host for block in tables(pasted("journal-xid"))] == ["cubo03"]


def test_kills_are_counted_over_their_lines():
    (kills,) = facts(pasted("syslog-oom"))

    assert (kills.value, kills.line, kills.last) == (2, 1, 3)


INVOKED = "Apr 25 06:31:56 node7 kernel: [594675.027262] python invoked oom-killer: gfp_mask=0x14200ca, order=0\n"
REAPED = "Apr 25 06:31:57 node7 kernel: [594677.436088] oom_reaper: reaped process 29918 (python), now anon-rss:0kB\n"
KILLED = "Apr 25 06:31:57 node7 kernel: [594677.2] Out of memory: Killed process 29918 (python) total-vm:9kB\n"


def test_a_kill_is_counted_once_by_whichever_of_its_lines_was_pasted():
    assert told(INVOKED + KILLED + REAPED) == [("oom_kills", 1, "")]
    assert told(INVOKED + INVOKED + REAPED) == [("oom_kills", 1, "")]
    assert told(INVOKED + INVOKED) == [("oom_kills", 2, "")]


def test_corrected_errors_are_no_fact():
    assert tables(pasted("journal-aer-corrected")) == []


RECEIVED = "pcieport 0000:00:02.0: AER: Uncorrected (Fatal) error received: id=0010\n"
SEVERITY = "pcieport 0000:00:02.0: PCIe Bus Error: severity=Uncorrected (Fatal), type=Transaction Layer, id=0010\n"


def test_an_error_of_the_bus_is_counted_once_by_whichever_of_its_lines_was_pasted():
    assert told(RECEIVED + SEVERITY) == [("pcie_uncorrected_errors", 1, "")]
    assert told(SEVERITY + SEVERITY) == [("pcie_uncorrected_errors", 2, "")]
    assert told(SEVERITY.replace("Uncorrected (Fatal)", "Corrected")) == []


def test_machine_checks_and_a_driver_that_was_exchanged():
    text = (
        "[   12.1] mce: [Hardware Error]: Machine check events logged\n"
        "[   13.0] NVRM: API mismatch: the client has the version 535.171.04, but this kernel module has 535.129.03\n"
    )

    assert told(text) == [("machine_checks", 1, ""), ("driver_mismatch", "yes", "")]


def test_the_lines_of_the_job_below_are_not_the_kernels():
    text = "[ 1.0] NVRM: Xid (PCI:0000:3b:00): 79, GPU is gone\nstep 3\n[ 2.0] NVRM: Xid (PCI:0000:3b:00): 45\n"

    assert [block.line for block in tables(text)] == [1, 3]


def test_an_xid_that_says_so_is_also_a_gpu_that_does_not_answer():
    text = "NVRM: Xid (PCI:0000:04:00): 79, pid=7, name=python, GPU has fallen off the bus.\n"

    assert told(text) == [("xid", 79, "GPU at 0000:04:00"), ("gpu_error", "yes", "GPU at 0000:04:00")]


def test_a_gpu_of_amds_that_its_driver_reset():
    text = """\
[ 2237.944235] [drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring sdma0 timeout, signaled seq=16060, emitted seq=16062
[ 2237.944732] amdgpu 0000:0a:00.0: amdgpu: GPU reset begin!
[ 2238.057430] amdgpu 0000:0a:00.0: amdgpu: GPU reset(1) succeeded!
"""
    assert told(text) == [("gpu_reset", "yes", "GPU at 0000:0a:00.0")]


def test_kills_at_a_control_groups_limit_as_old_kernels_say_it():
    line = "Task in /docker/e9b49b5a killed as a result of limit of /docker/e9b49b5a\n"

    assert told(f"[100.1] {line}[100.2] {line}") == [("oom_kills", 2, "")]


LOADED = "[   14.650646] NVRM: loading NVIDIA UNIX {module}  595.71.05  Release Build  (root@node)  Fri Jul  3\n"


def test_the_driver_says_its_version_when_it_is_loaded():
    for module in ("Open Kernel Module for x86_64", "x86_64 Kernel Module"):
        assert told(LOADED.format(module=module)) == [("driver_version", "595.71.05", "")]


def test_lines_of_which_only_the_kernels_name_was_left():
    line = "kernel: NVRM: Xid (PCI:0000:{bus}:00): 45, pid=1818990, name=python3, Ch 00000001\n"
    assert len(tables(line.format(bus="dc") + line.format(bus="ed"))) == 1


BROADCAST = """\
Mar 24 11:12:25 ...
kernel:watchdog: BUG: soft lockup - CPU#202 stuck for 22s! [python:7565]
Mar 24 11:13:05 ...
kernel:watchdog: BUG: soft lockup - CPU#74 stuck for 22s! [python:7565]
Mar 24 11:13:45 ...
kernel:watchdog: BUG: soft lockup - CPU#96 stuck for 22s! [python:7565]
Mar 24 11:14:29 ...
kernel:watchdog: BUG: soft lockup - CPU#96 stuck for 22s! [python:7565]
"""


def test_processors_that_were_stuck_in_the_kernel_each_once():
    stuck = [("cpu_lockup", "soft", f"CPU {cpu}") for cpu in (202, 74, 96)]

    assert told(BROADCAST) == stuck
    assert len(tables(BROADCAST)) == 1


def test_what_syslog_writes_to_a_terminal_with_its_head():
    head = "Message from syslogd@node7 at Jun 17 13:0{n}:42 ...\n"
    line = " kernel:[405108.698255] watchdog: BUG: soft lockup - CPU#{n} stuck for 22s! [cuda-EvtHandlr:4856]\n\n"
    text = "".join((head + line).format(n=n) for n in (2, 3))

    assert told(text) == [("cpu_lockup", "soft", "CPU 2"), ("cpu_lockup", "soft", "CPU 3")]
    assert [block.said.host for block in tables(text)] == ["node7"]


def test_lockups_in_dmesg_and_hard_ones():
    text = """\
[Sat Apr  3 05:23:42 2021] watchdog: BUG: soft lockup - CPU#7 stuck for 23s! [pytest:25222]
[Sat Apr  3 05:23:51 2021] NMI watchdog: Watchdog detected hard LOCKUP on cpu 7
"""
    assert told(text) == [("cpu_lockup", "soft", "CPU 7"), ("cpu_lockup", "hard", "CPU 7")]
    assert told("NMI watchdog: enabled, takes one counter; detects no hard LOCKUP on cpus\n") == []
