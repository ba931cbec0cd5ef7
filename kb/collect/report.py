"""Writes the file: headings that a program finds again, secrets masked before anything leaves this process."""

from __future__ import annotations

import re
import time
from typing import TextIO

from kb.collect.running.attempts import Outcome
from kb.masking import mask

FORMAT = "rankdown-collect 1"
# A line of somebody's log that looks like a heading of ours gets a space before it.
LIKE_A_HEADING = re.compile(r"^(== .* ==)\s*$", re.MULTILINE)


class Report:
    """The file as it grows: each section is written, and flushed, as soon as it is known."""

    def __init__(self, stream: TextIO):
        self.stream, self.began, self.hidden, self.sections = stream, time.monotonic(), 0, 0

    def begin(self, facts: dict[str, str]) -> None:
        """The format's name, then `name: value` lines."""
        self._write("".join([f"{FORMAT}\n", *(f"{name}: {value}\n" for name, value in facts.items())]))

    def section(self, heading: str, text: str) -> None:
        """A heading and what belongs to it."""
        self.sections += 1
        self._write(f"\n== {' '.join(heading.split())} ==\n" + LIKE_A_HEADING.sub(r" \1", text))

    def outcome(self, outcome: Outcome) -> None:
        """A probe's section: what it gave, and the line that says what kept it from ending well."""
        text = outcome.text if not outcome.text or outcome.text.endswith("\n") else outcome.text + "\n"
        if outcome.problem:
            text += f"{'' if text else 'absent: '}{outcome.problem}\n"
        at = f"at={max(0.0, outcome.began - self.began):.1f}s took={outcome.seconds:.1f}s"
        self.section(f"{outcome.probe.heading} {at}", text or "absent: it printed nothing\n")

    def end(self, note: str = "") -> None:
        """Says that nothing is missing behind it."""
        took = time.monotonic() - self.began
        self.section("end", f"{note}sections: {self.sections}\nhidden: {self.hidden}\nseconds: {took:.1f}\n")

    def _write(self, text: str) -> None:
        masked, count = mask(text)
        self.hidden += count
        self.stream.write(masked)
        self.stream.flush()
