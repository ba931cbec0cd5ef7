"""What releases require of each other: read into content/needs.tsv, shown as two tables in a guide.

Every figure is what the packages' own metadata says; nothing here knows whether a pair really works.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import yaml
from packaging.version import Version

from kb.atlas.released.file import File
from kb.atlas.released.metadata import required
from kb.atlas.released.plan import best_file

PLAN_FILE, DATA_FILE, GUIDE = "needs.yaml", "needs.tsv", "guides/which-versions-go-together{}.md"
HEADER = ("distribution", "release", "python", "requires")
# The distribution whose every release is a row of the first table, and those that name one release of it.
CORE, PINNED_TO_IT = "torch", ("torchvision", "torchaudio", "vllm")
HEADINGS = {"": ("package", "releases", "Python", "requires"), ".zh": ("包", "版本", "Python", "要求")}
_BLOCK = re.compile(r"(<!-- (pairs|ranges) -->\n\n).*?(\n<!-- /\2 -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Asked:
    """One distribution of the plan: since which release, in all or in the newest patch of each minor, of whom."""

    name: str
    since: Version
    of: tuple[str, ...]
    every: bool = False

    def chosen(self, releases: Iterable[Version]) -> list[Version]:
        known = sorted(release for release in releases if release >= self.since)
        newest = {release.release[:2]: release for release in known}
        return known if self.every else sorted(newest.values())


@dataclass(frozen=True, slots=True)
class Needs:
    """What one release requires: its Python, and a specifier for each distribution that the plan asks of."""

    distribution: str
    release: Version
    python: str
    of: dict[str, str]


def load_plan(content: Path) -> list[Asked]:
    listing = yaml.safe_load((content / PLAN_FILE).read_text(encoding="utf-8"))
    return [
        Asked(name, Version(fields["since"]), tuple(fields["of"]), fields.get("every", False))
        for name, fields in listing.items()
    ]


def read(
    session, plan: list[Asked], files: Callable[[str], list[File]], known: Iterable[Needs], tell: Callable[[str], None]
) -> list[Needs]:
    """Every release that the plan asks for; those that are known already are not read again."""
    had = {(needs.distribution, needs.release): needs for needs in known}
    found = []
    for asked in plan:
        by_release: dict[Version, list[File]] = {}
        for file in files(asked.name):
            by_release.setdefault(file.version, []).append(file)
        for release in asked.chosen(by_release):
            tell(f"{asked.name} {release}")
            found.append(had.get((asked.name, release)) or _read(session, asked, best_file(by_release[release])))
    return found


def _read(session, asked: Asked, file: File) -> Needs:
    says = required(session, file)
    of = {name: says.distributions[name] for name in asked.of if name in says.distributions}
    return Needs(asked.name, file.version, says.python, of)


def load(content: Path) -> list[Needs]:
    """What is kept; nothing where nobody has read anything yet."""
    path = content / DATA_FILE
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as stream:
        _, *lines = csv.reader(stream, dialect="excel-tab", quoting=csv.QUOTE_NONE, quotechar=None)
    return [Needs(name, Version(release), python, _of(requires)) for name, release, python, requires in lines]


def _of(text: str) -> dict[str, str]:
    parts = (re.fullmatch(r"([\w-]+?)([<>=!~].*)?", part) for part in text.split())
    return {part[1]: part[2] or "" for part in parts}


def save(found: Iterable[Needs], content: Path) -> None:
    """Writes the data, and the tables into the guide in each language that has it."""
    found = sorted(found, key=lambda needs: (needs.distribution, needs.release))
    with (content / DATA_FILE).open("w", encoding="utf-8", newline="") as stream:
        for line in (HEADER, *((n.distribution, str(n.release), n.python, _text(n)) for n in found)):
            stream.write("\t".join(line) + "\n")
    for language, headings in HEADINGS.items():
        guide = content / GUIDE.format(language)
        if guide.exists():
            tables = {"pairs": pairs(found), "ranges": ranges(found, headings)}
            text = guide.read_text(encoding="utf-8")
            guide.write_text(
                _BLOCK.sub(lambda block, tables=tables: block[1] + tables[block[2]] + block[3], text), encoding="utf-8"
            )


def _text(needs: Needs) -> str:
    return " ".join(f"{name}{specifier}" for name, specifier in sorted(needs.of.items()))


def pairs(found: Iterable[Needs]) -> str:
    """One row for each release of the core, newest first: what it pins, and who pins it."""
    found = list(found)
    lines = [_row((CORE, "Python", "NCCL", "triton", *PINNED_TO_IT)), _row(["---"] * (4 + len(PINNED_TO_IT)))]
    for core in reversed([needs for needs in found if needs.distribution == CORE]):
        nccl = next((pin for name, pin in core.of.items() if "nccl" in name), "")
        own = (str(core.release), core.python, _bare(nccl), _bare(core.of.get("triton", "")))
        lines.append(_row((*own, *(_pinning(found, name, core.release) for name in PINNED_TO_IT))))
    return "\n".join(lines) + "\n"


def _bare(specifier: str) -> str:
    return specifier.removeprefix("==")


def _pinning(found: list[Needs], name: str, release: Version) -> str:
    """The releases of a distribution that ask for exactly this one."""
    who = [n.release for n in found if n.distribution == name and n.of.get(CORE) == f"=={release}"]
    return _span(who) if who else ""


def ranges(found: Iterable[Needs], headings: tuple[str, ...] = HEADINGS[""]) -> str:
    """Who asks for at least what: neighbouring releases that ask the same are one row, newest first."""
    lines = [_row(headings), _row(["---"] * 4)]
    others = [needs for needs in found if needs.distribution not in (CORE, *PINNED_TO_IT)]
    for name, rows in groupby(others, key=lambda needs: needs.distribution):
        same = [list(alike) for _, alike in groupby(rows, key=lambda needs: (needs.python, _text(needs)))]
        for alike in reversed(same):
            asked = _text(alike[0]).replace(" ", ", ")
            lines.append(_row((name, _span([needs.release for needs in alike]), alike[0].python, asked)))
    return "\n".join(lines) + "\n"


def _span(releases: list[Version]) -> str:
    return str(releases[0]) if len(releases) == 1 else f"{releases[0]} – {releases[-1]}"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
