"""Holds the catalogue and its matcher for this process; in development it follows the files."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.checks import check
from kb.catalogue.loader import Content, load
from kb.catalogue.problems import BrokenContent, Problem
from kb.diagnosis.matcher import Matcher
from kb.matching.sample_rules import check_signatures
from kb.matching.signatures import UnusableSignature

Fingerprint = frozenset[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class Edition:
    """One state of the content: what is served, and what is wrong with the newest files (development only)."""

    catalogue: Catalogue
    matcher: Matcher
    problems: tuple[Problem, ...] = ()


class Library:
    """Builds an Edition once; with `follow`, again whenever a file under `root` has changed.

    Raises BrokenContent where the content has problems and `follow` is off.
    """

    def __init__(self, root: Path, follow: bool):
        self.root, self.follow = root, follow
        self._lock = threading.Lock()
        self._edition: Edition | None = None
        self._seen: Fingerprint | None = None

    def current(self) -> Edition:
        if self._edition is not None and not self.follow:
            return self._edition
        with self._lock:
            seen = self._fingerprint() if self.follow else None
            if self._edition is None or seen != self._seen:
                self._edition, self._seen = self._build(), seen
            return self._edition

    def renew(self, root: Path) -> None:
        """Serves the content of `root` from now on; where it has problems raises BrokenContent and changes nothing."""
        edition = Library(root, follow=False).current()
        edition.matcher.finder.words  # noqa: B018  (built now, so that no reader waits for it)
        with self._lock:
            self.root, self._edition = root, edition

    def _build(self) -> Edition:
        content = load(self.root)
        problems = check(content)
        if not problems:
            try:
                return edition_of(content)
            except UnusableSignature:
                pass  # compiled one by one below, so that each is named with its line
        problems = sorted({*problems, *check_signatures(content)})
        if not self.follow:
            raise BrokenContent(problems)
        if self._edition is not None:
            return Edition(self._edition.catalogue, self._edition.matcher, tuple(problems))
        return edition_of(_without(content, problems), tuple(problems))

    def _fingerprint(self) -> Fingerprint:
        stats = ((path, path.stat()) for path in self.root.rglob("*") if path.is_file())
        return frozenset((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)


def edition_of(content: Content, problems: tuple[Problem, ...] = ()) -> Edition:
    catalogue = Catalogue.of(content)
    return Edition(catalogue, Matcher(catalogue), problems)


def _without(content: Content, problems: list[Problem]) -> Content:
    """The content less the files that have problems: what a first start in development can still serve."""
    broken = {problem.file for problem in problems}
    content.entries = [entry for entry in content.entries if entry.path not in broken]
    content.guides = [guide for guide in content.guides if guide.path not in broken]
    return content


library = Library(settings.CONTENT_DIR, follow=settings.DEBUG)
