"""Rules about comparisons of facts: each can be read, and says something."""

from __future__ import annotations

from collections.abc import Iterator

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.conditions import MARK, NoCondition, parse
from kb.catalogue.schema.entry import Looked


def signatures_are_lines_or_facts(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, signature in enumerate(entry.front.signatures):
            if bool(signature.line) == bool(signature.fact):
                message = "a signature is a line or a fact: give it one of the two"
                yield content.problem(entry.path, message, "signatures", n)


def facts_can_be_compared(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, signature in enumerate(entry.front.signatures):
            for keys, text in conditions_in(signature):
                try:
                    parse(text)
                except NoCondition as reason:
                    yield content.problem(entry.path, str(reason), "signatures", n, *keys)


def conditions_in(signature: Looked) -> Iterator[tuple[tuple, str]]:
    """Where in the signature a comparison stands, and the comparison."""
    if signature.fact:
        yield ("fact",), signature.fact
    for key in ("together", "absent"):
        for at, text in enumerate(getattr(signature, key)):
            if text.startswith(MARK):
                yield (key, at), text.removeprefix(MARK)
