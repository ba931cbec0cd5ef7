"""Facts of tables and stacks × conditions of entries -> which hold, each with the pasted line that shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from kb.catalogue.schema.conditions import MARK, Condition, parse, shown
from kb.matching.match import Told
from kb.reading.frozen.facts import OfRank
from kb.reading.one_pass import Reading
from kb.reading.tables.fact import Fact, Table

# Sixteen GPUs that all show the same prove no more than eight.
MOST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """A pasted line (from 1) of a table that shows that a condition holds; it stands where a line's sighting stands."""

    line: int
    text: str
    file: str
    rank: str
    fact: Told
    echo: bool = False
    quoted: bool = False
    time: str = ""


@dataclass(frozen=True, slots=True)
class _Placed:
    """A fact, and which rank and host it is about."""

    fact: Fact
    rank: str
    host: str


def holding(
    reading: Reading, conditions: Mapping[str, Sequence[str]], stood: Sequence[OfRank] = ()
) -> dict[str, list[Shown]]:
    """Condition with its mark -> where one log shows that it holds; `conditions` are the entries', by fact.

    Facts are per host: a condition holds where it holds for any of them. `stood` are those that the job's stacks show.
    """
    found: dict[str, list[Shown]] = defaultdict(list)
    of_stacks = (_Placed(own.fact, own.rank, "") for own in stood if own.file == reading.file)
    for placed in chain(_placed(reading), of_stacks):
        for text in conditions.get(placed.fact.name, ()):
            condition = parse(text)
            known = found.get(MARK + text, ())
            if len(known) < MOST_SHOWN and condition.holds(placed.fact.value):
                found[MARK + text].append(_shown(placed, condition, reading.file))
    return dict(found)


def _placed(reading: Reading) -> Iterator[_Placed]:
    """The facts of a log; a table without a host is about the one that was named last, else about the first named."""
    tables = [(block, block.said) for block in reading.blocks.found if isinstance(block.said, Table)]
    host = next((table.host for _, table in tables if table.host), "")
    for block, table in tables:
        host = table.host or host
        rank = block.printed_by or block.values.get("rank", "").replace("?", "")
        yield from (_Placed(fact, rank, host) for fact in table.facts)


def _shown(placed: _Placed, condition: Condition, file: str) -> Shown:
    fact = placed.fact
    value = shown(condition.kind, fact.value)
    told = Told(condition.text, value, fact.of, placed.host, fact.last if fact.last > fact.line else fact.line)
    return Shown(fact.line, fact.text, file, placed.rank, told)
