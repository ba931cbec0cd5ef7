"""Which entries are due: those that changed, and every day another tenth of the rest, so that each comes round."""

from __future__ import annotations

import datetime
import hashlib
import subprocess
from functools import lru_cache
from pathlib import Path

from kb.runner.planning.plan import Plan

PARTS = 10


def is_due(plan: Plan, changed: frozenset[Path], today: datetime.date) -> bool:
    """A changed file in the entry's folder, or the entry's turn."""
    if any(path.parent == plan.folder.resolve() for path in changed):
        return True
    number = int(hashlib.sha256(plan.slug.encode()).hexdigest(), 16)
    return number % PARTS == today.toordinal() % PARTS


def changed_since(revision: str, folder: Path) -> frozenset[Path]:
    """Files that differ from a commit; nothing where git or the commit is not there."""
    return _changed(revision, str(folder.resolve().parents[2]))


@lru_cache(maxsize=4)
def _changed(revision: str, root: str) -> frozenset[Path]:
    command = ["git", "-C", root, "diff", "--name-only", "--relative", revision, "--", "."]
    shown = subprocess.run(command, capture_output=True, text=True)
    return frozenset(Path(root, name) for name in shown.stdout.splitlines()) if shown.returncode == 0 else frozenset()
