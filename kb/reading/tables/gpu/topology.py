"""nvidia-smi topo -m, topo -p2p and rocm-smi --showtopo: how each GPU reaches each other one."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

COLUMN = re.compile(r"(?:GPU|NIC|mlx\d_|hfi\d_|bnxt_re|rdmap|irdma|ib)\w{1,12}|\S{1,20}")
GPU = re.compile(r"GPU\d{1,3}")
# The last two are AMD's, whose other tables have numbers: weights and hops.
PATH = re.compile(r"X|SYS|NODE|PHB|PXB|PIX|PSB|SOC|NV\d{1,2}|XGMI|PCIE")
STATUS = re.compile(r"OK|CNS|GNS|TNS|NS|DR|U")
MOST_ROWS = 128


def read(lines: Lines) -> Table | None:
    """One fact for each kind of path between two GPUs, with the first pair that has it; how many GPUs there are only
    where the table was pasted from its first line or row on.
    """
    columns = _columns((lines.peek() or "")[:2000])
    if not columns or not GPU.fullmatch(columns[0]):
        return None
    facts = Facts(lines)
    seen: set[str] = set()
    has_head = len(columns) < 2 or not PATH.fullmatch(columns[1])
    gpus = sum(map(bool, map(GPU.fullmatch, columns))) if has_head else 0
    if has_head:
        facts.take()
        facts.add("gpus_visible", gpus)
    while facts.rows < MOST_ROWS and (line := lines.peek()) is not None:
        name, *cells = line[:2000].split() or [""]
        if not GPU.fullmatch(name) or not cells:
            break
        facts.take()
        if not has_head and columns[0] == "GPU0":
            facts.count("gpus_visible")
        _row(facts, int(name[3:]), cells[: gpus or int(name[3:])], seen)
    return facts.table() if facts.rows > has_head else None


def _columns(line: str) -> list[str]:
    """The words of the first line from the first GPU on: the command may stand in front of it."""
    words = COLUMN.findall(line)
    return words[next((n for n, word in enumerate(words) if GPU.fullmatch(word)), len(words)) :]


def _row(facts: Facts, name: int, cells: list[str], seen: set[str]) -> None:
    """GPUs are the first columns, as many as the head names; without a head, those before the row's own."""
    for number, cell in enumerate(cells):
        pair = "GPU{} and GPU{}".format(*sorted((number, name)))
        kind = "NV#" if cell.startswith("NV") else cell
        if kind in seen or cell == "X":
            continue
        if PATH.fullmatch(cell):
            seen.add(kind)
            facts.add("gpu_p2p_path", kind, pair)
        elif STATUS.fullmatch(cell):
            seen.add(kind)
            facts.add("gpu_p2p_status", kind, pair)


OPENING = (
    r"GPU0[ \t]{1,12}(?:GPU1|NIC0|mlx\d|X[ \t]|CPU Aff)"
    r"|GPU\d{1,2}[ \t]{1,8}(?:NV\d{1,2}|SYS|NODE|PHB|PXB|PIX)[ \t]{1,8}(?:NV\d|SYS|NODE|PHB|PXB|PIX|X )"
)
KIND = Kind("nvidia-smi topo", OPENING, read, widest=WIDEST)
