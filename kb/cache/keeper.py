"""Keeps what is derived from one content folder: opens it where it is good, renews what changed, builds it where not.

Three kinds of files: a base with everything, a delta with what has changed since, and a state that names the two and
says of which content files they were made. The state is replaced last, in one step: a process that is killed leaves the
old state or the new one.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from kb.cache import files, tables
from kb.cache.files import UNKNOWN, Seen
from kb.cache.folder import Folder, NotOurs
from kb.cache.kept import Kept
from kb.cache.state import State, read
from kb.cache.tables import File, Spoiled
from kb.cache.version import version
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.content import ENTRY_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.matching.finder import Finder, Tables

# More changed entries than these, and a new base is made: each delta makes every look-up a little slower.
FEW_FRESH = 10
SHARE_FRESH = 0.02


class Keeper:
    """The derived files of the content at `home`; a copy of that content elsewhere shares them."""

    def __init__(self, folder: Folder, home: Path):
        self._folder, self.home = folder, home

    @cached_property
    def _name(self) -> str:
        return blake2b(f"{version()}\0{self.home.resolve()}".encode(), digest_size=16).hexdigest()

    def open(self, root: Path, thorough: bool) -> tuple[Catalogue, Tables, tuple[Problem, ...]] | None:
        """What is kept, where it is of this content and sound; None where all must be read, checked and built.

        Problems are those of what was left out of it; none where the content has none.

        `thorough` reads all of it now, so that nothing can be found spoiled later, and sees that no file of the content
        was added, removed or resized; without it, only the files that a match depends on are looked at.
        """
        try:
            state = self._read_state()
            kept = self._kept(root, state, thorough)
            if not thorough and self._untouched(root, state):
                return kept.catalogue(), kept.tables(), ()
            seen = files.seen_now(root, self._as_at_home(root, state.seen))
            changed = files.changed(state.seen, seen)
            if changed or ((thorough or state.problems) and state.shape != files.shape(root)):
                return None if state.problems else self._renewed(root, state, kept, seen, changed)
            if self._at_home(root) and seen != state.seen:
                self._write_state(State.of(state.base, state.delta, state.shape, seen, state.problems))
            return kept.catalogue(), kept.tables(), tuple(replace(p, file=root / p.file) for p in state.problems)
        except (NotOurs, Spoiled, OSError):
            return None

    def _untouched(self, root: Path, state: State) -> bool:
        """Whether no file that a match depends on was touched, so that none of them has to be looked at by itself."""
        return self._at_home(root) and not state.problems and state.stamp == files.stamp(files.stats(root)) != ""

    def _at_home(self, root: Path) -> bool:
        return root.resolve() == self.home.resolve()

    def _as_at_home(self, root: Path, seen: Mapping[str, Seen]) -> Mapping[str, Seen]:
        """Of a copy's files only the contents say anything about those at home, and the other way round."""
        return seen if self._at_home(root) else {name: Seen(UNKNOWN, of.digest) for name, of in seen.items()}

    def _kept(self, root: Path, state: State, thorough: bool) -> Kept:
        found = [File(self._folder.open(name)) for name in (state.base, state.delta) if name]
        if thorough:
            for file in found:
                file.check()
        return Kept(root, found[0], found[1] if state.delta else None)

    def _renewed(
        self, root: Path, state: State, kept: Kept, seen: Mapping[str, Seen], changed: set[str]
    ) -> tuple[Catalogue, Tables, tuple[Problem, ...]] | None:
        """Parses what changed, checks everything, and keeps the difference; None where the content has problems."""
        # Here, because a start that finds nothing changed reads and checks nothing.
        from kb.catalogue.checks import check
        from kb.catalogue.loading.loader import load

        shape = files.shape(root)
        touched = {name.rpartition("/")[0] for name in changed}
        names = {f"{area}/{slug}/{ENTRY_FILE}": slug for area, slug in kept.files if f"{area}/{slug}" not in touched}
        untouched = {name: kept.both(slug) for name, slug in names.items()}
        content = load(root, {root / name: own for name, (_, own) in untouched.items()})
        before = {entry.slug: entry for entry, _ in untouched.values()}
        fresh = {entry.slug for entry in content.entries if before.get(entry.slug) != entry}
        if check(content, fresh if shape == state.shape else None):
            return None
        catalogue, delta = Catalogue.of(content), state.delta
        if changed:
            if (written := self._write_delta(kept, content, catalogue, fresh)) is None:
                return None
            delta = written
        state = State.of(state.base, delta, shape, self._as_at_home(root, seen))
        if not self._still(root, seen) or not self._write_state(state):
            return None
        kept = self._kept(root, state, thorough=False)
        return kept.catalogue(), kept.tables(), ()

    def _write_delta(self, kept: Kept, content: Content, catalogue: Catalogue, fresh: set[str]) -> str | None:
        """The name of a new delta, with what is `fresh` since the last one and all that was fresh in that.

        None where so much has changed that a new base is due, or none can be written.
        """
        base = kept.base()
        changed = [entry for entry in catalogue if entry.slug in fresh or entry.slug in kept.fresh]
        gone = set(base.slugs) - catalogue.by_slug.keys()
        if len(changed) + len(gone) > max(FEW_FRESH, SHARE_FRESH * len(base.slugs)):
            return None
        from kb.cache.build import delta_tables

        return self._write("delta", delta_tables(catalogue, content.own, content.root, changed, base))

    def seen(self, root: Path) -> tuple[dict[str, Seen], str]:
        """What `keep` wants to know; to be asked before the content is read."""
        return files.seen_now(root, {}), files.shape(root)

    def keep(
        self,
        content: Content,
        catalogue: Catalogue,
        finder: Finder,
        before: tuple[dict[str, Seen], str],
        problems: Sequence[Problem] = (),
    ) -> None:
        """Keeps what was built of sound content, less what has `problems`; where nothing can be written, not."""
        if not self._folder.ready():
            return
        from kb.cache.build import base_tables

        base = self._write("base", base_tables(catalogue, content.own, content.root, finder.tables()))
        if base and self._still(content.root, before[0]):
            told = tuple(replace(problem, file=problem.file.relative_to(content.root)) for problem in problems)
            self._write_state(State.of(base, "", before[1], self._as_at_home(content.root, before[0]), told))

    def forget(self) -> None:
        """What is kept was found spoiled: the next start builds it again."""
        self._folder.remove(f"{self._name}.state")

    def _still(self, root: Path, seen: Mapping[str, Seen]) -> bool:
        """Whether the content is what it was before it was read."""
        return not files.changed(seen, files.seen_now(root, seen))

    def _write(self, kind: str, content: tables.Tables) -> str | None:
        name = f"{self._name}.{kind}-{os.urandom(8).hex()}"
        return name if self._folder.write(name, lambda out: tables.write(out, content)) else None

    def _write_state(self, state: State) -> bool:
        done = self._folder.write(f"{self._name}.state", lambda out: out.write(state.written))
        self._folder.prune(self._name, {f"{self._name}.state", state.base, state.delta})
        return done

    def _read_state(self) -> State:
        with self._folder.open(f"{self._name}.state") as source:
            return read(source.readall())
