"""The stacks of one job -> which rank is behind, what it does there, and who waits for it, as a verdict."""

from __future__ import annotations

from collections.abc import Sequence

from kb.diagnosis.down.verdict import FirstDown
from kb.diagnosis.frozen.standings import Standings, place_of
from kb.language import gettext, marked, marked_plural, ngettext
from kb.reading.blocks import Block
from kb.reading.frozen.facts import what_it_does
from kb.reading.frozen.job import Job, job_of
from kb.reading.stacks.job import WAITING, Group
from kb.reading.text.runs import ranks

# What a rank does that others wait for, as the facts call it, said of one and of several.
DOES = {
    "asks": marked_plural("waits for somebody at the keyboard", "wait for somebody at the keyboard"),
    "is-stopped": marked_plural("was stopped by a signal or a debugger", "were stopped by a signal or a debugger"),
    "waits-for-file-lock": marked_plural("waits for a lock file", "wait for a lock file"),
    "waits-for-lock": marked_plural("waits for a lock or a queue", "wait for a lock or a queue"),
    "downloads": marked_plural("downloads", "download"),
    "reads-data": marked_plural("reads data", "read data"),
    "saves": marked_plural("saves a checkpoint", "save a checkpoint"),
    "loads": marked_plural("loads a model or a checkpoint", "load a model or a checkpoint"),
    "compiles": marked_plural("compiles", "compile"),
    "imports": marked_plural("imports modules", "import modules"),
    "prepares": marked_plural("prepares data", "prepare data"),
    "evaluates": marked_plural("evaluates or generates", "evaluate or generate"),
    "exits": marked_plural("has finished and exits", "have finished and exit"),
    "sleeps": marked_plural("sleeps", "sleep"),
    "computes": marked_plural("computes", "compute"),
}
STANDS = marked_plural("stands", "stand")
BEHIND = marked("{who} {does} in {place}.")
WAIT = marked_plural(" {who} waits.", " {who} wait.")
NO_PROCESS = marked_plural(
    "{who} has no process here: it ended, or never started.",
    "{who} have no process here: they ended, or never started.",
)
DIFFER = marked("{who} stand in different collectives: {places}.")


def find_behind(blocks: Sequence[Block], standings: Standings | None) -> FirstDown | None:
    """Whom the stacks convict; None where nobody is behind, or where those who wait go on: slow, not stuck."""
    if standings is None:
        return None
    job = job_of(blocks)
    mains = [group for group in standings.groups if not (group.where.worker or group.crashed) and _named(group)]
    waiting = [group for group in mains if group.where.what in WAITING]
    if not waiting or any(job.has_moved(member) for group in waiting for member in group.members):
        return None
    behind = [group for group in mains if group not in waiting]
    return _missing(mains, waiting, job) or _doing_else(behind, waiting, job) or _differing(waiting)


def _named(group: Group) -> bool:
    return all(member.rank is not None for member in group.members)


def _ranks(groups: Sequence[Group]) -> tuple[int, ...]:
    return tuple(sorted(member.rank for group in groups for member in group.members))


def _missing(mains: Sequence[Group], waiting: Sequence[Group], job: Job) -> FirstDown | None:
    """Ranks of a job of one node that have no process."""
    expected = job.started if job.several_nodes is False else job.expected
    if expected is None or job.several_hosts:
        return None
    gone = tuple(sorted(set(range(int(expected))) - set(_ranks(mains)) - job.ranks))
    if not gone:
        return None
    said = ngettext(*NO_PROCESS, len(gone)).format(who=ranks(gone)) + _waited(waiting)
    return FirstDown(gone, "process dead", waiting=_ranks(waiting), said=said)


def _doing_else(behind: Sequence[Group], waiting: Sequence[Group], job: Job) -> FirstDown | None:
    """Ranks that stand outside of what the others wait in."""
    if not behind:
        return None
    who = _ranks(behind)
    said = " ".join(_said(group, job) for group in behind) + _waited(waiting)
    first = behind[0].members[0]
    return FirstDown(who, "did not join", file=first.file, line=first.line, waiting=_ranks(waiting), said=said)


def _said(group: Group, job: Job) -> str:
    does = {what_it_does(member, job) for member in group.members}
    words = DOES.get(does.pop(), STANDS) if len(does) == 1 else STANDS
    told = ngettext(*words, len(group.members))
    return gettext(BEHIND).format(who=ranks(_ranks([group])), does=told, place=place_of(group.where))


def _waited(waiting: Sequence[Group]) -> str:
    who = _ranks(waiting)
    return ngettext(*WAIT, len(who)).format(who=ranks(who))


def _differing(waiting: Sequence[Group]) -> FirstDown | None:
    """All wait in collectives, and not in the same; the few are looked at first, where there are few."""
    if len(waiting) < 2 or any(group.where.what not in ("collective", "backward") for group in waiting):
        return None
    if len({group.where.function for group in waiting}) < 2:
        return None
    few = [group for group in waiting if group.suspected]
    who = _ranks(few or waiting)
    places = "; ".join(f"{ranks(_ranks([group]))} - {place_of(group.where)}" for group in waiting)
    said = gettext(DIFFER).format(who=ranks(_ranks(waiting)), places=places)
    first = (few or waiting)[0].members[0]
    return FirstDown(who, "collectives differ", file=first.file, line=first.line, said=said)
