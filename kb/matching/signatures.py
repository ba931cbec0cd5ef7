"""All signatures of a catalogue in one Hyperscan database: one pass over a log finds every one, in linear time."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import hyperscan

from kb.catalogue.schema.conditions import NoCondition, parse
from kb.catalogue.schema.entry import Looked
from kb.catalogue.schema.holes import unknown_holes
from kb.matching.patterns import Line, spans_of
from kb.reading.looks import MOST_PLACES, Looks
from kb.reading.one_pass import Spots
from kb.reading.text.compact import Compact, squeezed

# In one stretch of 256 KB. Beyond MOST_MATCHES it is no log, and the rest of the stretch is passed over.
MOST_MATCHES = 8_192
MOST_OF_ONE_LINE = 24


class Owner(Protocol):
    """Whoever has signatures: an entry, or an outcome of a check."""

    @property
    def slug(self) -> str: ...

    @property
    def signatures(self) -> Sequence[Looked]: ...

    @property
    def looks_near(self) -> bool: ...


Where = TypeVar("Where")
# A signature's line -> where it was found.
Found = Mapping[str, Sequence[Where]]


@dataclass(frozen=True)
class Hit(Generic[Where]):
    """A signature that the log satisfies, with every place of its line and of each line that goes together."""

    owner: Owner
    signature: Looked
    places: tuple[Where, ...]
    together: tuple[tuple[str, tuple[Where, ...]], ...] = ()


class UnusableSignature(Exception):
    """Hyperscan cannot compile a signature's line; `line` is that line."""

    def __init__(self, line: str, reason: str):
        super().__init__(f"signature {line!r} cannot be compiled ({reason}): use fewer or shorter holes")
        self.line = line


@dataclass(frozen=True, slots=True)
class Use:
    """A signature and whose it is; `place` sorts uses in the order of the owners."""

    place: tuple[int, str, int]
    owner: Owner
    signature: Looked


@dataclass(frozen=True)
class Compiled:
    """Lines by number, each in one of the databases under that number, and the signatures that each line is of.

    `unused` are numbers of lines that the databases have, but no signature any more. `uses` has comparisons of facts
    too, with their mark; `conditions` are those without it, by fact.
    """

    databases: Sequence[hyperscan.Database]
    lines: Mapping[int, str]
    uses: Mapping[str, Sequence[Use]]
    unused: Collection[int] = frozenset()
    conditions: Mapping[str, Sequence[str]] = field(default_factory=dict)


def lines_of(owners: Iterable[Owner]) -> list[str]:
    """Every distinct line of their signatures, in their order."""
    signatures = (signature for owner in owners for signature in owner.signatures)
    return list(dict.fromkeys(line for signature in signatures for line in signature.lines))


def conditions_of(owners: Iterable[Owner]) -> dict[str, list[str]]:
    """Every distinct comparison of their signatures, by its fact; those that nobody can read are left out."""
    found: dict[str, list[str]] = defaultdict(list)
    texts = (text for owner in owners for s in owner.signatures for text in s.conditions)
    for text in dict.fromkeys(texts):
        with suppress(NoCondition):
            found[parse(text).kind.name].append(text)
    return dict(found)


class SignatureDatabase:
    """Compiled once per process and shared by threads; each thread has a scratch space of its own.

    Raises UnusableSignature where a line is beyond what Hyperscan can compile.
    """

    def __init__(self, owners: Iterable[Owner] = (), kept: Compiled | None = None):
        self.compiled = kept or _compiled_from(list(owners))
        self._lines: dict[int, Line] = {}
        self._thread = threading.local()

    def _scratch(self, number: int) -> hyperscan.Scratch:
        if not hasattr(self._thread, "scratches"):
            self._thread.scratches = [hyperscan.Scratch(database) for database in self.compiled.databases]
        return self._thread.scratches[number]

    def _line(self, number: int) -> Line:
        if number not in self._lines:
            self._lines[number] = Line(self.compiled.lines[number], number)
        return self._lines[number]

    def find(self, compact: Compact, after: int = 0, enough: Collection[str] = (), looks: Looks | None = None) -> Spots:
        """Every line of a signature, with its places that end beyond byte `after` of the clean text.

        Lines that are in `enough` are not looked for any more; `looks` are what the job has left.
        """
        ends, passed_over = self._ends(compact, after, enough)
        chosen = self._allowed(_one_each_in_turn(ends), looks or Looks())
        passed_over += sum(map(len, ends.values())) - sum(map(len, chosen.values()))
        lines = ((self._line(number), found) for number, found in chosen.items())
        spans = ((line.text, spans_of(line, found, compact)) for line, found in lines)
        places = {text: found for text, found in spans if found}
        unseen = frozenset(self.compiled.lines[number] for number in ends.keys() - chosen.keys())
        return Spots(places, passed_over, unseen, frozenset(filter(self._is_telling, places)))

    def _is_telling(self, line: str) -> bool:
        """Whether an entry that it is of looks for values near it."""
        return any(use.owner.looks_near for use in self.compiled.uses.get(line, ()))

    def _allowed(self, ends: Mapping[int, list[int]], looks: Looks) -> dict[int, list[int]]:
        allowed = {number: looks.allowed(self.compiled.lines[number], found) for number, found in ends.items()}
        return {number: found for number, found in allowed.items() if found}

    def _ends(self, compact: Compact, after: int, enough: Collection[str]) -> tuple[dict[int, list[int]], int]:
        """Line's number -> where matches of it end in the compact text; and how many matches were passed over."""
        ends: dict[int, list[int]] = {}
        # What there is enough of was found before, so that its line is known.
        full = {number for number, line in list(self._lines.items()) if line.text in enough} if enough else set()
        full |= self.compiled.unused
        seen, matches, missed = len(squeezed(compact.original[:after])), 0, 0

        def note(number: int, start: int, end: int, flags: int, context: object) -> bool | None:
            nonlocal matches, missed
            matches += 1
            if end <= seen or number in full:
                return matches >= MOST_MATCHES
            found = ends.setdefault(number, [])
            if len(found) < MOST_OF_ONE_LINE:
                found.append(end)
            else:
                missed += 1
            return matches >= MOST_MATCHES

        for number, database in enumerate(self.compiled.databases):
            try:
                database.scan(compact.data, match_event_handler=note, scratch=self._scratch(number))
            except hyperscan.ScanTerminated:
                missed += 1
        return ends, missed

    def satisfied(self, found: Found, unseen: Collection[str] = (), beside: Found | None = None) -> list[Hit]:
        """What was found in a whole log -> every satisfied signature, in the order of its owners.

        A line in `unseen` may stand in the log: nobody looked, so it is neither found nor absent. `beside` was found in
        other files of the job: it can go together with a line of this one.
        """
        beside = beside or {}
        uses = sorted((use for line in found for use in self.compiled.uses.get(line, ())), key=lambda use: use.place)
        return [hit for use in uses if (hit := self._satisfied(use, found, unseen, beside))]

    def _satisfied(self, use: Use, found: Found, unseen: Collection[str], beside: Found) -> Hit | None:
        signature = use.signature
        if any(line in found or line in unseen or line in beside for line in signature.absent):
            return None
        if not all(line in found or line in beside for line in signature.together):
            return None
        together = tuple((line, tuple(found.get(line) or beside[line])) for line in signature.together)
        return Hit(use.owner, signature, tuple(found[signature.key]), together)


def _one_each_in_turn(ends: dict[int, list[int]]) -> dict[int, list[int]]:
    """At most MOST_PLACES of them all: of every line its first ones; what rare lines do not need goes to the rest."""
    counts = {number: len(found) for number, found in ends.items()}
    if sum(counts.values()) <= MOST_PLACES:
        return ends
    chosen: dict[int, list[int]] = {}
    left = MOST_PLACES
    for open_lines, number in zip(range(len(ends), 0, -1), sorted(counts, key=counts.__getitem__), strict=True):
        chosen[number] = ends[number][: left // open_lines]
        left -= len(chosen[number])
    return {number: chosen[number] for number in ends if chosen[number]}


def _compiled_from(owners: Sequence[Owner]) -> Compiled:
    texts = lines_of(owners)
    for text in texts:
        if unknown := unknown_holes(text):
            raise UnusableSignature(text, f"no hole is called <{unknown[0]}>")
    uses: dict[str, list[Use]] = defaultdict(list)
    for at, owner in enumerate(owners):
        for n, signature in enumerate(owner.signatures):
            uses[signature.key].append(Use((at, owner.slug, n), owner, signature))
    database = [compiled([Line(text, number) for number, text in enumerate(texts)])] if texts else []
    return Compiled(database, dict(enumerate(texts)), uses, conditions=conditions_of(owners))


def compiled(lines: list[Line]) -> hyperscan.Database:
    """One database of all lines; where that fails, UnusableSignature names the line to blame."""
    try:
        return _compile(lines)
    except hyperscan.error as reason:
        for line in lines:
            try:
                _compile([line])
            except hyperscan.error as own:
                raise UnusableSignature(line.text, str(own)) from own
        raise UnusableSignature(lines[-1].text, str(reason)) from reason


def _compile(lines: list[Line]) -> hyperscan.Database:
    database = hyperscan.Database(mode=hyperscan.HS_MODE_BLOCK)
    flags = hyperscan.HS_FLAG_CASELESS | hyperscan.HS_FLAG_DOTALL
    database.compile(
        expressions=[line.pattern for line in lines],
        ids=[line.number for line in lines],
        flags=[flags] * len(lines),
    )
    return database
