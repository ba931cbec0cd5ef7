"""The text of an entry's programs -> what no honest reproduction needs: the message itself, and ways to borrow it."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from pathlib import Path

from kb.catalogue.schema.entry import Signature
from kb.catalogue.schema.holes import Hole, parts
from kb.reading.text.compact import squeeze
from kb.runner.planning.plan import Plan

# A piece of a message this long cannot stand in a program by chance.
TELLING_PIECE = 18
# Below this, fixed is another program and no fix of this one; ours lie between 0.57 and 1.
LEAST_SHARE_KEPT = 0.4
# Code made from text, and frames that name another file, hide from a reader and from a stack what runs.
HIDDEN = frozenset({"exec", "eval", "compile", "co_filename", "co_name", "marshal"})
# Where a library's own text, or a recorded log, could be read from.
BORROWED_FROM = re.compile(
    r"\b__file__|\.origin\b|site-packages|getsitepackages|sysconfig|submodule_search_locations|samples/|reproduced\.log"
)
READING = frozenset(
    {"open", "read_text", "read_bytes", "getsource", "getsourcelines", "getline", "getlines", "get_data"}
)
# A number that stands in the program was not measured.
LITERAL_MEASURE = re.compile(r"MEASURED [^\n={}$%]{1,200} = [-+]?[\d.]")
READING_IN_SHELL = re.compile(r"(?:^|[|;&(`\s])(?:grep|sed|awk|cat|head|tail|strings|cut|tac|rev)\s+(?!-q)[^\n|;]*")


def problems(plan: Plan) -> Iterator[str]:
    """What a reader of the programs would object to; nothing is run."""
    if copied := words_in_programs(plan.files, plan.decisive):
        yield f"a program contains the message that a library should print: {'; '.join(copied)}"
    for path in plan.files:
        text = path.read_text(encoding="utf-8", errors="replace")
        if hidden := sorted(_names(text) & HIDDEN) if path.suffix == ".py" else []:
            yield f"{path.name} uses {', '.join(hidden)}: a reproduction shows plainly what it runs"
        if LITERAL_MEASURE.search(text):
            yield f"{path.name} prints a number that stands in the program: a measurement is computed"
        if _borrows(path, text):
            yield f"{path.name} reads a library's files or a recorded log: the library must speak itself"
    if (share := kept(plan)) < LEAST_SHARE_KEPT:
        yield f"fixed keeps {share:.0%} of broken's lines: a fix is an edit of the program that failed"


def words_in_programs(files: list[Path], signatures: tuple[Signature, ...]) -> list[str]:
    """Pieces of the decisive messages that stand in the programs: a program may not print what a library should."""
    sources = {path.name: squeeze(path.read_text(encoding="utf-8", errors="replace")).lower() for path in files}
    pieces = {piece for s in signatures for piece in parts(s.line) if not isinstance(piece, Hole)}
    telling = {piece for piece in pieces if len(squeeze(piece)) >= TELLING_PIECE}
    return sorted(
        f"{name}: {p.strip()}" for name, text in sources.items() for p in telling if squeeze(p).lower() in text
    )


def kept(plan: Plan) -> float:
    """The share of lines that the two programs have in common, 0 to 1."""
    broken, fixed = (
        [line.strip() for line in path.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()]
        for path in (plan.broken, plan.fixed)
    )
    return difflib.SequenceMatcher(None, broken, fixed, autojunk=False).ratio()


def _names(text: str) -> set[str]:
    """Names that a Python program uses as such; `torch.compile` is no `compile`."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return set()
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    imported = {alias.name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)} & {"co_filename", "co_name"}
    keywords = {node.arg for node in nodes if isinstance(node, ast.keyword) and node.arg}
    return plain | imported | attributes | (keywords & {"co_filename", "co_name"})


def _borrows(path: Path, text: str) -> bool:
    if not BORROWED_FROM.search(text):
        return False
    if path.suffix == ".py":
        try:
            nodes = list(ast.walk(ast.parse(text)))
        except SyntaxError:
            return False
        called = [node.func for node in nodes if isinstance(node, ast.Call)]
        return any(getattr(f, "id", getattr(f, "attr", "")) in READING for f in called)
    return any(BORROWED_FROM.search(found) for found in READING_IN_SHELL.findall(text))
