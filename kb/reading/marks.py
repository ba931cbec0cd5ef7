"""One more pass over a stretch, in linear time: where its error lines, versions, timeouts and world sizes stand."""

from __future__ import annotations

import re
import threading
from dataclasses import dataclass, field

import hyperscan

from kb.reading.text.stretches import Stretch

ERRORS = (
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
    "GPU": (
        r"\b(?:NVIDIA|Tesla|GeForce)[ -]((?:GeForce |RTX |GTX |TITAN |Quadro |Tesla ){0,3}"
        r"[A-Z]{0,3}\d{1,4}[A-Z]{0,2}\b(?: Ti| SUPER|-[A-Z]{3,4}\d?-\d{2,3}GB)?)"
    ),
}
# The watchdog's timeout and the state of its process group.
TIMEOUTS = (r"WorkNCCL\(", r"last enqueued ")
WORLDS = (r"world[_ ]size", r"\bnranks ", r"\bnum[_ ]processes")
LONGEST_VERSION = 100
MOST_WORLDS = 200
# In one stretch: enough for a line of trouble every hundred bytes.
MOST_ERRORS = 2_500


@dataclass(slots=True)
class Marks:
    """Byte offsets in the clean text of a stretch."""

    errors: list[tuple[int, int]] = field(default_factory=list)  # start and end of the printed line
    timeouts: list[int] = field(default_factory=list)
    worlds: list[int] = field(default_factory=list)  # behind the words that announce a world size
    versions: dict[str, str] = field(default_factory=dict)


class _Scanner:
    """The patterns above in one database; each thread has a scratch space of its own."""

    def __init__(self) -> None:
        kinds = [("error", p) for p in ERRORS] + list(VERSIONS.items())
        kinds += [("timeout", p) for p in TIMEOUTS] + [("world", p) for p in WORLDS]
        self.kinds = [kind for kind, _ in kinds]
        self.versions = {name: re.compile(p.encode(), _case(name)) for name, p in VERSIONS.items()}
        self.database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
        self.database.compile(
            expressions=[pattern.encode() for _, pattern in kinds],
            ids=list(range(len(kinds))),
            flags=[_flags(kind) for kind, _ in kinds],
        )
        self.thread = threading.local()

    def scan(self, stretch: Stretch) -> Marks:
        marks, text, places = Marks(), stretch.text, stretch.places

        def note(number: int, start: int, end: int, flags: int, context: object) -> None:
            kind = self.kinds[number]
            if kind in self.versions:
                if match := self.versions[kind].search(text, max(0, end - LONGEST_VERSION), end + 24):
                    marks.versions[kind] = match[1].decode()
            elif end <= stretch.seen:
                return
            elif kind == "error":
                if (not marks.errors or end > marks.errors[-1][1]) and len(marks.errors) < MOST_ERRORS:
                    marks.errors.append(places.printed_line(end - 1))
            elif kind == "timeout":
                marks.timeouts.append(end)
            elif len(marks.worlds) < MOST_WORLDS:
                marks.worlds.append(end)

        if not hasattr(self.thread, "scratch"):
            self.thread.scratch = hyperscan.Scratch(self.database)
        self.database.scan(text, match_event_handler=note, scratch=self.thread.scratch)
        return marks


def _case(kind: str) -> int:
    """A GPU's name is in capitals; nvidia-cu12 is a package."""
    return 0 if kind == "GPU" else re.IGNORECASE


def _flags(kind: str) -> int:
    once = hyperscan.HS_FLAG_SINGLEMATCH if kind in VERSIONS else 0
    return once | (hyperscan.HS_FLAG_CASELESS if _case(kind) else 0)


find_marks = _Scanner().scan
