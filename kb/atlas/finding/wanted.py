"""Content → what the atlas looks for: the lines of signatures, and the names that entries use beside a version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.atlas.released.plan import Package
from kb.catalogue.loading.content import Content
from kb.catalogue.schema.entry import Entry

LINE, NAME = "line", "name"

_CODE = re.compile(r"`([^`\n]+)`")
_VERSION = re.compile(r"(?<![\w.])v?\d+\.\d+")
_VARIABLE = re.compile(r"\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b")
_FLAG = re.compile(r"(?<![\w-])--[a-z][\w-]+\w")
_DOTTED = re.compile(r"\b[A-Za-z_]\w*(?:\.[A-Za-z_]\w+)+\b")
# In code, a word with an underscore or a capital inside is a name; `rank` and `fix` are words.
_IDENTIFIER = re.compile(r"\b(?:[a-z]\w*_\w+|_\w+|[A-Z][a-z0-9]+[A-Z]\w*|[a-z]+[A-Z]\w+)\b")
_FILE = re.compile(r"\.(?:py|so|cpp|cu|h|hpp|md|rst|sh|json|jsonl|yaml|yml|log|txt|pt|bin|pth|org|com|io|cfg|toml)$")


@dataclass(frozen=True, slots=True, order=True)
class Wanted:
    """A text to look for: a signature's line, or a name, and the packages that it is looked for in (empty: in all)."""

    kind: str
    text: str
    packages: frozenset[str] = frozenset()


def wanted(content: Content, packages: Iterable[Package]) -> list[Wanted]:
    """Everything that the content states of released packages, each text once."""
    packages = list(packages)
    lines = {line for entry in content.entries for line in _lines(entry)}
    where: dict[str, frozenset[str] | None] = {}
    for entry in content.entries:
        for name, named in names(entry, packages):
            known = where.get(name, frozenset())
            where[name] = None if known is None or not named else known | named
    found = [Wanted(LINE, line) for line in lines]
    return sorted(found + [Wanted(NAME, name, named or frozenset()) for name, named in where.items()], key=_order)


def _order(item: Wanted) -> tuple[str, str, str]:
    return item.kind, item.text.casefold(), item.text


def _lines(entry: Entry) -> Iterator[str]:
    for signature in entry.front.signatures:
        yield from signature.lines


def names(entry: Entry, packages: Iterable[Package]) -> Iterator[tuple[str, frozenset[str]]]:
    """Names that stand in one paragraph with a version, and the packages named there; none for a variable: who reads
    a variable is a question to all packages."""
    for text in _versioned(entry):
        here = frozenset(package.name for package in packages if _mentions(text, package))
        for name in names_in(text):
            if _VARIABLE.fullmatch(name):
                yield name, frozenset()
            elif here:
                yield name, here


def _versioned(entry: Entry) -> Iterator[str]:
    for note in entry.front.versions:
        yield f"{note.package} {note.note}"
    for signature in entry.front.signatures:
        yield signature.versions
    for section in entry.sections:
        blocks = re.split(r"\n\s*\n|\n(?=[-*\d])", section.markdown)
        yield from (block for block in blocks if section.title == "Versions" or _VERSION.search(block))


def _mentions(text: str, package: Package) -> bool:
    return any(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE) for name in (package.name, *package.called))


def names_in(text: str) -> set[str]:
    """Variables anywhere; flags, dotted names and identifiers in code."""
    found = set(_VARIABLE.findall(text))
    for code in _CODE.findall(text):
        dotted = {name for name in _DOTTED.findall(code) if not _FILE.search(name)}
        rest = _DOTTED.sub(" ", code)
        found |= {*_FLAG.findall(code), *dotted}
        found |= set(_IDENTIFIER.findall(_FLAG.sub(" ", rest)))
    return found
