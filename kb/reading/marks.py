"""One more pass over a stretch, in linear time: where its error lines, versions, timeouts and world sizes stand."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import hyperscan

from kb.reading.text.stretches import Stretch
from kb.reading.tracebacks.ends import exceptions_in

# Each reports once a printed line, where it ends, however many such words the line has.
REST_OF_LINE = r"[^\n\x0b]*[\n\x0b]"
RAISED = rf"[a-z](?:Error|Exception)\b{REST_OF_LINE}"
TROUBLE = (
    r"(?:\b(?:error|fatal|failed|failure|fails? to|abort|aborted|killed|denied|refused|unrecognized|cannot|could not"
    r"|unable to|time[d]? ?out|NCCL WARN|segmentation fault|bus error|core dumped|undefined symbol|Xid)\b"
    rf"|错误|失败|无法|异常){REST_OF_LINE}"
)
VERSIONS = {
    "NCCL": r"NCCL version:?\s{0,4}v?(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)",
    "torch": r"\btorch(?:==|\s{1,4}version:?\s{1,4}|-)(\d\.\d{1,2}(?:\.\d{1,2})?)\b",
    "Python": r"(?:/python|\bpython(?:\s|==|:\s?))(3\.\d{1,2}(?:\.\d{1,2})?)\b",
    "CUDA": r"\bCUDA(?: UMD)?(?: version)?:?\s{0,4}(\d{1,2}\.\d)\b",
    "DeepSpeed": r"\bdeepspeed(?:==|\s{1,24}(?:info: )?(?:version ?[:=]? ?)?)(\d\.\d{1,2}\.\d{1,2})\b",
    "transformers": r"\btransformers(?:==|\s{1,24}(?:version:? )?)(\d\.\d{1,2}\.\d{1,2})\b",
    "accelerate": r"\baccelerate(?:==|\s{1,24}(?:version:? )?)(\d\.\d{1,2}\.\d{1,2})\b",
    "driver": r"(?:Driver|KMD) Version:\s{0,4}(\d{3}\.\d{1,3}(?:\.\d{1,3})?)",
    "GPU": (
        r"\b(?:NVIDIA|Tesla|GeForce)[ -]((?:GeForce |RTX |GTX |TITAN |Quadro |Tesla ){0,3}"
        r"[A-Z]{0,3}\d{1,4}[A-Z]{0,2}\b(?: Ti| SUPER|-[A-Z]{3,4}\d?-\d{2,3}GB)?)"
    ),
}
# The watchdog's timeout and the state of its process group.
TIMEOUTS = (r"WorkNCCL\(", r"last enqueued ")
WORLDS = (r"world[_ ]size", r"\bnranks ", r"\bnum[_ ]processes")
LONGEST_VERSION = 100
# No NCCL has such a major version.
TORN_APART = 20
# A stretch of 256 KB in lines of 32 bytes; what comes thicker is no log, and its rest is passed over.
MOST_MATCHES = 8_192
# Looked at closely in one stretch, the first and the last of them, exceptions before other lines.
MOST_ERRORS = 600
# A watchdog's line has 240 bytes at least: so many ranks' lines fill a stretch.
MOST_TIMEOUTS = 1_100
MOST_WORLDS = 200


@dataclass(slots=True)
class Marks:
    """Byte offsets in the clean text of a stretch; `passed_over` counts what was too much to be looked at."""

    errors: list[int] = field(default_factory=list)  # the last bytes of printed lines, in order
    # The first bytes of those that end a traceback, and where their own words begin.
    raised: dict[int, int] = field(default_factory=dict)
    timeouts: list[int] = field(default_factory=list)
    worlds: list[int] = field(default_factory=list)  # behind the words that announce a world size
    versions: dict[str, str] = field(default_factory=dict)
    passed_over: Counter[str] = field(default_factory=Counter)


class Scan:
    """Patterns in one database, each thread with a scratch space of its own; ends after MOST_MATCHES matches."""

    def __init__(self, patterns: Mapping[bytes, int]):
        """`patterns`: expression -> Hyperscan flags."""
        self._patterns = patterns
        self._thread = threading.local()

    @cached_property
    def database(self) -> hyperscan.Database:
        """Compiled when it is first asked; one that was kept from an earlier start may be set instead."""
        database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        flags, numbers = list(self._patterns.values()), list(range(len(self._patterns)))
        database.compile(expressions=list(self._patterns), ids=numbers, flags=flags)
        return database

    def find(self, text: bytes) -> tuple[list[tuple[int, int]], bool]:
        """(number of the pattern, end of the match) in the order of the ends; True where there were too many."""
        found: list[tuple[int, int]] = []

        def note(number: int, start: int, end: int, flags: int, context: object) -> bool | None:
            found.append((number, end))
            return True if len(found) >= MOST_MATCHES else None

        if not hasattr(self._thread, "scratch"):
            self._thread.scratch = hyperscan.Scratch(self.database)
        try:
            self.database.scan(text, match_event_handler=note, scratch=self._thread.scratch)
        except hyperscan.ScanTerminated:
            return found, True
        return found, False


ERROR_SCAN = Scan({pattern.encode(): hyperscan.HS_FLAG_CASELESS for pattern in (RAISED, TROUBLE)})
TIMEOUT_SCAN = Scan({pattern.encode(): hyperscan.HS_FLAG_CASELESS for pattern in TIMEOUTS})
_ONCE = hyperscan.HS_FLAG_SINGLEMATCH
# A GPU's name is in capitals; nvidia-cu12 is a package.
VERSION_SCAN = Scan(
    {p.encode(): _ONCE | (0 if name == "GPU" else hyperscan.HS_FLAG_CASELESS) for name, p in VERSIONS.items()}
    | {pattern.encode(): hyperscan.HS_FLAG_CASELESS for pattern in WORLDS}
)
SCANS = {"errors": ERROR_SCAN, "timeouts": TIMEOUT_SCAN, "versions": VERSION_SCAN}
READ_VERSION = [(n, re.compile(p.encode(), 0 if n == "GPU" else re.IGNORECASE)) for n, p in VERSIONS.items()]


def find_marks(stretch: Stretch) -> Marks:
    """The marks of what is new in a stretch; versions also where they stand in what was seen before."""
    marks = Marks()
    _errors(stretch, marks)
    _timeouts(stretch, marks)
    _versions(stretch, marks)
    return marks


def _errors(stretch: Stretch, marks: Marks) -> None:
    text = stretch.text if stretch.text.endswith(b"\n") else stretch.text + b"\n"
    found, cut = ERROR_SCAN.find(text)
    ends = [end for end in exceptions_in(stretch.text).values() if end.stop >= stretch.seen]
    marks.raised = {end.start: end.said for end in ends}
    raised = {end - 1 for number, end in found if number == 0 and end > stretch.seen} | {end.stop for end in ends}
    trouble = {end - 1 for number, end in found if end > stretch.seen} - raised
    chosen = both_ends(sorted(raised), MOST_ERRORS)
    chosen += both_ends(sorted(trouble), MOST_ERRORS - len(chosen))
    marks.errors = sorted(chosen)
    if missed := len(raised) + len(trouble) - len(chosen) + cut:
        marks.passed_over["error lines"] = missed


def _timeouts(stretch: Stretch, marks: Marks) -> None:
    found, cut = TIMEOUT_SCAN.find(stretch.text)
    ends = [end for _, end in found if end > stretch.seen]
    marks.timeouts = both_ends(ends, MOST_TIMEOUTS)
    if missed := len(ends) - len(marks.timeouts) + cut:
        marks.passed_over["timeouts"] = missed


def _versions(stretch: Stretch, marks: Marks) -> None:
    for number, end in VERSION_SCAN.find(stretch.text)[0]:
        if number >= len(READ_VERSION):
            if end > stretch.seen and len(marks.worlds) < MOST_WORLDS:
                marks.worlds.append(end)
            continue
        name, pattern = READ_VERSION[number]
        if match := pattern.search(stretch.text, max(0, end - LONGEST_VERSION), end + 24):
            marks.versions[name] = released(match[1].decode()) if name == "NCCL" else match[1].decode()


def released(version: str) -> str:
    """NCCL's own name for it: torch 1.10 and 1.11 took its number 21003, which is 2.10.3, apart as 21.0.3."""
    thousands, *rest = map(int, version.split("."))
    if thousands < TORN_APART or len(rest) != 2:
        return version
    number = 1000 * thousands + 100 * rest[0] + rest[1]
    return f"{number // 10_000}.{number % 10_000 // 100}.{number % 100}"


def both_ends(items: list[int], most: int) -> list[int]:
    """At most so many of a list: its beginning tells the cause, its end is what people would paste."""
    if len(items) <= most:
        return items
    return items[: most - most // 2] + items[len(items) - most // 2 :]
