"""A job that was ended from outside after it had printed nothing for long: it stood still, and the end was not why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass

from kb.language import gettext, ngettext
from kb.matching.match import Match
from kb.reading.one_pass import Reading
from kb.reading.text.lines import shown_at


@dataclass(frozen=True, slots=True)
class StoodStill:
    """Between these lines of a file nothing was printed for so many seconds, and before at most for `usual`."""

    file: str
    last: int
    line: int
    seconds: int
    usual: int

    @property
    def sentence(self) -> str:
        told = gettext(
            "Nothing was printed for {time} before the job was ended ({place}), and before that never for more than"
            " {usual}: it most likely stood still, and more time would not have helped. Find out where it stands first."
        )
        place = shown_at(self.file, self.last)
        return told.format(time=lasting(self.seconds), place=place, usual=lasting(self.usual))


def stood_still(readings: Iterable[Reading], matches: Sequence[Match]) -> StoodStill | None:
    """Only where the end itself is the answer: another failure says more than silence. Of several files, all ended."""
    best = next((match for match in matches if match.confident), None)
    cited = {(item.file, item.line) for item in best.evidence} if best else set()
    told = [reading for reading in readings if reading.progress.steps or reading.silence]
    if not all(reading.silence and not reading.progress.beyond(reading.silence.line) for reading in told):
        return None
    found = (StoodStill(reading.file, *astuple(reading.silence)) for reading in told)
    ours = (one for one in found if (one.file, one.line) in cited)
    return min(ours, key=lambda one: one.seconds, default=None)


def lasting(seconds: int) -> str:
    """A time in words, to the minute."""
    hours, minutes = divmod(max(1, round(seconds / 60)), 60)
    told = [ngettext("{number} hour", "{number} hours", hours).format(number=hours)] if hours else []
    told += [ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes)] if minutes else []
    return " ".join(told)
