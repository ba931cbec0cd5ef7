"""Comparisons of facts: read once, refused where they say nothing."""

import math

import pytest

from kb.catalogue.schema.conditions import NoCondition, overlap, parse, shown
from kb.catalogue.schema.facts import BY_NAME


@pytest.mark.parametrize(
    ("text", "value", "other"),
    [
        ("shm_bytes < 1 GiB", 64 << 20, 1 << 30),
        ("shm_bytes <= 64 MB", 64_000_000, 64 << 20),
        ("shm_used >= 95%", 0.95, 0.94),
        ("fd_limit <= 1024", 1024, math.inf),
        ("memlock_bytes != unlimited", 65536, math.inf),
        ("gpu_processes > 1", 2, 1),
        ("xid = 79", 79, 31),
        ("gpu_p2p_path = SYS", "SYS", "PIX"),
        ("driver_version < 525.60.13", "470.57.02", "525.60.13"),
        ("driver_version >= 535", "535.54", "530.30.02"),
        ("cuda_version != 12.1", "12.4", "12.1"),
        ("master_addr = localhost", "localhost", "10.0.0.7"),
    ],
)
def test_a_comparison_holds_or_not(text, value, other):
    assert parse(text).holds(value)
    assert not parse(text).holds(other)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("shm_bytes", "is no comparison"),
        ("shm_bytes < ", "is no comparison"),
        ("shm_byte < 1 GiB", "did you mean 'shm_bytes'?"),
        ("shm_bytes < 1024", "needs a number with a unit"),
        ("shm_bytes < 1 GHz", "needs a number with a unit"),
        ("shm_used > 95", "needs a percentage"),
        ("shm_used > 140%", "lies between 0% and 100%"),
        ("xid = seventy-nine", "needs a whole number"),
        ("driver_version < new", "needs a version"),
        ("gpu_p2p_path = NVLINK", "is never 'NVLINK'"),
        ("gpu_p2p_path < SYS", "says nothing: use = or !="),
        ("fd_limit < unlimited", "says nothing: use = or !="),
        ("gpu_processes < 0", "is never so"),
        ("gpu_processes >= 0", "is always so"),
    ],
)
def test_what_says_nothing_is_refused_with_what_to_write(text, reason):
    with pytest.raises(NoCondition) as refused:
        parse(text)

    assert reason in str(refused.value)


def test_a_version_that_is_none_compares_with_nothing():
    assert not parse("driver_version < 600").holds("N/A")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("shm_bytes", 64 << 20, "64 MiB"),
        ("shm_bytes", 1000 << 20, "1000 MiB"),
        ("shm_bytes", 0, "0 B"),
        ("memlock_bytes", math.inf, "unlimited"),
        ("shm_used", 0.87, "87%"),
        ("xid", 79, "79"),
        ("driver_version", "535.54", "535.54"),
    ],
)
def test_values_as_people_write_them(name, value, text):
    assert shown(BY_NAME[name], value) == text


@pytest.mark.parametrize(
    ("one", "another", "both"),
    [
        ("shm_bytes < 1 GiB", "shm_bytes < 2 GiB", True),
        ("shm_bytes < 1 GiB", "shm_bytes >= 1 GiB", False),
        ("shm_bytes < 1 GiB", "shm_used > 95%", False),
        ("gpu_processes > 1", "gpu_processes < 2", False),
        ("gpu_processes > 1", "gpu_processes < 3", True),
        ("standing_in = lock", "standing_in != store", True),
        ("standing_at != poll", "standing_at != wait", True),
        ("standing_at = poll", "standing_at = wait", False),
        ("driver_version < 535", "driver_version >= 535", False),
        ("driver_version < 535.54", "driver_version > 535", True),
        ("nothing < 3", "nothing < 3", False),
    ],
)
def test_two_comparisons_overlap_where_one_value_meets_both(one, another, both):
    assert overlap(one, another) == overlap(another, one) == both
