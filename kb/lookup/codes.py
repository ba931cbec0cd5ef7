"""Exit codes, signals and Xids as people and launchers write them -> one name for each, in queries and in entries."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator

CODE = re.compile(
    r"""
    \bxid \b \s{0,3} (?:\(PCI:[0-9a-f:.]{1,20}\))? [\s:=(]{0,4} (?P<xid>\d{1,3}) \b
    | \b(?:exit(?:ed|s|ing)?|return|status) [ _-]? (?:with[ ])? (?:code|status|value)? s? [\s:=(`'"]{1,6}
      (?P<exit>-?\d{1,3}) \b
    | \b signal [\s:=(]{1,4} (?P<signal>\d{1,2}) \b
    | \b (?P<name>SIG(?:KILL|TERM|SEGV|ABRT|BUS|INT|HUP|FPE|ILL|PIPE)) \b
    """,
    re.VERBOSE | re.IGNORECASE,
)
ALONE = re.compile(r"\s*(-?\d{1,3})\s*")
# A shell adds this to the number of the signal that ended a program; Python takes the number's negative.
SHELL = 128


def codes_in(text: str) -> Iterator[tuple[str, int, int]]:
    """(name, start, end) of each, such as `signal 9` for SIGKILL, for exit code -9 and for status 137."""
    for found in CODE.finditer(text):
        for name in _names(found):
            yield name, found.start(), found.end()


def asked_for(query: str) -> tuple[set[str], str]:
    """The codes of a query, and the query without them. A number alone may be a status or an Xid."""
    if alone := ALONE.fullmatch(query):
        return {_status(int(alone[1])), f"xid {alone[1]}"}, query
    names, rest, at = set(), [], 0
    for name, start, end in codes_in(query):
        names.add(name)
        rest.append(query[at:start])
        at = end
    return names, " ".join([*rest, query[at:]])


def _names(found: re.Match) -> Iterator[str]:
    if found["xid"]:
        yield f"xid {int(found['xid'])}"
    elif found["exit"]:
        yield _status(int(found["exit"]))
    elif found["signal"]:
        yield f"signal {int(found['signal'])}"
    else:
        yield f"signal {signal.Signals[found['name'].upper()].value}"


def _status(number: int) -> str:
    if number < 0:
        return f"signal {-number}"
    return f"signal {number - SHELL}" if SHELL < number <= SHELL + signal.NSIG else f"exit {number}"
