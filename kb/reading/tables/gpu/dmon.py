"""nvidia-smi dmon: a line a GPU and a second, with how busy each was."""

from __future__ import annotations

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Fact, Facts, Table
from kb.reading.tables.sizes import share

BUSY = "sm"
MOST_ROWS, MOST_GPUS = 4096, 64


def read(lines: Lines) -> Table | None:
    """Of each GPU its least and its greatest load, each with the first line that shows it."""
    names = (lines.peek() or "").lstrip("# ").split()
    if names[:1] != ["gpu"] or BUSY not in names:
        return None
    facts = Facts(lines)
    extremes: dict[str, tuple[Fact, Fact]] = {}
    facts.take()
    while facts.rows < MOST_ROWS and (line := lines.peek()) is not None:
        cells = line.split()
        # The head is printed again every so often.
        if not line.startswith("#") and (len(cells) != len(names) or not cells[0].isdecimal()):
            break
        facts.take()
        busy = None if line.startswith("#") else share(f"{cells[names.index(BUSY)]}%")
        if busy is not None and len(extremes.keys() | {cells[0]}) <= MOST_GPUS:
            now = Fact("gpu_utilisation", busy, lines.number, facts.text, f"GPU {cells[0]}", lines.number)
            least, most = extremes.get(cells[0], (now, now))
            extremes[cells[0]] = min(least, now, key=_load), max(most, now, key=_load)
    facts.found = [fact for both in extremes.values() for fact in dict.fromkeys(sorted(both, key=lambda f: f.line))]
    return facts.table()


def _load(fact: Fact) -> float:
    return float(fact.value)


KIND = Kind("nvidia-smi dmon", r"# gpu {2,8}(?:pwr|sm) ", read, widest=WIDEST)
