"""Lines of several ranks or files -> in the order of their clocks, where all tell one in the same form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

CLOCK = re.compile(r"(?P<day>\d{4}[-/]\d\d[-/]\d\d)?.?(?P<clock>\d\d:\d\d:\d\d)(?P<part>[.,]\d+)?")
# Without its day, a clock that went on past midnight seems to go back by most of one.
HALF_A_DAY = 12 * 3600


def in_time(items: Iterable, time: Callable[..., str]) -> list:
    """By the clock where each has one of the same form, else as they stand; two programs may keep two time zones."""
    items = list(items)
    clocks = [CLOCK.search(time(item)) for item in items]
    if not all(clocks) or len({_form(clock) for clock in clocks}) > 1 or _wraps(clocks):
        return items
    order = [(clock["day"] or "", clock["clock"], (clock["part"] or "")[1:]) for clock in clocks]
    return [item for _, item in sorted(zip(order, items, strict=True), key=lambda pair: pair[0])]


def is_before(time: str, other: str) -> bool:
    """Whether both are clocks of the same form, and the first is the earlier."""
    return time != other and in_time((other, time), str) == [time, other]


def _form(clock: re.Match[str]) -> tuple[bool, str]:
    return bool(clock["day"]), (clock["part"] or "")[:1]


def _wraps(clocks: list[re.Match[str]]) -> bool:
    seconds = [sum(int(n) * unit for n, unit in zip(c["clock"].split(":"), (3600, 60, 1), strict=True)) for c in clocks]
    return not clocks[0]["day"] and max(seconds) - min(seconds) > HALF_A_DAY if clocks else False
