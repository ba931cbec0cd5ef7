"""What a table says: facts, each with the pasted line that shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from kb.reading.own_lines import Lines

# A table of more rows than this says nothing more.
MOST_FACTS = 128
LONGEST_SHOWN = 400
# Bytes: a row is never wider, and what is wider costs no more than this.
WIDEST = 512


@dataclass(frozen=True, slots=True)
class Fact:
    """A named value: bytes, a share from 0 to 1, a count (infinite where unlimited), a version or a word.

    `line` to `last` are the pasted lines (from 1) that show it, `text` the first of them; `of` says what it is about:
    a GPU, a mount, an interface.
    """

    name: str
    value: float | str
    line: int
    text: str
    of: str = ""
    last: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """The facts of one table, and the host where it names one."""

    facts: tuple[Fact, ...]
    host: str = ""


@dataclass(slots=True)
class Facts:
    """The facts of one table while it is read; each is shown by the line last taken."""

    lines: Lines
    host: str = ""
    found: list[Fact] = field(default_factory=list)
    text: str = ""
    rows: int = 0

    def take(self) -> str:
        """The next line, which then belongs to this table."""
        self.text = self.lines.take()
        self.rows += 1
        return self.text

    def add(self, name: str, value: float | str | None, of: str = "") -> None:
        """Notes a fact of the line last taken; None is no value."""
        if value is not None and len(self.found) < MOST_FACTS:
            number = self.lines.number
            self.found.append(Fact(name, value, number, self.text[:LONGEST_SHOWN], of[:LONGEST_SHOWN], number))

    def count(self, name: str) -> None:
        """One more of what is counted: one fact from the first such line to this one."""
        known = next((n for n, fact in enumerate(self.found) if fact.name == name), None)
        if known is None:
            self.add(name, 1)
            return
        fact = self.found[known]
        self.found[known] = Fact(name, fact.value + 1, fact.line, fact.text, fact.of, self.lines.number)

    def table(self) -> Table | None:
        """What was read; None where it says nothing."""
        return Table(tuple(self.found), self.host) if self.found or self.host else None
