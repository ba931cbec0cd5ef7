"""The house rules that a reader relies on: where a test lives, which way imports point, how long a module gets."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
KB = ROOT / "kb"
MODULES = sorted(path for path in KB.rglob("*.py") if path.name != "__init__.py")

# Wiring without decisions of its own; the tests of views, commands and the library go through it.
WIRING = {"apps.py", "environment.py", "settings.py", "urls.py", "wsgi.py"}
# The schema, the match, the answer and the problem are data; what reads and fills them is tested.
DATA = {
    "catalogue/schema/entry.py",
    "catalogue/schema/guide.py",
    "catalogue/loading/parsing/described.py",
    "catalogue/loading/problems.py",
    "catalogue/schema/reproduction.py",
    "matching/match.py",
    "diagnosis/against/difference.py",
    "diagnosis/answer.py",
    "diagnosis/differential/weights.py",
    "runner/supervising/outcome.py",
    "atlas/released/file.py",
    "atlas/texts/literal.py",
    "triage/answers/row.py",
    "triage/jobs/job.py",
    "triage/sources/source.py",
}

# What each room may import besides itself: the way of the data, and nothing against it.
MAY_IMPORT = {
    "masking": set(),
    "catalogue": {"language"},
    "reading": {"language"},
    "matching": {"language", "catalogue", "reading"},
    "cache": {"language", "catalogue", "reading", "matching"},
    "diagnosis": {"language", "masking", "catalogue", "reading", "matching"},
    "lookup": {"language", "catalogue", "matching", "diagnosis"},
    "runner": {"language", "masking", "catalogue", "reading", "matching", "diagnosis", "environment"},
    "collect": {"masking"},
    "atlas": {"language", "catalogue"},
    "agents": {"language", "catalogue", "reading", "matching", "diagnosis", "lookup"},
    "triage": {"language", "masking", "catalogue", "reading", "matching", "diagnosis", "library", "environment"},
    "terminal": {
        *("language", "masking", "catalogue", "cache", "matching", "diagnosis", "lookup", "collect", "runner"),
        *("agents", "triage", "library", "environment"),
    },
}
# More modules than this in one folder want rooms.
MOST_MODULES = 9
# Nobody has to overlook these: each module is one of many of a kind, and is found by its name.
LISTS = {KB / "catalogue" / "checks", KB / "terminal" / "commands"}


def room(path):
    return relative(path).split("/")[0]


def relative(path):
    return path.relative_to(KB).as_posix()


def imports(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"kb.{alias.name}" for alias in node.names) if node.module == "kb" else [node.module]
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


TESTED = [module for module in MODULES if module.name not in WIRING and relative(module) not in DATA]


@pytest.mark.parametrize("module", TESTED, ids=relative)
def test_every_module_has_its_test_where_one_looks_for_it(module):
    folder = module.relative_to(KB).parent
    folder = Path(*(part for part in folder.parts if part != "commands"))
    assert (ROOT / "tests" / folder / f"test_{module.name}").exists()


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) in MAY_IMPORT], ids=relative)
def test_imports_point_one_way_and_never_to_django(module):
    allowed = MAY_IMPORT[room(module)] | {room(module)}
    for name in imports(module):
        assert not name.startswith("django"), f"{name} in a package that must run without Django"
        if name.startswith("kb") and name != "kb.__version__":
            assert name.split(".")[1] in allowed, f"imports {name}"


def test_the_library_has_only_names_of_the_code_and_the_code_knows_nothing_of_it():
    for path in (ROOT / "rankdown").glob("*.py"):
        assert {name.split(".")[0] for name in imports(path)} <= {"kb", "rankdown", *sys.stdlib_module_names}
    assert not [path for path in MODULES if any(name.split(".")[0] == "rankdown" for name in imports(path))]


@pytest.mark.parametrize("folder", sorted({module.parent for module in MODULES} - LISTS), ids=relative)
def test_a_room_has_no_more_modules_than_a_newcomer_can_overlook(folder):
    assert len([module for module in MODULES if module.parent == folder]) <= MOST_MODULES


@pytest.mark.parametrize("module", MODULES, ids=relative)
def test_a_module_says_its_job_and_stays_readable(module):
    text = module.read_text(encoding="utf-8")

    assert ast.get_docstring(ast.parse(text)), "the first line of a module says what it is for"
    assert text.count("\n") <= 260, "more than one job?"


def test_nothing_in_the_code_names_a_failure():
    slugs = "|".join(path.parent.name for path in (ROOT / "content").glob("*/*/entry.md"))
    named = [(path.name, slug) for path in MODULES for slug in re.findall(rf"\b(?:{slugs})\b", path.read_text("utf-8"))]

    assert [pair for pair in named if pair[0] != "new_entry.py"] == []


def test_pins_are_exact():
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text().splitlines():
            requirement = line.split("#")[0].strip()
            assert not requirement or requirement.startswith("-r") or re.fullmatch(r"[\w.-]+==[\w.]+", requirement)
