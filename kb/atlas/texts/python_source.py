"""Python source → its literals and names: f-strings and concatenations as one text with gaps, docstrings left out."""

from __future__ import annotations

import ast
import warnings

from kb.atlas.texts.literal import GAP, Literal, Texts

SAYERS = {"warn", "warning", "error", "exception", "critical", "fatal", "info", "log", "print", "warning_once", "write"}
SHORTEST = 4
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_TEXTS = (ast.Constant, ast.JoinedStr, ast.BinOp)
# Where a node keeps identifiers: a variable, an attribute, a parameter or keyword, a definition, an import.
_NAMES = {
    ast.Name: ("id",),
    ast.Attribute: ("attr",),
    ast.arg: ("arg",),
    ast.keyword: ("arg",),
    ast.FunctionDef: ("name",),
    ast.AsyncFunctionDef: ("name",),
    ast.ClassDef: ("name",),
    ast.alias: ("name", "asname"),
    ast.ImportFrom: ("module",),
}


def read(source: bytes) -> Texts:
    """The texts of one module. What this interpreter cannot parse is taken line by line instead."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        reading = _Reading()
        reading.visit(tree, "", False)
    except (SyntaxError, ValueError, RecursionError):
        return _line_by_line(source)
    return Texts(tuple(reading.literals), frozenset(reading.names))


def _line_by_line(source: bytes) -> Texts:
    text = source.decode("utf-8", "replace")
    lines = tuple(Literal(line) for raw in text.splitlines() if len(line := raw.strip()) >= SHORTEST)
    return Texts(lines, frozenset(word for word in text.split() if word.isidentifier()))


class _Reading:
    """One walk over a tree; plain recursion, because ast.NodeVisitor takes three times as long."""

    def __init__(self) -> None:
        self.literals: list[Literal] = []
        self.names: set[str] = set()

    def visit(self, node: ast.AST, where: str, said: bool) -> None:
        self._name(node)
        if isinstance(node, _TEXTS) and (text := _text(node)) is not None:
            if len(text) >= SHORTEST:
                self.literals.append(Literal(text, where, said))
            for value in _values(node):
                self.visit(value, where, said)
            return
        if isinstance(node, _SCOPES):
            where = f"{where}.{node.name}".lstrip(".")
        said = said or _says(node)
        for child in ast.iter_child_nodes(node):
            if not _is_docstring(child):
                self.visit(child, where, said)

    def _name(self, node: ast.AST) -> None:
        for field in _NAMES.get(type(node), ()):
            if value := getattr(node, field):
                self.names.update(value.split("."))


def _is_docstring(node: ast.AST) -> bool:
    """A text that stands alone as a statement: nobody prints it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _says(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return (getattr(node.func, "attr", "") or getattr(node.func, "id", "")) in SAYERS
    return isinstance(node, (ast.Raise, ast.Assert))


def _text(node: ast.AST) -> str | None:
    """What an expression prints, with gaps for values; None where it is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(value) or GAP for value in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left), _text(node.right)
        return None if left is None and right is None else (left or GAP) + (right or GAP)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _text(node.left)
    return None


def _values(node: ast.AST) -> list[ast.AST]:
    """The expressions inside a text: what is formatted into it may hold texts of its own."""
    if isinstance(node, ast.JoinedStr):
        return [value.value for value in node.values if isinstance(value, ast.FormattedValue)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return [*_values(node.left), node.right]
    if isinstance(node, ast.BinOp):
        return [v for side in (node.left, node.right) for v in ([side] if _text(side) is None else _values(side))]
    return []
