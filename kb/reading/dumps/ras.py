"""NCCL's RAS reports, text (2.24 and later) and JSON (2.28.7 and later) -> communicators, counts, and who is gone.

Words and fields as in NCCL's src/ras/client_support.cc. 2.28.7 to 2.28.9 write JSON without a comma where ranks are
missing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import islice

from kb.reading.blocks import Kind, Lines
from kb.reading.dumps.document import parse, take_document

LONGEST = 4 << 20  # bytes
MOST_COMMUNICATORS, MOST_RANKS, MOST_COUNTED = 4096, 65_536, 1 << 18
MOST_EMPTY_LINES = 3
# The end of the line that opens a report, or a part of one that somebody pasted alone; the first keys of the JSON.
OPENING = (
    r"(?:Job summary|Communicators\.\.\. \(|Comms     Nodes     Ranks|\) INCOMPLETE|\) MISMATCH"
    r'|considered dead \(unreachable|Missing communicator data from|"nccl_version": ?")'
)
KNOWN = re.compile(
    r"=+$|[-\d\s]+$|Job summary$|Nodes +Processes|\(total\)|Communicators\.\.\.|Group +Comms|# +in group"
    r"|(?:Errors|Warnings|INCOMPLETE|DEAD|TIMEOUT)$|\d+ +\d+ .* (?:OK|INCOMPLETE|MISMATCH|ERROR|TIMEOUT)"
    r"|#\d+-\d+ \([0-9a-f]+\) |Process \d+ on node |Node \S+ running |The (?:outlier|missing|unknown|affected) "
    r"|Ranks? \d|\d+ ranks? |\[could not|\d+ job process|Missing communicator data|Communicator ranks have"
    r"|Encountered \d|Gathering data|Warning: |(?:Initialization|Asynchronous) error|NCCL version "
    r"|CUDA runtime version |From node |Collected data|Travel times"
)
HEAD = re.compile(r"#(?P<group>\d{1,6})-\d+ \((?P<hash>[0-9a-f]{1,16})\) (?P<kind>[A-Z]+)")
ROW = re.compile(r"(?P<group>\d{1,6}) +\d+ +\d+ +[\d-]+ +(?P<size>\d{1,7}) +(?P<ranks>\d{1,7}) +\S+ +\S+$")
MISSING = re.compile(r"The missing ranks?: (?P<ranks>[\d, ]{1,2000})$")
COUNTS_DIFFER = re.compile(r"Communicator ranks have different (?P<what>[\w ]{1,40}?)(?: operation counts|(?= status))")
MANY = re.compile(
    r"(?P<ranks>\d{1,7}) ranks have (?:launched up to operation (?P<last>\d{1,19})|(?P<none>not launched))"
)
RANK = re.compile(
    r"Rank (?P<rank>\d{1,7}) (?:has (?:launched up to operation (?P<last>\d{1,19})|(?P<none>not launched)[^-]*) )?--"
)
PROCESS = re.compile(r"Process (?P<pid>\d{1,9}) on node (?P<host>\S{1,255})")
WITHOUT_A_COMMA = re.compile(r'("nvml_dev": ?-?\d{1,9})(\s{1,40}"status")')
VERSION = re.compile(r"NCCL version (?P<version>\S{1,40})")


@dataclass(slots=True)
class Communicator:
    """One NCCL communicator; ranks are its own. `counts`: operation -> rank -> how many it has launched.

    `many`: operation -> (how many ranks, what these have launched), where the text does not name them. `missing`: rank
    -> "dead", "unresponsive" or "missing". `size` is None where the text does not tell.
    """

    name: str
    size: int | None = None
    counts: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    many: dict[str, list[tuple[int, int]]] = field(default_factory=lambda: defaultdict(list))
    missing: dict[int, str] = field(default_factory=dict)
    errors: dict[int, int] = field(default_factory=dict)


@dataclass(slots=True)
class Report:
    """One answer of RAS. `dead` and `silent` are processes as (pid, host); `version` is NCCL's."""

    version: str = ""
    communicators: list[Communicator] = field(default_factory=list)
    dead: list[tuple[int, str]] = field(default_factory=list)
    silent: list[tuple[int, str]] = field(default_factory=list)
    timeouts: int = 0


def read(lines: Lines) -> Report | None:
    """A block of a log -> the report; None where it is none."""
    first = lines.peek() or ""
    if first.startswith(("{", '"nccl_version"')):
        return read_json(take_document(lines))
    report, reader = Report(), _Text()
    empty = 0
    while (line := lines.peek()) is not None and empty <= MOST_EMPTY_LINES:
        empty = 0 if line else empty + 1
        if line and not KNOWN.match(line):
            break
        reader.add(lines.take(), report)
    _count_the_rest(report.communicators)
    return report if report.communicators or report.dead or report.silent or reader.rows else None


class _Text:
    """Where in the text the reader stands: in which communicator's part, in which list."""

    def __init__(self) -> None:
        self.current: Communicator | None = None
        self.operation = ""
        self.last: int | None = None
        self.kind = ""
        self.rows = 0
        self.sizes: dict[str, int] = {}

    def add(self, line: str, report: Report) -> None:
        if told := VERSION.match(line):
            report.version = told["version"]
        if told := ROW.match(line):
            self.rows += 1
            self.sizes[told["group"]] = int(told["size"])
        if line in ("DEAD", "INCOMPLETE", "TIMEOUT", "Errors", "Warnings"):
            self.current, self.kind = None, line
        elif told := HEAD.match(line):
            self._open(told, report)
        elif "job process" in line:
            self.current, self.kind = None, "DEAD" if "considered dead" in line else "INCOMPLETE"
        elif self.current is None:
            if told := PROCESS.match(line):
                gone = report.dead if self.kind == "DEAD" else report.silent
                gone.append((int(told["pid"]), told["host"]))
        else:
            self._within(self.current, line)

    def _open(self, told: re.Match, report: Report) -> None:
        known = next((c for c in report.communicators if c.name == told["hash"]), None)
        if known is None and len(report.communicators) < MOST_COMMUNICATORS:
            known = Communicator(told["hash"], self.sizes.get(told["group"]) or None)
            report.communicators.append(known)
        self.current, self.kind, self.operation, self.last = known, told["kind"], "", None

    def _within(self, communicator: Communicator, line: str) -> None:
        if told := MISSING.match(line):
            communicator.missing |= {int(n): "missing" for n in re.findall(r"\d{1,7}", told["ranks"])[:MOST_RANKS]}
        elif told := COUNTS_DIFFER.match(line):
            self.operation, self.last = told["what"], None
        elif told := MANY.match(line):
            self.last = int(told["last"] or 0)
            communicator.many[self.operation].append((int(told["ranks"]), self.last))
        elif told := RANK.match(line):
            self._note_rank(communicator, told)

    def _note_rank(self, communicator: Communicator, told: re.Match) -> None:
        last = int(told["last"]) if told["last"] else 0 if told["none"] else self.last
        if self.kind == "INCOMPLETE":
            communicator.missing[int(told["rank"])] = "missing"
        elif self.kind == "MISMATCH" and last is not None and self.operation:
            communicator.counts[self.operation][int(told["rank"])] = last


def _count_the_rest(communicators: list[Communicator]) -> None:
    """NCCL names the ranks of the smaller group: what it says of "30 ranks" is true of all that are not named."""
    left = MOST_COUNTED
    for communicator in communicators:
        for operation, many in communicator.many.items():
            left -= communicator.size or 0
            if left < 0:
                return
            counts = communicator.counts[operation]
            rest = set(range(communicator.size or 0)) - counts.keys() - communicator.missing.keys()
            told = [last for ranks, last in many if ranks == len(rest)]
            if rest and len(told) == 1:
                counts.update(dict.fromkeys(sorted(rest), told[0]))


def read_json(text: str) -> Report | None:
    """The JSON form, whole or without its comma; None where it is something else."""
    document = parse(WITHOUT_A_COMMA.sub(r"\1,\2", text))
    if not isinstance(document, dict) or not isinstance(document.get("communicators"), list):
        return None
    told = [one for one in document["communicators"][:MOST_COMMUNICATORS] if isinstance(one, dict)]
    report = Report(str(document.get("nccl_version", ""))[:40], [_communicator(one) for one in told])
    ras = document.get("ras")
    report.timeouts = _number(ras.get("timeouts_count")) if isinstance(ras, dict) else 0
    for one in told:
        for rank in _ranks(one, "missing_ranks"):
            place = (_number(rank.get("pid")), str(rank.get("host", ""))[:255])
            gone = report.dead if _why(rank) == "dead" else report.silent
            if place not in gone:
                gone.append(place)
    return report


def _communicator(told: dict) -> Communicator:
    communicator = Communicator(str(told.get("hash", ""))[:40].removeprefix("0x"), _number(told.get("size")) or None)
    for rank in _ranks(told, "ranks"):
        number, status = _number(rank.get("rank")), rank.get("status")
        counts = rank.get("collective_counts")
        for operation, count in islice(counts.items() if isinstance(counts, dict) else (), 64):
            communicator.counts[operation[:40]][number] = _number(count)
        if isinstance(status, dict) and (error := _number(status.get("async_error"))):
            communicator.errors[number] = error
    communicator.missing = {_number(rank.get("rank")): _why(rank) for rank in _ranks(told, "missing_ranks")}
    return communicator


def _ranks(told: dict, key: str) -> list[dict]:
    ranks = told.get(key)
    return [rank for rank in ranks[:MOST_RANKS] if isinstance(rank, dict)] if isinstance(ranks, list) else []


def _why(rank: dict) -> str:
    status = rank.get("status")
    told = status if isinstance(status, dict) else {}
    return "dead" if told.get("considered_dead") else "unresponsive" if told.get("unresponsive") else "missing"


def _number(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63 else 0


KIND = Kind("NCCL RAS", OPENING, read, longest=LONGEST)
