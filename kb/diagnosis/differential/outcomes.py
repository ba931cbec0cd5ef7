"""What a check printed, or what was pasted first -> the outcome that it shows and the line that does; never a guess."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.conditions import MARK, overlap, parse
from kb.catalogue.schema.entry import Entry, Looked
from kb.catalogue.schema.facts import STACKS
from kb.diagnosis.differential.asking import LEAVES
from kb.language import gettext
from kb.masking import clean_line, clean_name, mask
from kb.matching.facts import Shown, holding
from kb.matching.finder import hits
from kb.matching.match import Told
from kb.matching.signatures import Hit, SignatureDatabase, conditions_of
from kb.reading.frozen.facts import facts_in
from kb.reading.looks import Looks
from kb.reading.one_pass import Reading, read
from kb.reading.text.decoding import Content


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome, and the pasted line (from 1) that shows it; `fact` where that is one of a table or stack."""

    outcome: Outcome
    line: int
    text: str
    file: str = ""
    fact: Told | None = None


@dataclass(frozen=True, slots=True)
class Output:
    """What the output of a check shows: nothing, one outcome, or several that contradict each other.

    `seen` has one line for each outcome, in the order of the check; `notice` says why the output could not be read.
    """

    check: Check
    seen: tuple[Seen, ...] = ()
    notice: str = ""

    @property
    def shown(self) -> Seen | None:
        """The outcome that it shows; None where it shows none, or contradicts itself."""
        return self.seen[0] if len(self.seen) == 1 else None

    @property
    def sentence(self) -> str:
        """What came of it."""
        if self.notice:
            return self.notice
        if self.shown:
            return gettext("The output shows how this check ended.")
        if self.seen:
            return gettext("The output shows outcomes that exclude each other, so none of them counts: which is it?")
        return gettext("This does not show any of the outcomes, so nothing was counted. Here is what would:")


def output_of(check: Check, files: Iterable[tuple[str, Content]]) -> Output:
    """Reads what a check printed, on one node or several; the lines that it cites are masked. Never raises on content.

    `files` are (name, content) pairs, as of a paste.
    """
    database, looks = SignatureDatabase(check.outcomes), Looks()
    tried = [read(mask(clean_name(name))[0], content, database, False, looks) for name, content in files]
    readings = [reading for reading in tried if not reading.notice]
    if not readings:
        return Output(check, notice=tried[0].notice if tried else gettext("There is nothing here to read."))
    first: dict[str, Seen] = {}
    for hit in hits(database, readings):
        if seen := _seen(hit):
            known = first.setdefault(hit.owner.slug, seen)
            if (seen.file, seen.line) < (known.file, known.line):
                first[hit.owner.slug] = seen
    return Output(check, tuple(first[outcome.slug] for outcome in check.outcomes if outcome.slug in first))


def _seen(hit: Hit) -> Seen | None:
    """The first printed line of a hit; what only quotes the program's source was not printed."""
    place = next((place for place in hit.places if not place.echo), None)
    if place is None:
        return None
    fact = place.fact if isinstance(place, Shown) else None
    if fact:
        texts = {f.name: getattr(fact, f.name) for f in fields(Told)}
        fact = replace(fact, **{name: _masked(text) for name, text in texts.items() if isinstance(text, str)})
    return Seen(hit.owner, place.line, _masked(place.text), place.file, fact)


def _masked(text: str) -> str:
    return mask(clean_line(text))[0]


def already_told(
    checks: Iterable[Check], readings: Sequence[Reading], frozen: bool = False
) -> Iterator[tuple[Check, Seen]]:
    """Checks that nobody needs to do: the tables and stacks of the paste itself show how they end.

    Only facts count here, and only where they show one outcome: lines of a log are not the output of a command. Whether
    a table was taken while the job ran is known of what kb.collect wrote, of stacks, and where the author says that the
    job stands still (`frozen`).
    """
    checks = [check for check in checks if any(_of_facts(outcome) for outcome in check.outcomes)]
    held = _held(checks, readings)
    collected = {reading.file for reading in readings if reading.collected}
    of_the_job = {
        key: shown for key, shown in held.items() if frozen or shown[0].file in collected or _is_of_stacks(key)
    }
    for check in checks if held else ():
        known = of_the_job if any(need in LEAVES for need in check.front.needs) else held
        shown = [(o, s) for o in check.outcomes if (s := next((s for s in _of_facts(o) if _holds(s, known)), None))]
        if len(shown) == 1:
            ((outcome, sign),) = shown
            # The odd one out tells more than what all the others show.
            place = min((known[key] for key in (sign.key, *sign.together)), key=len)[0]
            yield check, Seen(outcome, place.line, place.text, place.file, place.fact)


def _held(checks: Iterable[Check], readings: Sequence[Reading]) -> dict[str, list[Shown]]:
    """Every comparison of the checks that holds, with the lines of one log that show it."""
    conditions = conditions_of(outcome for check in checks for outcome in check.outcomes)
    stood = facts_in([block for reading in readings for block in reading.blocks.found])
    held: dict[str, list[Shown]] = {}
    # What was taken beside the job first: it tells more than a table of unknown time.
    for reading in sorted(readings, key=lambda reading: not reading.collected):
        for key, shown in holding(reading, conditions, stood).items():
            held.setdefault(key, shown)
    return held


def _of_facts(outcome: Outcome) -> list[Looked]:
    """What shows the outcome and asks for no line."""
    return [sign for sign in outcome.shown_by if not sign.lines]


def _is_of_stacks(key: str) -> bool:
    return parse(key.removeprefix(MARK)).kind.tables == STACKS


def _holds(sign: Looked, held: Collection[str]) -> bool:
    return all(key in held for key in (sign.key, *sign.together)) and not any(key in held for key in sign.absent)


def counts_it_already(entry: Entry, outcome: Outcome) -> bool:
    """Whether the entry has a signature of the very fact that shows the outcome: then it must not count twice."""
    shown = list(_facts_of(outcome.shown_by))
    return bool(shown) and any(overlap(one, another) for one in _facts_of(entry.signatures) for another in shown)


def _facts_of(signs: Iterable[Looked]) -> Iterator[str]:
    """What must be so; what must be absent shows nothing."""
    keys = (key for sign in signs for key in (sign.key, *sign.together))
    return (key.removeprefix(MARK) for key in keys if key.startswith(MARK))
