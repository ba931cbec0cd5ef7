"""Log lines that a collector wrapped in JSON -> what the program printed, each on the line where it stands.

Docker, fluent-bit, journald, cloud loggers and structlog put the program's words under one key and facts of their own
beside it, at any depth.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping

MARK = '{"'
# A container's runtime, docker compose and kubectl may stand in front of the object.
LINE = re.compile(
    r"^(?P<front>\s{0,20}|[\w.-]{1,60}\s{1,20}\|\s|\[pod/[^\]\s]{1,200}\]\s"
    r"|\d{4}-\d\d-\d\dT\S{8,30}\s(?:(?:stdout|stderr)\s[FP]\s)?)"
    r"(?P<object>\{\".*\}),?[ \t]*$",
    re.MULTILINE,
)
# Where the words stand, the likeliest key first.
WORDS = ("log", "message", "msg", "MESSAGE", "textPayload", "short_message", "event")
# Where a logger puts the traceback of an exception that it was given.
TRACEBACKS = ("exc_info", "exc_text", "exception", "stack_trace", "stacktrace", "traceback")
# What only a logger says of a line: an object without any of these is the program's own.
OF_A_LOGGER = frozenset(
    "stream time ts timestamp @timestamp asctime level levelname severity lvl kubernetes container_name logger"
    " PRIORITY _PID _HOSTNAME __REALTIME_TIMESTAMP logStream insertId".split()
)
# How training went is part of what was said, wherever a structured logger puts it.
FIGURES = re.compile(r"(?:global_)?step|iter(?:ation)?|epoch|(?:\w{1,30}_)?loss|grad_norm", re.IGNORECASE)
MOST_OBJECTS = 64
BREAKS = re.compile("[\r\n\x0b]+")


def printed(text: str, soft: str) -> str:
    """A text whose lines of JSON are what a program printed; breaks within one become `soft`."""
    return LINE.sub(lambda line: _line(line, soft), text)


def _line(line: re.Match[str], soft: str) -> str:
    try:
        record = json.loads(line["object"])
    except (ValueError, RecursionError):
        return line[0]
    said = _said(record)
    if said is None:
        return line[0]
    front = line["front"] + _rank(record, said)
    return soft.join(front + part for part in BREAKS.split(said))


def _said(record: Mapping) -> str | None:
    """The program's words; None where this is no logger's line."""
    objects = list(_objects(record))
    if not any(OF_A_LOGGER & one.keys() for one in objects):
        return None
    values = (_text(one[key]) for one in objects for key in WORDS if key in one)
    said = next((value for value in values if value is not None), None)
    raised = (one[key] for one in objects for key in TRACEBACKS if isinstance(one.get(key), str))
    more = next(raised, "")
    if said is None:
        return None
    said = said.rstrip("\r\n") + "".join(f" {key}={value}" for one in objects for key, value in _figures(one))
    return f"{said}\n{more.rstrip()}" if more and more not in said else said


def _figures(one: Mapping) -> Iterator[tuple[str, float]]:
    told = ((key, value) for key, value in one.items() if isinstance(value, int | float) and value is not True)
    return ((key, value) for key, value in told if FIGURES.fullmatch(key))


def _objects(record: Mapping) -> Iterator[Mapping]:
    """An object and those inside of it, the outer ones first."""
    waiting = deque([record])
    for _ in range(MOST_OBJECTS):
        if not waiting:
            return
        one = waiting.popleft()
        yield one
        waiting += [value for value in one.values() if isinstance(value, dict)]


def _text(value: object) -> str | None:
    """journald writes a message with colours as a list of bytes."""
    if isinstance(value, list) and all(isinstance(item, int) and 0 <= item < 256 for item in value):
        value = bytes(value).decode("utf-8", errors="replace")
    return value.replace("\0", "") if isinstance(value, str) else None


def _rank(record: Mapping, said: str) -> str:
    """The rank that the logger knows, as torchrun writes it; empty where the words have it themselves."""
    rank = str(record.get("rank", ""))
    return f"[rank{rank}]: " if rank.isdecimal() and len(rank) <= 5 and not said.startswith("[") else ""
