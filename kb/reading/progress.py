"""The end of a log -> how far training came in it, and whether it says that it finished."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from itertools import pairwise

from kb.reading.text.stretches import Stretch

# Bytes: what a job does after an error that it gets over stands at its end.
TAIL = 64 * 1024
MOST_STEPS = 2000
# Plurals are settings: "optimization steps = 1,540".
STEP = re.compile(
    rb"\bepoch:? {1,3}\d{1,6}: {0,5}(?P<of>\d{1,9}) {0,5}/ {0,5}\d{1,9}\b"
    rb"|\b(?P<kind>(?:global_?)?step|iter(?:ation)?|epoch|update|num_updates)\b['\"]?[ :=#\[|]{1,12}"
    rb"(?P<value>\d{1,9}(?:\.\d{1,6})?)",
    re.IGNORECASE,
)
FINISHED = re.compile(
    "|".join(
        (
            r"\btraining (?:is |has )?(?:successfully )?(?:finished|completed?|done)\b",
            r"\b(?:finished|done|completed) training\b",
            r"\ball done[.!]",
            r"\btrain_runtime['\"]?\s{0,20}[:=]",
            r"`Trainer\.fit` stopped: `max_",
            "训练已?(?:完成|结束)",
            # DeepSpeed's launcher, of each of its ranks.
            r"\bProcess \d+ exits successfully\b",
        )
    ).encode(),
    re.IGNORECASE,
)
# A figure that is none; Megatron counts such iterations in every line.
ODD = re.compile(rb"\bnan\b(?! iterations)|nan iterations:\s{0,8}[1-9]|\binf\b", re.IGNORECASE)
NONE_ODD = re.compile(r"number of (?:nan|skipped) iterations:\s{0,8}0\b")

# What a trainer prints while all is well, as a dictionary or as name=figure; nan is no figure, nor is a setting.
AS_A_WHOLE = re.compile(r"\s*\{(?:'[\w/]{1,60}': [-+\d.e]{1,30}(?:, )?)+\}\s*")
FIGURES = re.compile(r"(?:(?<![\w-])[a-z][a-z_/]{1,40}=[-+]?\d[\d.e+-]{0,30}(?![\w.-]),? {0,3}){3,}")


@dataclass(frozen=True, slots=True)
class Progress:
    """`steps` are (pasted line from 1, counter, its value) in order; `finished` is the line that says so, or 0.

    `odd`: a figure is nan or infinite.
    """

    steps: tuple[tuple[int, bytes, float], ...] = ()
    finished: int = 0
    odd: bool = False

    def beyond(self, line: float) -> int:
        """The last line behind this one to which training went on; 0 where it did not.

        It did where a counter grew from one line to the very next: other ranks' counters stand among the lines of one
        that breaks.
        """
        ours: dict[bytes, list[tuple[int, float]]] = defaultdict(list)
        for at, kind, value in self.steps:
            if at > line:
                ours[kind].append((at, value))
        pairs = (pair for seen in ours.values() for pair in pairwise(seen))
        return max((now for (then, old), (now, new) in pairs if new > old and now - then <= 1), default=0)


def progress_in(last: Stretch) -> Progress:
    """What the last stretch of a log says of it."""
    base = max(0, len(last.text) - TAIL)
    tail = last.text[base:]
    steps = [
        (last.places.line(base + found.start()), (found["kind"] or b"/").lower(), float(found["value"] or found["of"]))
        for found, _ in zip(STEP.finditer(tail), range(MOST_STEPS), strict=False)
    ]
    ends = [found.start() for found in FINISHED.finditer(tail)]
    finished = last.places.line(base + ends[-1]) if ends else 0
    return Progress(tuple(steps), finished, ODD.search(tail) is not None)


def without_figures(line: str) -> str:
    """A line less a trainer's figures: loss_scale=16.000 in the last line of a frozen job is no symptom."""
    return "" if AS_A_WHOLE.fullmatch(line) else NONE_ODD.sub("", FIGURES.sub("", line))
