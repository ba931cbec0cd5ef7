"""What stands in front of the first line of a traceback -> the same lines without it, whatever launcher wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.reading.own_prefix import OwnPrefix, prefix_of, speaker_of

BEGIN = "Traceback (most recent call last)"
BEGINS = re.compile(re.escape(BEGIN))
# A prefix is no longer, nor is more of a line compared.
LONGEST = 400


@dataclass(frozen=True, slots=True)
class Front:
    """`text` as it stands in front of the first line; `shape` where its figures may differ from line to line."""

    text: str
    shape: OwnPrefix | None = None

    def rest(self, line: str) -> str | None:
        """A line with its indentation, less what stands in front of it; None where another process printed it."""
        if line.startswith(self.text):
            return line[len(self.text) :]
        told = self.shape and self.shape.shape.match(line[:LONGEST])
        if not told or speaker_of(told[0]) != self.shape.speaker:
            return None
        return line[told.end() :].removeprefix(self.gap)

    @property
    def gap(self) -> str:
        """The white space between the prefix and the line's own words."""
        return self.text[len(self.text.rstrip()) :]


def front_of(text: str) -> Front:
    """`text` stands in front of a traceback's first words, on their line."""
    return Front(text, prefix_of(text[-LONGEST:] + BEGIN, BEGINS) if text.strip() else None)
