"""Rules about the two programs and what the runner is told of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem

# pip reads this: a name and a version, never an option, an address or a path.
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[A-Za-z0-9][A-Za-z0-9.+!_-]*")
# What one machine can simulate and one person will wait for.
MOST = {"processes": 64, "nodes": 16, "seconds": 3600}


def reproduction_is_stated(content: Content) -> Iterator[Problem]:
    """An entry either brings both programs or says why it cannot."""
    for entry in content.entries:
        found = {name for name in ("broken", "fixed") if list(entry.path.parent.glob(f"{name}.*"))}
        reason = entry.front.reproduction.not_run
        if len(found) == 1:
            message = f"only {found.pop()}.* is here: a reproduction needs broken.* and fixed.*"
        elif not found and not reason:
            message = "neither broken.* and fixed.* nor reproduction.not_run: say why nobody has run it"
        elif found and reason:
            message = "the programs are here, so reproduction.not_run must go"
        elif entry.front.reproduction.fixed_exit == "any" and entry.front.reproduction.measure is None:
            message = "fixed_exit: any leaves fixed unjudged: add a measure that only the cure reaches"
        else:
            continue
        yield content.problem(entry.path, message, "reproduction")


def needs_are_stated(content: Content) -> Iterator[Problem]:
    """Without `needs`, `run --needs cpu` passes the entry over, and nobody ever runs it."""
    for entry in content.entries:
        if list(entry.path.parent.glob("broken.*")) and not entry.front.reproduction.needs:
            message = "needs is missing: say what the machine must have, such as needs: [cpu]"
            yield content.problem(entry.path, message, "reproduction")


def packages_are_pinned(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for key in ("packages", "fixed_packages"):
            for n, package in enumerate(getattr(entry.front.reproduction, key)):
                if not PIN.fullmatch(package):
                    message = f"{package[:80]!r} is no exact pin: write name==version, such as deepspeed==0.17.6"
                    yield content.problem(entry.path, message, "reproduction", key, n)


def runs_are_bounded(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for key, most in MOST.items():
            if (value := getattr(entry.front.reproduction, key)) > most:
                yield content.problem(entry.path, f"{key} is {value}, but at most {most} is run", "reproduction", key)
