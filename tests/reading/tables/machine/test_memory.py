"""free, /proc/meminfo, control groups."""

import pytest

from tests.reading.tables.reading import told, values

HEAD = "              total        used        free      shared  buff/cache   available\n"


@pytest.mark.parametrize(
    ("row", "gib"),
    [
        ("Mem:       65970696    60000000     1000000        9000     4970696     4194304", 4),
        ("Mem:          64424       60000        1000           9        3424        4096", 4),
        ("Mem:             62          58           1           0           3           4", 4),
        ("Mem:           62Gi        58Gi       1.0Gi       9.0Mi       3.0Gi       4.0Gi", 4),
    ],
)
def test_free_in_whichever_unit(row, gib):
    assert values(HEAD + row + "\n", "host_memory_free_bytes") == [gib << 30]


def test_old_free_without_the_available_column():
    text = "             total       used       free     shared    buffers     cached\nMem:      65970696   60000000    1048576          0     170696    4000000\n"  # noqa: E501

    assert values(text, "host_memory_free_bytes") == [1 << 30]


def test_meminfo_as_people_and_as_collect_print_it():
    plain = "MemTotal:       65970696 kB\nMemFree:         1000000 kB\nMemAvailable:    1048576 kB\n"

    assert values(plain, "host_memory_free_bytes") == [1 << 30]
    assert values(plain.replace("       ", " ").replace("    ", " "), "host_memory_free_bytes") == [1 << 30]


def test_a_control_group_that_was_hit():
    text = "memory.events: low 0 ; high 0 ; max 812 ; oom 3 ; oom_kill 2\nmemory.max: 1000\nmemory.current: 990\n"

    assert told(text) == [("oom_kills", 2, ""), ("container_memory_used", 0.99, "")]


def test_a_control_group_that_never_killed_says_nothing_of_kills():
    assert told("memory.events: low 0 ; high 0 ; max 0 ; oom 0 ; oom_kill 0\nmemory.max: max\n") == []
