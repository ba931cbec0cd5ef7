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


TOP = """\
top - 13:18:55 up 23 days, 16:52,  2 users,  load average: 81.43, 89.50, 83.07
%Cpu(s): 91.8 us,  7.9 sy,  0.0 ni,  0.0 id,  0.0 wa,  0.2 hi,  0.1 si,  0.0 st
MiB Mem : 515508.0 total,  95909.3 free,  38914.3 used, 385549.9 buff/cache
MiB Swap:   8192.0 total,   8192.0 free,      0.0 used. {free}avail Mem
"""
STATS = """\
CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O     PIDS
88f32688b78c   trainer   0.00%     15.5GiB / 15.58GiB    99.49%    1.92GB / 16.2MB   0B / 1.89GB   40
22030b705436   db        0.00%     47.43MiB / 15.58GiB   0.30%     1.2kB / 0B        31MB / 42MB   7
"""


def test_top_whose_numbers_may_be_too_long_for_their_columns():
    assert values(TOP.format(free="476593.5 "), "host_memory_free_bytes") == [int(476593.5 * 1024**2)]
    assert values(TOP.format(free="1552823.+"), "host_memory_free_bytes") == [1552823 * 1024**2]


def test_containers_of_docker_and_their_limits():
    assert told(STATS) == [
        ("container_memory_used", 0.9949, "88f32688b78c"),
        ("container_memory_used", 0.003, "22030b705436"),
    ]


def test_wide_free_has_buffers_and_cache_apart():
    text = """\
               total        used        free      shared     buffers       cache   available
Mem:           503Gi       480Gi       2.1Gi       1.0Gi       1.2Gi        20Gi        18Gi
Swap:          8.0Gi       8.0Gi          0B
"""
    assert told(text) == [("host_memory_free_bytes", 18 * 1024**3, "")]
