"""The schema of a check: one question or command whose outcomes tell failures apart (`content/checks/<slug>.md`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from kb.catalogue.loading.parsing.described import described
from kb.catalogue.schema import holes
from kb.catalogue.schema.conditions import MARK
from kb.catalogue.schema.entry import Looked
from kb.catalogue.schema.facts import BY_NAME
from kb.language import gettext

Needs = Literal["running-job", "frozen-job", "ended-job", "restart", "root", "second-node"]
# After this, a fact's words say where it is not to be had.
NOTE = re.compile("[;；]")
# The outcome that every check must have: whoever cannot do it now says so, and nothing changes.
COULD_NOT = "could-not"


@dataclass(frozen=True, slots=True)
class ChineseCheck:
    """What a Chinese reader needs to do the check."""

    title: str = described("the title, as a question")
    how: str = described("how to do it and how to read it, in one or two sentences")


@dataclass(frozen=True, slots=True)
class ShownBy(Looked):
    """What stands in the check's output where it ends so: a line with typed holes, or a comparison of a fact.

    In `together` and `absent` a comparison has `fact: ` in front.
    """

    line: str = described("a line that the check prints, with holes such as <int> where runs differ", default="")
    fact: str = described("instead of a line: what a table says, such as 'shm_bytes < 1 GiB'", default="")
    together: tuple[str, ...] = described("lines or facts that must be in the output as well", default=())
    absent: tuple[str, ...] = described("lines or facts that must not be in the output", default=())

    @property
    def words(self) -> str:
        """The same for people, holes as they are."""
        return self._told(lambda key: key.removeprefix(MARK))

    @property
    def plain(self) -> str:
        """The same for somebody who knows no names of facts and no holes."""
        return self._told(_plain)

    def _told(self, said: Callable[[str], str]) -> str:
        told = said(f"{MARK}{self.fact}" if self.fact else self.line)
        for words, keys in ((gettext("with {what}"), self.together), (gettext("without {what}"), self.absent)):
            if keys:
                told += gettext(", ") + words.format(what=gettext(" and ").join(map(said, keys)))
        return told


def _plain(key: str) -> str:
    """A line with … in place of its holes; a fact as its table's column is called in words."""
    if not key.startswith(MARK):
        return "".join(part if isinstance(part, str) else "…" for part in holes.parts(key))
    name, _, rest = key.removeprefix(MARK).partition(" ")
    says = NOTE.split(gettext(BY_NAME[name].says))[0]
    return f"{says}{gettext(': ')}{rest.removeprefix('= ')}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way in which the check may end, and what that says of which failures."""

    slug: str = described("its name in addresses and on the command line")
    en: str = described("the outcome, as the reader would say it")
    zh: str = described("the same in Chinese")
    proves: tuple[str, ...] = described("failures that it proves", default=())
    speaks_for: tuple[str, ...] = described("failures that it makes likelier", default=())
    speaks_against: tuple[str, ...] = described("failures that it makes less likely", default=())
    excludes: tuple[str, ...] = described("failures that it rules out", default=())
    shown_by: tuple[ShownBy, ...] = described("what shows it in the output, each by itself", default=())
    told_by: tuple[str, ...] = described("how people say that it was so, with <any>, <int> and <phrases>", default=())

    @property
    def signatures(self) -> tuple[ShownBy, ...]:
        """As matching calls what it looks for."""
        return self.shown_by

    @property
    def looks_near(self) -> bool:
        """An outcome is the line alone."""
        return False


@dataclass(frozen=True, slots=True)
class CheckFront:
    """Front matter of a check."""

    title: str = described("the question that it answers")
    zh: ChineseCheck = described("title and how, in Chinese")
    minutes: int = described("how long it takes, waiting included")
    outcomes: tuple[Outcome, ...] = described(f"how it may end; one of them is {COULD_NOT}")
    run: str = described("the command to type; nothing where it is a question", default="")
    needs: tuple[Needs, ...] = described(
        "running-job, frozen-job, ended-job, restart (which ends the evidence), root, second-node", default=()
    )


@dataclass(frozen=True)
class Check:
    """One check: its front matter, and the Markdown that says how to do it."""

    slug: str
    path: Path
    front: CheckFront
    markdown: str

    @property
    def url(self) -> str:
        return f"/checks/{self.slug}/"

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Those that say something."""
        return tuple(outcome for outcome in self.front.outcomes if outcome.slug != COULD_NOT)

    @cached_property
    def slugs(self) -> frozenset[str]:
        """Every failure that an outcome names."""
        return frozenset(slug for outcome in self.outcomes for slug in named(outcome))


def named(outcome: Outcome) -> tuple[str, ...]:
    """The failures that an outcome says something of."""
    return (*outcome.proves, *outcome.speaks_for, *outcome.speaks_against, *outcome.excludes)
