"""Writes entries whose programs are plain Python, so that the runner can be tried without torch."""

from __future__ import annotations

from pathlib import Path

from kb.catalogue.loader import load
from kb.runner.planning.plan import Plan, plan_for
from tests.contents import edit, write_entry

# The words come from the standard library's json, as they would from torch.
BROKEN = 'import json\n\njson.loads("x")\n'
FIXED = 'import json\n\njson.loads("1")\n'
MESSAGE = "json.decoder.JSONDecodeError: Expecting value: line <int> column <int>"
SAMPLE = "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)"

STUCK = "import time\n\n\ndef wait_for_peer():\n    time.sleep(600)\n\n\nwait_for_peer()\n"


def write_reproduction(
    root: Path,
    slug: str = "bad-json",
    how: str = "",
    broken: str = BROKEN,
    fixed: str = FIXED,
    message: tuple[str, str] = (MESSAGE, SAMPLE),
) -> Path:
    """Writes an entry with both programs and returns its entry.md; `message` is a signature and a line of it."""
    path = write_entry(root, slug, line=message[0], sample=message[1])
    header = "needs: [cpu]\n  seconds: 20" + "".join(f"\n  {line}" for line in how.splitlines())
    edit(path, "not_run: needs a widget", header)
    (path.parent / "broken.py").write_text(broken)
    (path.parent / "fixed.py").write_text(fixed)
    return path


def plan_of(root: Path, **values: str) -> Plan:
    write_reproduction(root, **values)
    (entry,) = load(root).entries
    return plan_for(entry)
