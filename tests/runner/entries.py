"""Writes entries whose programs use a small library of our own, so that the runner can be tried without torch."""

from __future__ import annotations

from pathlib import Path

from kb.catalogue.loading.loader import load
from kb.catalogue.schema.entry import Entry
from kb.runner.planning.plan import Plan, plan_for
from tests.contents import edit, write_entry

# What the interpreter under test has instead of torch: a library that can fail, hang and work.
LIBRARY = {
    "torch.py": """
__version__ = "2.99"
class version: cuda = None
class cuda:
    def is_available(): return False
""",
    "widget.py": """
import time
class WidgetError(Exception): pass
class Widget:
    def turn(self): return 2.5
def frobnicate(times):
    if times < 1:
        raise WidgetError(f"the widget has {times} frobnications left")
    return times * 2.5
def warn(): print("WARNING: the widget has 0 frobnications left", flush=True)
def check(condition, text):
    if not condition:
        raise WidgetError(text)
def spin(times): raise WidgetError(f"the spindle turned {times} times the wrong way")
def call(function): return function()
def wait_for_peer():
    while True:
        time.sleep(600)
def work(turns):
    return sum(n * n for n in range(turns))
""",
}

BROKEN = "import widget\n\nprint('turned by', widget.frobnicate(0))\n"
FIXED = "import widget\n\nprint('turned by', widget.frobnicate(3))\n"
MESSAGE = "the widget has <int> frobnications left"
SAMPLE = "widget.WidgetError: the widget has 0 frobnications left"
ACHIEVES = "achieves: turned by <num>"

STUCK = "import widget\n\nwidget.wait_for_peer()\nprint('turned by', widget.frobnicate(0))\n"
HANG = "proof: hang\nstands_in: [wait_for_peer]"


def write_reproduction(
    root: Path,
    slug: str = "cold-widget",
    how: str = "",
    broken: str = BROKEN,
    fixed: str = FIXED,
    message: tuple[str, str] = (MESSAGE, SAMPLE),
    seconds: int = 20,
    achieves: str = ACHIEVES,
) -> Path:
    """Writes an entry with both programs and returns its entry.md; `message` is a signature and a line of it."""
    path = write_entry(root, slug, line=message[0], sample=message[1])
    lines = [line for line in (achieves, *how.splitlines()) if line]
    header = f"needs: [cpu]\n  seconds: {seconds}" + "".join(f"\n  {line}" for line in lines)
    edit(path, "not_run: needs a widget", header)
    (path.parent / "broken.py").write_text(broken)
    (path.parent / "fixed.py").write_text(fixed)
    return path


def plan_of(root: Path, **values) -> Plan:
    write_reproduction(root, **values)
    return plan_in(root)


def plan_in(root: Path) -> Plan:
    """The plan of the only entry."""
    return plan_for(entry_in(root))


def entry_in(root: Path) -> Entry:
    (entry,) = load(root).entries
    return entry
