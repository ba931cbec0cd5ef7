"""How much is tried: a few seconds in the tests, always the same; without end, and always new, in `make fuzz`.

`make fuzz` sets FUZZ_FACTOR, by which the number of examples of every property is multiplied.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

FACTOR = int(os.environ.get("FUZZ_FACTOR", "1"))
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]


def fuzzed(count: int) -> settings:
    """Settings of a property: `count` examples in the tests; no limit on time, which depends on the machine."""
    short = {"derandomize": True, "database": None} if FACTOR == 1 else {}
    return settings(max_examples=count * FACTOR, deadline=None, print_blob=True, suppress_health_check=SLOW, **short)
