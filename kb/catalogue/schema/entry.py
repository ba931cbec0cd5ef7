"""The schema of an entry, and its only home: checker, template for new entries and documentation all read it here."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from kb.catalogue.loading.parsing.described import described
from kb.catalogue.loading.parsing.folder import SAMPLES, is_regular
from kb.catalogue.loading.parsing.section import Section
from kb.catalogue.schema.conditions import MARK
from kb.catalogue.schema.reproduction import Reproduction
from kb.language import either

SECTIONS = ("Symptoms", "Root cause", "Fix", "Related errors", "Versions")
# The headings of the same sections in entry.zh.md.
CHINESE_SECTIONS = dict(zip(("症状", "根本原因", "修复", "相关错误", "版本"), SECTIONS, strict=True))
CHINESE_ENDING = ".zh.md"

# Stand in tell_apart for the entry that says it and for the one that it names: both pages show the sentence.
THIS, THAT = "<this>", "<that>"

Kind = Literal["error", "hang", "silent", "slow", "harmless"]
Retry = Literal["as-is", "exclude-node", "change-first"]
Proof = Literal["decisive", "supporting"]
Listed = Literal["", "who-waits"]
Printers = Literal["", "survivors"]
OwnRetry = Literal["", "as-is", "exclude-node", "change-first"]


def chinese_of(path: Path) -> Path:
    """Where the same is in Chinese: entry.md -> entry.zh.md."""
    return path.with_suffix(CHINESE_ENDING)


@dataclass(frozen=True, slots=True)
class Symptoms:
    """How people put the failure when they ask about it."""

    en: tuple[str, ...] = described("in English, as people type it")
    zh: tuple[str, ...] = described("in Chinese, as people type it")


@dataclass(frozen=True, slots=True)
class Chinese:
    """The three sentences that a Chinese reader needs first."""

    title: str = described("the title")
    summary: str = described("the summary")
    fix: str = described("the fix in one or two sentences")


class Looked:
    """What is looked for in a paste: its `line` or `fact`, with what goes `together` and what must be `absent`."""

    __slots__ = ()

    @property
    def key(self) -> str:
        """The line, or the comparison with its mark."""
        return self.line or MARK + self.fact

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line of it that a program prints."""
        return tuple(key for key in (self.key, *self.together, *self.absent) if not key.startswith(MARK))

    @property
    def conditions(self) -> tuple[str, ...]:
        """Every comparison of it, without the mark."""
        keys = (self.key, *self.together, *self.absent)
        return tuple(key.removeprefix(MARK) for key in keys if key.startswith(MARK))


@dataclass(frozen=True, slots=True)
class Signature(Looked):
    """A line as a program prints it, with typed holes where runs differ; or a comparison of a fact.

    In `together` and `absent` a comparison has `fact: ` in front.
    """

    line: str = described("the line, with holes such as <int> where runs differ", default="")
    fact: str = described("instead of a line: what a table says, such as 'shm_bytes < 1 GiB'", default="")
    proof: Proof = described("decisive: proves this failure; supporting: fits several", kw_only=True)
    together: tuple[str, ...] = described("lines or facts that must be in the log as well", default=())
    absent: tuple[str, ...] = described("lines or facts that must not be in the log", default=())
    versions: str = described("the versions that print this wording", default="")
    zh: str = described("the same of versions in Chinese", default="")
    retry: OwnRetry = described("the entry's retry where this line proves it, if it is another", default="")

    @property
    def words(self) -> str:
        """The versions in the reader's language."""
        return either(self.versions, self.zh)


@dataclass(frozen=True, slots=True)
class Value:
    """Something that a line of the reader's own log says, shown beside the fix and put into its commands."""

    name: str = described("what it is, such as 'asked for'")
    zh: str = described("the same in Chinese")
    lines: tuple[str, ...] = described(
        "a part of the line in each of its wordings; what its holes hold, from the first to the last, is the value"
    )
    replaces: str = described("what stands for it in the fix in short, such as 29500", default="")
    hole: int = described("the hole that holds it, counted from 1, where a line has several", default=0)
    near: bool = described("it may stand within 8 lines of a line that proves the failure", default=False)

    @property
    def words(self) -> str:
        """The name in the reader's language."""
        return either(self.name, self.zh)


@dataclass(frozen=True, slots=True)
class VersionNote:
    """A version at which the message, a default or a variable changed."""

    package: str = described("the package's usual name, such as torch or NCCL")
    specifier: str = described("such as '>=2.6', '<0.19', or 'all'")
    note: str = described("what is so in these versions")
    source: str = described("address that shows it", default="")
    zh: str = described("the note in Chinese", default="")

    @property
    def words(self) -> str:
        """The note in the reader's language."""
        return either(self.note, self.zh)


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A failure that looks alike, and how to tell the two apart within a minute."""

    slug: str = described("the other entry")
    check: str = described("the one-minute check that separates them, with <this> and <that> for the two")
    zh: str = described("the check in Chinese", default="")

    @property
    def words(self) -> str:
        """The check in the reader's language."""
        return either(self.check, self.zh)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a claim comes from."""

    supports: str = described("what in this entry it supports")
    url: str = described("its address", default="")
    document: str = described("its name, where it has no address", default="")
    departs: str = described("where this entry says otherwise, and why", default="")
    zh: str = described("what it supports, in Chinese", default="")
    departs_zh: str = described("where this entry says otherwise, in Chinese", default="")

    @property
    def words(self) -> str:
        """What it supports, in the reader's language."""
        return either(self.supports, self.zh)

    @property
    def departure(self) -> str:
        """Where this entry says otherwise, in the reader's language."""
        return either(self.departs, self.departs_zh)

    @property
    def given(self) -> bool:
        """Somebody's own document that no reader can look up."""
        return self.document.startswith("Source document")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Everything between the two `---` lines."""

    title: str = described("what happened, as a headline")
    summary: str = described("one sentence: what happened and why")
    zh: Chinese = described("title, summary and fix in Chinese")
    kind: Kind = described("error, hang, silent, slow or harmless")
    retry: Retry = described("as-is, exclude-node or change-first: what to do before the next attempt")
    symptoms: Symptoms = described("how people put it, English and Chinese")
    sources: tuple[Source, ...] = described("every document, thread or run that a claim rests on")
    signatures: tuple[Signature, ...] = described("what proves it: lines that programs print, facts", default=())
    values: tuple[Value, ...] = described("what the reader's own lines say of what the fix is about", default=())
    printed_by: Printers = described("survivors: its lines come from ranks that outlived another one", default="")
    fix_lists: Listed = described("who-waits: the fix's first commands list what the answer's table shows", default="")
    versions: tuple[VersionNote, ...] = described("when a message, default or variable changed", default=())
    leads_to: tuple[str, ...] = described("failures whose messages follow from this one", default=())
    follows_from: tuple[str, ...] = described("failures that cause this one, where they do not say so", default=())
    tell_apart: tuple[Neighbour, ...] = described("failures that look alike", default=())
    about: tuple[str, ...] = described(
        "topics (topics.yaml): it is guessed only where a description speaks of one", default=()
    )
    reproduction: Reproduction = described("how it was run, or why not", default=Reproduction())
    example: str = described("the sample that the first page offers to try, such as real.log", default="")
    aliases: tuple[str, ...] = described("former slugs, which redirect here", default=())

    @property
    def printed(self) -> tuple[Signature, ...]:
        """The signatures that are lines, not facts."""
        return tuple(signature for signature in self.signatures if signature.line)


@dataclass(frozen=True, slots=True)
class Entry:
    """One failure: where it lives, its front matter, and its sections for people."""

    area: str
    slug: str
    path: Path
    front: FrontMatter
    sections: tuple[Section, ...]
    # The same sections in Chinese, under their English titles; none where nobody has translated them.
    chinese: tuple[Section, ...] = ()
    # How people described it who had it, one report each: only searched, never shown.
    reported: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        return self.front.title

    @property
    def signatures(self) -> tuple[Signature, ...]:
        return self.front.signatures

    @property
    def looks_near(self) -> bool:
        """Whether a value of its own may stand near a line that proves it."""
        return any(value.near for value in self.front.values)

    @property
    def url(self) -> str:
        return f"/failures/{self.slug}/"

    def section(self, title: str) -> str:
        """Markdown of one section; empty where the section is missing."""
        return next((s.markdown for s in self.sections if s.title == title), "")

    def samples(self) -> list[Path]:
        """The real log excerpts beside the entry, by name."""
        return sorted(filter(is_regular, self.path.parent.glob(f"{SAMPLES}/*.log")))
