"""A plan and an environment -> why the plan has no place in a matrix of torch releases; nothing is run of the plan."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from kb.runner.planning.plan import Plan

FIND = (
    "import importlib.util, json, sys; print(json.dumps([n for n in sys.argv[1:] if not importlib.util.find_spec(n)]))"
)
FIND_SECONDS = 60
# In shell scripts too, where Python stands between quotes or in a here-document.
IMPORTED = re.compile(r"^[ \t]*(?:\S{0,40} -c ['\"])?(?:import|from) (?P<name>\w{1,60})", re.MULTILINE)
# Launchers that are libraries of their own.
LAUNCHERS = ("accelerate", "deepspeed")
STARTED = re.compile(rf"(?:^|[\s;&|(])(?P<name>{'|'.join(LAUNCHERS)})\s", re.MULTILINE)

# How Python says that a program asks torch for something which this release does not have.
NOT_THERE = re.compile(
    r"\b(?:ModuleNotFoundError: (?=No module named 'torch\b)"
    r"|ImportError: (?=cannot import name '[^'\n]{1,80}' from 'torch\b)"
    r"|AttributeError: (?=module 'torch\b[^'\n]{0,80}' has no attribute))"
    r"(?P<said>[^\n(]{1,160}[^\n( ])"
)


def unfit(plan: Plan, python: str) -> str:
    """Why: it brings versions of its own, or needs a library that is not here; empty where it fits."""
    if brought := [*plan.how.packages, *plan.how.fixed_packages]:
        return f"it brings {brought[0]}, which fits one torch"
    missing = _missing(sorted(wanted(plan)), python)
    return f"it needs {', '.join(missing)}, and a matrix has torch alone" if missing else ""


def wanted(plan: Plan) -> set[str]:
    """The libraries that the programs import or are started by, less their own files and the standard library."""
    names = {plan.how.launch} & set(LAUNCHERS)
    for path in plan.files:
        text = path.read_text(encoding="utf-8", errors="replace")
        names |= {match["name"] for match in IMPORTED.finditer(text)}
        names |= {match["name"] for match in STARTED.finditer(text)} if path.suffix == ".sh" else set()
    return names - {path.stem for path in plan.files} - sys.stdlib_module_names - {"__future__"}


def too_old(broken: str, fixed: str) -> str:
    """What of torch neither program found, by their logs: they were written for a newer one. Empty where they did."""
    told = [[match["said"] for match in NOT_THERE.finditer(log)] for log in (broken, fixed)]
    return told[0][-1] if all(told) and told[0][-1] == told[1][-1] else ""


def _missing(names: list[str], python: str) -> list[str]:
    if not names:
        return []
    found = subprocess.run([python, "-c", FIND, *names], capture_output=True, text=True, timeout=FIND_SECONDS)
    return json.loads(found.stdout) if found.returncode == 0 else []
