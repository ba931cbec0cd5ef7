"""Standings -> the table of who stands where."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.frozen.standings import Standings, shown_file
from kb.language import gettext, marked_words
from kb.reading.stacks.job import Group

MOST_GROUPS = 64
PLACES = marked_words(
    "collective",
    "store",
    "data loader",
    "lock",
    "compiler",
    "checkpoint or file",
    "device",
    "backward",
    "optimizer",
    "exit",
    "own code",
    "unknown",
)


@dataclass(frozen=True, slots=True)
class GroupView:
    """One row: processes that stand at the same place; `line` is the first one's."""

    who: str
    what: str
    function: str
    own: str
    moved: str
    blamed: bool
    file: str
    line: int
    anchor: str


@dataclass(frozen=True, slots=True)
class StandingsView:
    """What _standings.html may read; the column of what moved is left out where there was one sample."""

    sentences: tuple[str, ...]
    groups: tuple[GroupView, ...]
    hidden: int
    has_moved: bool


def standings_view(standings: Standings, anchor_of) -> StandingsView:
    """`anchor_of(line, file)` names a line's place in the log on the same page."""
    rows = tuple(_row(group, anchor_of) for group in standings.groups[:MOST_GROUPS])
    hidden = len(standings.groups) - len(rows)
    return StandingsView(standings.sentences, rows, hidden, any(row.moved for row in rows))


def _row(group: Group, anchor_of) -> GroupView:
    where, first = group.where, group.members[0]
    return GroupView(
        who=group.who[:1].upper() + group.who[1:],
        what=gettext("ended: {how}").format(how=gettext(group.ended)) if group.ended else gettext(where.what),
        function=gettext(where.function),
        own=f"{where.own.function} ({shown_file(where.own)})" if where.own else "",
        moved={True: gettext("moved"), False: gettext("the same"), None: ""}[group.moved],
        blamed=group.suspected,
        file=first.file,
        line=first.line,
        anchor=anchor_of(first.line, first.file),
    )
