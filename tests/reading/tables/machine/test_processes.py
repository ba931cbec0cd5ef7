"""ps in its forms, taken beside torchrun with two ranks, of which one is stopped; and rows of other pastes."""

import pytest

from tests.reading.tables.reading import told

AUX = """\
USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
user     18032  7.2  0.9 715660 227060 ?       SNl  18:19   0:01 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
user     18065  0.0  0.0  12516  8728 ?        TNs  18:19   0:00 /v/bin/python -u train.py
user     18066  0.0  0.0  12516  8720 ?        SNs  18:19   0:00 /v/bin/python -u train.py
"""
EF = """\
user     18032     1  7 18:19 ?        00:00:01 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
user     18065 18032  0 18:19 ?        00:00:00 /v/bin/python -u train.py
user     18066 18032  0 18:19 ?        00:00:00 /v/bin/python -u train.py
"""
ELF = """\
UID        PID  PPID   LWP  C NLWP STIME TTY          TIME CMD
user     18032     1 18032  7    3 18:19 ?        00:00:01 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
user     18032     1 18045  0    3 18:19 ?        00:00:00 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
user     18032     1 18064  0    3 18:19 ?        00:00:00 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
"""
WCHAN = """\
  PID  PPID STAT WCHAN                    COMMAND
18032     1 RNl  -                        /v/bin/python /v/torchrun --nproc_per_node 2 train.py
18065 18032 TNs  do_signal_stop           /v/bin/python -u train.py
18066 18032 SNs  hrtimer_nanosleep        /v/bin/python -u train.py
"""
TREE = """\
 PPID   PID  PGID   SID TTY      TPGID STAT   UID   TIME COMMAND
    1 18032 18027 12040 ?           -1 SNl      0   0:01 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
18032 18065 18065 18065 ?           -1 TNs      0   0:00  \\_ /v/bin/python -u train.py
18032 18066 18066 18066 ?           -1 SNs      0   0:00  \\_ /v/bin/python -u train.py
"""
LSTART = """\
21903     1 SNl  Mon Nov 23 18:22:45 2026 227080 /v/bin/python /v/torchrun --nproc_per_node 2 train.py
21907 21903 ZNs  Mon Nov 23 18:22:47 2026     0 [python] <defunct>
21908 21903 SNs  Mon Nov 23 18:22:47 2026  8736 /v/bin/python -u train.py
"""  # fmt: skip
STOPPED = ("process_state", "stopped", "process 18065")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (AUX, [STOPPED]),
        (AUX.split("\n", 1)[1], [STOPPED]),
        (EF, [("ranks_ended", 0, "process 18032")]),
        ("UID        PID  PPID  C STIME TTY          TIME CMD\n" + EF, [("ranks_ended", 0, "process 18032")]),
        (ELF, []),
        (WCHAN, [STOPPED, ("ranks_ended", 0, "process 18032")]),
        (TREE, [STOPPED, ("ranks_ended", 0, "process 18032")]),
        (LSTART, [("process_state", "ended", "process 21907"), ("ranks_ended", 1, "process 21903")]),
    ],
)
def test_states_and_ranks_that_are_gone(text, said):
    assert told(text) == said


def test_a_shell_around_a_launcher_starts_no_ranks():
    text = EF.replace("/v/bin/python /v/torchrun", "bash -c torchrun")
    assert told(text) == []


def test_ranks_of_several_machines_are_not_counted():
    launcher = "/usr/bin/python3 /usr/bin/accelerate launch --num_machines 2 --num_processes 16 train.py"
    assert told(EF.replace("/v/bin/python /v/torchrun --nproc_per_node 2", launcher)) == []


def test_states_of_other_programs_are_of_no_interest():
    text = """\
USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root       702  0.0  0.0      0     0 ?        D    Nov02   0:41 [kworker/u256:2+nfsiod]
user      1812  0.0  0.0      0     0 ?        Z    Nov02   0:00 [python3] <defunct>
user      1813 99.7  4.1 88127156 33812844 pts/3 Dl+ 10:11 812:33 /usr/bin/python3 -u train.py --lr 1e-4
root      1901  0.0  0.0   9120   812 ?        D    10:40   0:00 nvidia-smi
"""
    assert told(text) == [
        ("process_state", "ended", "process 1812"),
        ("process_state", "in-kernel", "process 1813"),
        ("process_state", "in-kernel", "process 1901"),
    ]


def test_tops_processes():
    text = """\
    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
   4711 user      20   0   88.1g  12.2g   1.1g D 100.0   2.4 812:33.12 python
   4712 user      20   0   88.1g  12.2g   1.1g R 100.0   2.4 812:31.08 python
"""
    assert told(text) == [("process_state", "in-kernel", "process 4711")]


def test_the_status_of_one_process():
    text = """\
Name:	python
Umask:	0022
State:	D (disk sleep)
Tgid:	48123
Pid:	48123
PPid:	48100
Threads:	212
VmRSS:	  812345 kB
SigQ:	0/2062810
"""
    assert told(text) == [("process_state", "in-kernel", "process 48123")]
    assert told(text.replace("D (disk sleep)", "S (sleeping)")) == []


def test_a_row_that_somebody_looked_for_is_of_interest():
    row = "nobody    1141  0.0  0.1 4360512 90660 ?       Dsl  10:51   0:01 /bin/node_exporter --no-collector.arp\n"

    assert told(row) == [("process_state", "in-kernel", "process 1141")]


DISPLAYS = """\
USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
root        1422  0.1  0.0      0     0 ?        Ds   Jul22  32:01 [Xorg]
root        1423  0.1  0.0      0     0 ?        Zsl  Jul22  35:03 [Xorg] <defunct>
root        1480  0.0  0.0      0     0 ?        Z    Jul22   0:00 [sh] <defunct>
me          1510  0.1  0.0      0     0 ?        Zl   Jul22   9:12 [python] <defunct>
"""


def test_of_programs_that_are_no_jobs_neither_state_nor_end_counts():
    assert told(DISPLAYS) == [("process_state", "ended", "process 1510")]
    assert told("".join(DISPLAYS.splitlines(True)[1:4])) == []
