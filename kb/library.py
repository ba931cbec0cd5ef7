"""Holds the catalogue and its matcher for this process; in development it follows the files."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from kb import environment
from kb.cache import files
from kb.cache.folder import Folder
from kb.cache.keeper import Keeper
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import BrokenContent, Problem
from kb.diagnosis.matcher import Matcher
from kb.matching.signatures import UnusableSignature

if TYPE_CHECKING:
    from kb.lookup.lookup import Lookup


@dataclass(frozen=True)
class Edition:
    """One state of the content: what is served, and what is wrong with the newest files (development only)."""

    catalogue: Catalogue
    matcher: Matcher
    problems: tuple[Problem, ...] = ()
    number: int = field(default_factory=count().__next__)  # tells editions of this process apart

    @cached_property
    def lookup(self) -> Lookup:
        """The search box, of the page, the terminal and agents; imported here, because a match never asks."""
        from kb.lookup.lookup import Lookup

        return Lookup(self.catalogue, self.matcher)

    @cached_property
    def verified(self) -> frozenset[str]:
        """The entries whose last run stands; in development as old as the edition."""
        from kb.runner.recording.standing import standing

        return frozenset(entry.slug for entry in self.catalogue if standing(entry).word == "verified")


class Library:
    """Builds an Edition once; with `follow`, again whenever a file under `root` has changed.

    What can be kept between starts is kept by the `keeper`. `thorough` looks through all of that at the start; without
    it, whoever uses the matcher must expect kb.cache.tables.Spoiled and call `start_afresh`.

    Raises BrokenContent where the content has problems and `follow` is off.
    """

    def __init__(self, root: Path, follow: bool, keeper: Keeper | None = None):
        self.root, self.follow, self.thorough = root, follow, True
        self._keeper = keeper or Keeper(Folder(environment.CACHE_DIR), root)
        self._lock = threading.Lock()
        self._edition: Edition | None = None
        self._seen: object = None
        self._seen_all: object = None

    def current(self) -> Edition:
        if self._edition is not None and not self.follow:
            return self._edition
        with self._lock:
            seen = files.stats(self.root) if self.follow else None
            if self._edition is None or seen != self._seen or self._mended_elsewhere():
                self._edition, self._seen = self._build(), seen
                self._seen_all = files.shape(self.root) if self._edition.problems else None
            return self._edition

    def once(self) -> Edition:
        """For a command that asks once: nobody has to notice what changes afterwards."""
        with self._lock:
            self._edition = self._edition or self._build()
            return self._edition

    def _mended_elsewhere(self) -> bool:
        """A problem may be that of a file that no match depends on, such as a sample."""
        return bool(self._edition.problems) and files.shape(self.root) != self._seen_all

    def start_afresh(self) -> None:
        """Forgets what was kept: it was found spoiled."""
        with self._lock:
            self._keeper.forget()
            self._edition = None

    def renew(self, root: Path) -> None:
        """Serves the content of `root` from now on; where it has problems raises BrokenContent and changes nothing."""
        edition = Library(root, follow=False, keeper=self._keeper).current()
        edition.matcher.finder.tables()  # built now, so that no reader waits for it and processes share it
        with self._lock:
            self.root, self._edition = root, edition

    def _build(self) -> Edition:
        if kept := self._keeper.open(self.root, self.thorough):
            catalogue, tables, problems = kept
            return self._served(problems) or Edition(catalogue, Matcher(catalogue, tables), problems)
        return self._build_all()

    def _build_all(self) -> Edition:
        # Here, because a start that finds everything kept reads and checks nothing.
        from kb.catalogue.checks import check
        from kb.catalogue.loading.loader import load
        from kb.matching.sample_rules import check_signatures

        before = self._keeper.seen(self.root)
        content = load(self.root)
        problems = check(content)
        if not problems:
            try:
                edition = edition_of(content)
                self._keeper.keep(content, edition.catalogue, edition.matcher.finder, before)
                return edition
            except UnusableSignature:
                pass  # compiled one by one below, so that each is named with its line
        problems = sorted({*problems, *check_signatures(content)})
        if edition := self._served(problems):
            return edition
        edition = edition_of(_without(content, problems), tuple(problems))
        # A broken entry that nobody corrects at once must not make every command build all the others again.
        self._keeper.keep(content, edition.catalogue, edition.matcher.finder, before, problems)
        return edition

    def _served(self, problems: Sequence[Problem]) -> Edition | None:
        """What is served already, beside the problems of newer files; None where there are none, or nothing is yet."""
        if problems and not self.follow:
            raise BrokenContent(problems)
        if not problems or self._edition is None:
            return None
        return Edition(self._edition.catalogue, self._edition.matcher, tuple(problems))


def edition_of(content: Content, problems: tuple[Problem, ...] = ()) -> Edition:
    catalogue = Catalogue.of(content)
    return Edition(catalogue, Matcher(catalogue), problems)


def _without(content: Content, problems: list[Problem]) -> Content:
    """The content less the files that have problems: what a first start in development can still serve."""
    broken = {problem.file for problem in problems}
    content.entries = [entry for entry in content.entries if entry.path not in broken]
    content.guides = [guide for guide in content.guides if guide.path not in broken]
    return content


library = Library(environment.CONTENT_DIR, follow=environment.DEBUG)
