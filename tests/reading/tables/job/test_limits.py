"""ulimit and /proc/PID/limits."""

from tests.reading.tables.reading import facts, pasted, tables, told

ZSH = """\
-t: cpu time (seconds)              unlimited
-c: core file size (blocks)         0
-l: locked-in-memory size (kbytes)  64
-u: processes                       1024
-n: file descriptors                1024
"""


def test_the_soft_limit_counts_not_the_hard_one():
    assert told(pasted("limits-soft"), "fd_limit") == [("fd_limit", 1024, "")]


def test_zsh():
    assert told("-n: file descriptors                1024\n") == [("fd_limit", 1024, "")]
    assert told(ZSH, "fd_limit") == [("fd_limit", 1024, "")]


def test_one_limit_and_its_answer():
    (fact,) = facts("$ ulimit -l\n64\n")

    assert (fact.name, fact.value, fact.line) == ("memlock_bytes", 65536, 2)


def test_advice_is_no_answer():
    assert tables("Too many open files: raise ulimit -n\n1024 files are open\n") == []
    assert tables("ulimit -n\nthen start again\n") == []


def test_a_remark_behind_a_value():
    assert told("open files                          (-n) 1024     <<< too few\n") == [("fd_limit", 1024, "")]
