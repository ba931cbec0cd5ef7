"""The stacks of one job -> who stands where; the few who stand elsewhere than the others are suspected."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kb.language import gettext, marked, marked_plural, marked_words, ngettext
from kb.reading.blocks import Block
from kb.reading.stacks.job import WAITING, Group, groups_in
from kb.reading.stacks.stack import Frame
from kb.reading.stacks.standing import Standing, is_silent

# What kb/reading/stacks/known/places.py calls functions that have no telling name of their own.
NAMES = marked_words("a collective", "the DataLoader", "the backward pass")
STILL = marked_plural("{who} has not moved between the two samples.", "{who} have not moved between the two samples.")
MOVED = marked("{who} moved between the two samples: slow, not stuck.")
STANDS = marked("{who} stands in {place}.")
STOOD = marked("{who} stood in {place} when it was interrupted.")
ENDED, ENDED_SOMEWHERE = marked("{who} ended in {place}: {how}"), marked("{who} ended: {how}")
NOBODY_MISSING = marked(
    "{who} all stand in {place}. Nobody in this paste is missing there: if these are all ranks, look for a stall in "
    "the device or the network, not for a rank that did not come."
)
BESIDE = marked(
    "{who} stand in {place}, and a second thread of each in {second}. Collectives of one process group need the same "
    "order on every rank, which two threads do not keep: give that thread a group of its own."
)
# What is left of a paste beside its stacks: a fence, a frame that was cut.
FEW_LETTERS = 40
SILENT = marked(
    "These stacks are of helpers: launchers, servers, workers without work, or threads beside the main one. They do "
    "not show where the job stands: look at the processes of its ranks, with all their threads."
)
WAIT_FOR_SOMETHING = marked("{who} all stand in {place}: what they wait for there is the cause, not a rank.")


@dataclass(frozen=True, slots=True)
class Standings:
    """Largest group first, none where all stacks are of helpers.

    `unnamed` stacks are left out, because others say their rank and these do not.
    """

    groups: tuple[Group, ...]
    unnamed: int = 0

    @property
    def sentences(self) -> tuple[str, ...]:
        """What the groups tell, in plain words."""
        if not self.groups:
            return (gettext(SILENT),)
        said = [_all_in(self.groups[0]) if len(self.groups) == 1 else _apart(self.groups)]
        still = [group for group in self.groups if group.moved is False]
        if still and len(still) == len(self.groups):
            said.append(gettext("Nobody has moved between the two samples: stuck."))
        elif still:
            said += [_said(group, ngettext(*STILL, len(group.members))) for group in still]
        said += [_said(group, gettext(MOVED)) for group in self.groups if group.moved]
        if self.unnamed:
            said.append(gettext("Left out: {number} more stacks that name no rank.").format(number=self.unnamed))
        return tuple(said)


def find_standings(blocks: Sequence[Block]) -> Standings | None:
    """The stacks among the blocks of one job -> who stands where; None where there are none that tell."""
    groups, unnamed = groups_in(blocks)
    return Standings(groups, unnamed) if groups or any(is_silent(block.said) for block in blocks) else None


def only_helpers(standings: Standings | None, query: str) -> bool:
    """Whether stacks of helpers are all that there is: no words are left to guess by."""
    left = sum(letter.isalpha() for letter in query)
    return standings is not None and not standings.groups and left < FEW_LETTERS


def _all_in(group: Group) -> str:
    if group.ended:
        return gettext("{who}.").format(who=_large(_ended(group)))
    if len(group.members) > 1 and group.beside:
        return _said(group, gettext(BESIDE), second=group.beside)
    if len(group.members) > 1:
        return _said(group, gettext(NOBODY_MISSING if group.where.what in WAITING else WAIT_FOR_SOMETHING))
    return _said(group, gettext(STOOD if group.interrupted else STANDS))


def _ended(group: Group) -> str:
    """How those ended, and in what where a frame tells."""
    sentence = ENDED_SOMEWHERE if place_of(group.where) == "??" else ENDED
    return gettext(sentence).format(who=_small(group.who), place=place_of(group.where), how=gettext(group.ended))


def _apart(groups: Sequence[Group]) -> str:
    """The majority first, then who stands elsewhere."""
    mains = [group for group in groups if not group.where.worker]
    others = [group for group in groups if group.suspected]
    rest = [group for group in groups if group not in others]
    told = "; ".join(_stand(group) for group in [*rest, *others])
    if others:
        sentence = ngettext("{who}: look there first.", "{who}: look at these first.", len(others))
    elif len(mains) < 2:
        sentence = gettext("{who}.")
    else:
        sentence = gettext("{who}. They stand apart, and no place is the majority's.")
    return sentence.format(who=_large(told))


def _stand(group: Group) -> str:
    if group.ended:
        return _ended(group)
    sentence = ngettext("{who} stands in {place}", "{who} stand in {place}", len(group.members))
    return sentence.format(who=_small(group.who), place=place_of(group.where))


def _said(group: Group, sentence: str, **more: str) -> str:
    return sentence.format(who=_large(group.who), place=place_of(group.where), **more)


def place_of(where: Standing) -> str:
    """'all_reduce (train.py:12)': what a process waits in, and the own line that called it."""
    frame = where.own or where.frame
    file = shown_file(frame)
    function = gettext(where.function)
    return f"{function} ({file})" if file and file != function else function


def shown_file(frame: Frame) -> str:
    name = frame.file.rpartition("/")[2]
    return f"{name}:{frame.line}" if frame.line else name


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]
