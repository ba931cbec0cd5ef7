"""One pass over a clean log for the lines that look like errors and those that name a version, in linear time."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field

import hyperscan

from kb.matching.answer import ErrorLine
from kb.matching.log import rank_of, shorten, without_prefix
from kb.matching.places import Places

ERROR_WORDS = (
    r"[a-z](?:Error|Exception)\b",
    r"\b(?:error|fatal|failed|failure|abort|aborted|killed|denied|refused|unrecognized|cannot|could not|unable to)\b",
    r"\b(?:time[d]? ?out|NCCL WARN|segmentation fault|bus error|core dumped|undefined symbol|Xid)\b",
    "(?:错误|失败|无法|异常)",
)
VERSIONS = {
    "NCCL": r"NCCL version:?\s{0,4}v?(\d{1,2}\.\d{1,3}(?:\.\d{1,3})?)",
    "torch": r"\btorch(?:==|\s{1,4}version:?\s{1,4}|-)(\d\.\d{1,2}(?:\.\d{1,2})?)\b",
    "Python": r"(?:/python|\bpython(?:\s|==|:\s?))(3\.\d{1,2}(?:\.\d{1,2})?)\b",
    "CUDA": r"\bCUDA(?: version)?:?\s{0,4}(\d{1,2}\.\d)\b",
    "DeepSpeed": r"\bdeepspeed(?:==|\s{1,24}(?:info: )?(?:version ?[:=]? ?)?)(\d\.\d{1,2}\.\d{1,2})\b",
    "transformers": r"\btransformers(?:==|\s{1,24}(?:version:? )?)(\d\.\d{1,2}\.\d{1,2})\b",
    "accelerate": r"\baccelerate(?:==|\s{1,24}(?:version:? )?)(\d\.\d{1,2}\.\d{1,2})\b",
    "driver": r"Driver Version:\s{0,4}(\d{3}\.\d{1,3}(?:\.\d{1,3})?)",
}
ADVICE = re.compile(
    r"^\s*(?:For debugging consider|Compile with|To enable traceback|warnings\.warn|raise \w|File \"|at /|frame #)"
)
EXCEPTION = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception|Expired|Timeout))(?P<rest>:\s.*|:?)\s*$"
)
MOST_ERROR_LINES = 200
MOST_LINES_READ = 20_000
LONGEST_VERSION = 100


@dataclass(slots=True)
class Landmarks:
    """What one pass found: error lines in the order of the log, and the first mention of each version."""

    errors: list[ErrorLine] = field(default_factory=list)
    versions: dict[str, str] = field(default_factory=dict)

    def exceptions(self) -> list[ErrorLine]:
        """The error lines that end a traceback: an exception's class and what it said."""
        return [line for line in self.errors if EXCEPTION.fullmatch(without_prefix(line.text))]


class _Scanner:
    """The patterns above, compiled once; each thread has a scratch space of its own."""

    def __init__(self) -> None:
        names = list(VERSIONS)
        expressions = [*ERROR_WORDS, *VERSIONS.values()]
        self.version_ids = {len(ERROR_WORDS) + n: name for n, name in enumerate(names)}
        self.patterns = {name: re.compile(VERSIONS[name].encode(), re.IGNORECASE) for name in names}
        once = [0] * len(ERROR_WORDS) + [hyperscan.HS_FLAG_SINGLEMATCH] * len(VERSIONS)
        self.database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        self.database.compile(
            expressions=[expression.encode() for expression in expressions],
            ids=list(range(len(expressions))),
            flags=[hyperscan.HS_FLAG_CASELESS | flag for flag in once],
        )
        self.thread = threading.local()

    def scan(self, text: bytes, places: Places) -> tuple[list[tuple[int, int]], dict[str, str]]:
        """(start, end) of every printed line with an error word, and versions by package."""
        lines: list[tuple[int, int]] = []
        versions: dict[str, str] = {}

        def note(number: int, start: int, end: int, flags: int, context: object) -> None:
            if number in self.version_ids:
                name = self.version_ids[number]
                if match := self.patterns[name].search(text, max(0, end - LONGEST_VERSION), end + 12):
                    versions[name] = match[1].decode()
            elif (not lines or end > lines[-1][1]) and len(lines) < MOST_LINES_READ:
                lines.append(places.printed_line(end - 1))

        if not hasattr(self.thread, "scratch"):
            self.thread.scratch = hyperscan.Scratch(self.database)
        self.database.scan(text, match_event_handler=note, scratch=self.thread.scratch)
        return lines, versions


_SCANNER = _Scanner()


def find_landmarks(text: str, file: str = "") -> Landmarks:
    """Clean text -> at most MOST_ERROR_LINES different error lines, each wording once, and the versions named."""
    encoded = text.encode("utf-8", errors="replace")
    places = Places(encoded)
    spans, versions = _SCANNER.scan(encoded, places)
    found, seen = [], set()
    for start, end in spans:
        shown = shorten(encoded[start:end])
        bare = without_prefix(shown)
        wording = re.sub(r"\d+", "0", bare)
        if bare and wording not in seen and not ADVICE.match(bare):
            seen.add(wording)
            found.append(ErrorLine(places.line(start), shown, rank_of(shown), file))
            if len(found) == MOST_ERROR_LINES:
                break
    return Landmarks(found, {name: versions[name] for name in VERSIONS if name in versions})
