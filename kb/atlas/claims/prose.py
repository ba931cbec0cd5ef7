"""Running text × `versions:` → every boundary of a package that stands in the text alone, where nothing checks it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from packaging.version import Version

from kb.atlas.claims.boundary import boundaries, releases_of, versions_in
from kb.atlas.claims.lines import ranges
from kb.atlas.claims.phrases import AFTER, AT, Phrase, Phrases
from kb.atlas.released.plan import Package, package_called
from kb.atlas.table import Atlas
from kb.catalogue.checks.chinese import BLOCK, INLINE, LINK
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.check import named
from kb.catalogue.schema.entry import Entry, chinese_of

# Tables between such marks are written by a program, from what packages say of themselves.
GENERATED = re.compile(r"<!-- (\w+) -->.*?<!-- /\1 -->", re.DOTALL)
FAILURE = re.compile(r"/failures/([a-z0-9-]+)/")
Places = set[tuple[str, Version | None]]


@dataclass(frozen=True, slots=True)
class Text:
    """A stretch of prose, its file, and the line of the file on which it begins; `about` are the slugs it is about."""

    path: Path
    line: int
    words: str
    about: frozenset[str]


@dataclass(slots=True)
class Releases:
    """Where in a package's releases a version stands."""

    packages: list[Package]
    atlas: Atlas
    known: dict[str, list[Version]] = field(default_factory=dict)

    def of(self, package: Package) -> list[Version]:
        if package.name not in self.known:
            self.known[package.name] = releases_of(package, self.atlas)
        return self.known[package.name]

    def has(self, name: str, version: Version) -> bool:
        """Whether a release begins with this number; of 2.6 every 2.6.x does."""
        package = package_called(name, self.packages)
        return any(one.release[: len(version.release)] == version.release for one in self.of(package))

    def place(self, package: Package, version: Version, where: str) -> tuple[str, Version | None]:
        """The first release beyond a boundary; None where no release is."""
        releases = self.of(package)
        if where == AT:
            beyond = releases[bisect_left(releases, version) :]
        else:
            beyond = [one for one in releases if one.release[: len(version.release)] > version.release]
        return package.name, beyond[0] if beyond else None


def unstated(content: Content, packages: list[Package], atlas: Atlas) -> Iterator[Problem]:
    """Every boundary in running text that no `versions:` of the entries it is about states.

    Those are an entry itself and those that it links; of a guide and of a check, the entries that they name. Before
    the first release and behind the newest there is nothing to compare.
    """
    releases = Releases(packages, atlas)
    others = {note.package for entry in content.entries for note in entry.front.versions}
    phrases = Phrases((name for one in packages for name in (one.name, *one.called)), others)
    places = {entry.slug: _stated(entry, releases) for entry in content.entries}
    for text in texts(content):
        known = set().union(*(places.get(slug, ()) for slug in text.about))
        for phrase in phrases.found_in(_prose(text.words), releases.has):
            package = package_called(phrase.name, packages)
            drawn = {releases.place(package, phrase.version, one) for one in (AT, AFTER) if one in phrase.where}
            if not drawn & {*known, (package.name, None), (package.name, releases.of(package)[0])}:
                line = text.line + text.words.count("\n", 0, phrase.at)
                yield Problem(text.path, line, _message(phrase, package, text))


def _message(phrase: Phrase, package: Package, text: Text) -> str:
    return (
        f"{phrase.words!r} draws a boundary at {package.name} {phrase.version}, which stands in running text alone: "
        f"state it under `versions:` (package {package.name}), where it is compared with the releases, or leave it out"
    )


def _stated(entry: Entry, releases: Releases) -> Places:
    """The boundaries that an entry states where the releases are asked: in its notes, and of its signatures."""
    found: Places = set()
    for note in entry.front.versions:
        if (package := package_called(note.package, releases.packages)) and versions_in(note.specifier):
            bounds = boundaries(note.specifier, releases.of(package), set())
            found |= {(package.name, bound.newer.version) for bound in bounds}
    for package in releases.packages:
        for signature in entry.front.signatures:
            for first, last, _ in ranges(signature.versions, package):
                found |= {releases.place(package, first, AT)} if first else set()
                found |= {releases.place(package, last, AFTER)} if last else set()
    return found


def texts(content: Content) -> Iterator[Text]:
    """All prose for readers, but what a source says."""
    for entry in content.entries:
        yield from _of_entry(content, entry)
    for guide in content.guides:
        for path, told in ((guide.path, guide), (chinese_of(guide.path), guide.chinese)):
            if told:
                about = frozenset(guide.failures)
                yield Text(path, content.line(path, "summary"), told.summary, about)
                yield Text(path, _line_of(path, told.markdown), told.markdown, about | _linked(told.markdown))
    for check in content.checks:
        about = frozenset(slug for outcome in check.front.outcomes for slug in named(outcome))
        yield Text(check.path, content.line(check.path, "zh", "how"), check.front.zh.how, about)
        yield Text(check.path, _line_of(check.path, check.markdown), check.markdown, about)
        for n, outcome in enumerate(check.front.outcomes):
            yield Text(check.path, content.line(check.path, "outcomes", n, "en"), outcome.en, about)
            yield Text(check.path, content.line(check.path, "outcomes", n, "zh"), outcome.zh, about)


def _of_entry(content: Content, entry: Entry) -> Iterator[Text]:
    front, own = entry.front, frozenset({entry.slug})
    short = [(("title",), front.title), (("summary",), front.summary)]
    short += [(("zh", key), getattr(front.zh, key)) for key in ("title", "summary", "fix")]
    how = front.reproduction
    short += [
        (("reproduction", "not_run" if how.not_run else "differs"), how.not_run or how.differs),
        (("reproduction", "zh"), how.zh),
    ]
    for keys, words in short:
        yield Text(entry.path, content.line(entry.path, *keys), words, own)
    for n, near in enumerate(front.tell_apart):
        for key, words in (("check", near.check), ("zh", near.zh)):
            yield Text(entry.path, content.line(entry.path, "tell_apart", n, key), words, own | {near.slug})
    for path, sections in ((entry.path, entry.sections), (chinese_of(entry.path), entry.chinese)):
        for section in sections:
            yield Text(path, section.line + 2, section.markdown, own | _linked(section.markdown))


def _linked(markdown: str) -> frozenset[str]:
    return frozenset(FAILURE.findall(markdown))


def _line_of(path: Path, markdown: str) -> int:
    text = path.read_text(encoding="utf-8")
    return text.count("\n", 0, max(text.find(markdown), 0)) + 1


def _prose(markdown: str) -> str:
    """The text with blanks in place of code, addresses and generated tables: a command draws no boundary."""
    for code in (GENERATED, BLOCK, LINK, INLINE):
        markdown = code.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), markdown)
    return markdown
