"""Which branches and loops of its program a rank stands in, and which loops it has left: headers, not the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from kb.collect.job import Process
from kb.collect.probes.namespaces import path_of

# py-spy names a file from the folder of sys.path on; what is installed lies in none of the folders looked at here.
FRAME = re.compile(r"^ {4}(?P<function>[^(\n]{1,200}) \((?P<file>[^()\n]{1,500}\.py):(?P<line>\d{1,7})\)$", re.M)
MAIN = re.compile(r"^Thread \d{1,9} \([a-z+]{1,20}\): \"MainThread\"\n(?P<frames>(?: {4}.*\n?)+)", re.M)
LARGEST_SOURCE = 1 << 20  # bytes
MOST_FRAMES, MOST_ROWS, LONGEST = 40, 60, 400
LOOPS = (ast.For, ast.AsyncFor, ast.While)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
WAYS = {ast.Break: "left", ast.Return: "left", ast.Continue: "skipped"}
# Whatever they are called on, no other rank has to call them too.
LOCAL = frozenset(
    "print format len str int float round min max sum range enumerate zip append extend update write flush close join "
    "get debug info warning error exception log time perf_counter monotonic item get_rank get_world_size".split()
)
PARTS = ("body", "orelse", "handlers", "finalbody")


def around(process: Process, stacks: str) -> str:
    """py-spy's text -> for each frame of the user's own in the main thread what holds its line; "" without any.

    All of them or none: where one cannot be read, the others would say that ranks parted where they did not.
    """
    try:
        return _around(process, stacks)
    except OSError:  # not ours to read, or gone meanwhile: the stacks are worth more
        return ""


def _around(process: Process, stacks: str) -> str:
    main = MAIN.search(stacks)
    frames = [frame.groupdict() for frame in FRAME.finditer(main["frames"])] if main else []
    found = [(frame, path) for frame in frames if (path := _source(process, frame["file"]))]
    if not found or len(found) > MOST_FRAMES:
        return ""
    changed = [frame["file"] for frame, path in found if path.stat().st_mtime > process.started]
    if changed:
        return f"\nnote: {changed[0]} was changed after the job had started, so the program was not read\n"
    told = [(frame, rows_at(path, int(frame["line"]))) for frame, path in found]
    if any(rows is None for _, rows in told):
        return ""
    named = ("around line {line} of {function} ({file})\n".format(**frame) + "".join(rows) for frame, rows in told)
    return "\n" + "\n".join(named)


def _source(process: Process, name: str) -> Path | None:
    """The program's own file of this name: below the script's folder, the working folder or PYTHONPATH."""
    scripts = [word for word in process.command[1:] if word.endswith(".py")][:1]
    folders = [str(Path(script).parent) for script in scripts] + ["."]
    folders += [word for word in process.variables.get("PYTHONPATH", "").split(":") if word]
    found = (path_of(process.pid, f"{folder}/{name}") for folder in folders)
    return next((path for path in found if path.is_file() and not _is_installed(path, name)), None)


def _is_installed(path: Path, name: str) -> bool:
    """Whether pip put it there; `pip install --target` leaves its records in any folder."""
    folder = path.parents[len(Path(name).parts) - 1]
    return "site-packages" in path.parts or any(folder.glob("*.dist-info"))


def rows_at(path: Path, line: int) -> list[str] | None:
    """What holds a line of a file, None where that cannot be read or is too much."""
    try:
        if path.stat().st_size > LARGEST_SOURCE:
            return None
        rows = _rows(ast.parse(path.read_bytes()).body, line)
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    too_much = len(rows) > MOST_ROWS or any(len(row) > LONGEST for row in rows)
    return None if too_much else [f"  {row}\n" for row in rows]


def _rows(block: Sequence[ast.stmt], line: int) -> list[str]:
    """Outermost first, from the innermost function on."""
    rows: list[str] = []
    for statement in block:
        if statement.lineno > line:
            break
        if (statement.end_lineno or 0) < line:
            rows += [row for loop in _loops(statement) for row in ("behind " + _named(loop), *_ways_out(loop))]
        elif isinstance(statement, SCOPES):
            return _rows(statement.body, line)
        else:
            rows += _within(statement, line)
    return rows


def _within(statement: ast.stmt, line: int) -> list[str]:
    """Rows of a statement that holds the line; a loop's header belongs to the loop, that of an `if` to no branch."""
    part, inner = next(((p, b) for p, b in _parts(statement) if _holds(b, line)), ("", []))
    rows = []
    if isinstance(statement, LOOPS) and part != "orelse":
        rows = ["in " + _named(statement), *_ways_out(statement)]
    elif isinstance(statement, ast.If) and part:
        rows = [("in else of " if part == "orelse" else "in ") + _named(statement)]
    if part == "handlers":
        handler = next(one for one in inner if one.lineno <= line <= one.end_lineno)
        return [
            *rows,
            f"in lines {handler.lineno}-{handler.end_lineno}: {_except(handler)}",
            *_rows(handler.body, line),
        ]
    return rows + _rows(inner, line)


def _parts(node: ast.AST) -> Iterator[tuple[str, list]]:
    yield from ((name, part) for name in PARTS if isinstance(part := getattr(node, name, None), list) and part)


def _holds(block: list, line: int) -> bool:
    return block[0].lineno <= line <= block[-1].end_lineno


def _loops(node: ast.stmt) -> list[ast.stmt]:
    """The outermost loops in a statement, those in functions that it only defines left out."""
    if isinstance(node, LOOPS):
        return [node]
    if isinstance(node, SCOPES):
        return []
    return [loop for _, part in _parts(node) for child in part for loop in _loops(child)]


def _ways_out(loop: ast.stmt) -> list[str]:
    return [*_ways(loop.body, (), False), *_inner(loop.body)]


def _inner(block: list) -> Iterator[str]:
    """Branches and loops inside a loop in which something is called that other ranks may have to call as well."""
    for statement in block:
        if isinstance(statement, (ast.If, *LOOPS)) and any(map(_calls, _parts(statement))):
            yield "branch at " + _named(statement)
        elif not isinstance(statement, SCOPES):
            for _, part in _parts(statement):
                yield from _inner(part)


def _calls(part: tuple[str, list]) -> bool:
    calls = (node.func for child in part[1] for node in ast.walk(child) if isinstance(node, ast.Call))
    return any(getattr(called, "attr", getattr(called, "id", "")) not in LOCAL for called in calls)


def _ways(block: list, conditions: tuple[str, ...], nested: bool) -> Iterator[str]:
    """Every way to leave a loop or to skip the rest of a step, with the conditions on it, outermost first."""
    for statement in block:
        if how := WAYS.get(type(statement)):
            if isinstance(statement, ast.Return) or not nested:
                on = " and ".join(conditions) or "always"
                yield f"{how} at line {statement.lineno}: {type(statement).__name__.lower()}, {on}"
        elif not isinstance(statement, SCOPES):
            for name, part in _parts(statement):
                on = _condition(statement, name)
                yield from _ways(part, (*conditions, *on), nested or isinstance(statement, LOOPS))


def _condition(statement: ast.AST, part: str) -> tuple[str, ...]:
    if isinstance(statement, ast.If):
        return (f"if {'not ' if part == 'orelse' else ''}{ast.unparse(statement.test)}",)
    return (_except(statement),) if isinstance(statement, ast.ExceptHandler) else ()


def _except(handler: ast.ExceptHandler) -> str:
    return f"except {ast.unparse(handler.type)}" if handler.type else "except"


def _named(statement: ast.stmt) -> str:
    if isinstance(statement, ast.If):
        header = f"if {ast.unparse(statement.test)}"
    elif isinstance(statement, ast.While):
        header = f"while {ast.unparse(statement.test)}"
    else:
        header = f"for {ast.unparse(statement.target)} in {ast.unparse(statement.iter)}"
    return f"lines {statement.lineno}-{statement.end_lineno}: {header}"
