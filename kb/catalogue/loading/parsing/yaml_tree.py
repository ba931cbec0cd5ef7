"""YAML text -> PyYAML's tree of nodes, refusing what could cost more than a content file is worth."""

from __future__ import annotations

import re

import yaml

from kb.catalogue.loading.problems import Unreadable

# libyaml parses four times as fast; PyYAML's wheels bring it, a build without it works as well.
FAST_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# The schema needs four levels. libyaml composes by recursion in C: a hundred thousand `[` end the process.
MOST_NESTED = 8
# What YAML takes for a comment although somebody meant the text: a comment of ours has a space behind its sign.
CUT_OFF = re.compile(r"[ \t]+(#[^\s#]\S*)")


def compose(text: str, first_line: int = 1) -> yaml.MappingNode:
    """YAML that stands in a file from `first_line` on -> its tree, whose marks count the file's lines from 0.

    Raises Unreadable, with the line, for bad YAML, anchors, aliases, deep nesting, values that a `#` cuts off, and
    anything but a mapping.
    """
    text = "\n" * (first_line - 1) + text
    try:
        _check_events(text)
        node = yaml.compose(text, Loader=FAST_LOADER)
    except yaml.YAMLError as error:
        raise _unreadable(text, first_line) from error
    if not isinstance(node, yaml.MappingNode):
        raise Unreadable(first_line, "`key: value` lines belong here, and nothing else was found")
    return node


def _check_events(text: str) -> None:
    """Reads event by event, which needs no recursion, and stops at the first that no content file needs."""
    depth = 0
    for event in yaml.parse(text, Loader=FAST_LOADER):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            raise Unreadable(line, f"{sign}{event.anchor} is a YAML alias: write the text out, or quote the value")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MOST_NESTED:
            raise Unreadable(line, f"nested more than {MOST_NESTED} deep: quote a value that begins with [ or {{")
        if isinstance(event, yaml.ScalarEvent) and (rest := CUT_OFF.match(text, event.end_mark.index)):
            line = event.end_mark.line + 1
            raise Unreadable(line, f"YAML takes {rest[1]!r} and the rest for a comment: put the whole value in quotes")


def _unreadable(text: str, first_line: int) -> Unreadable:
    """What is wrong, as the slow loader words it: its errors name the better line."""
    try:
        yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return Unreadable(mark.line + 1 if mark else first_line, _explain(error))
    except (yaml.YAMLError, RecursionError) as error:
        return Unreadable(first_line, f"bad YAML: {error}")
    return Unreadable(first_line, "bad YAML: libyaml refuses it, PyYAML does not; write it in a simpler way")


def _explain(error: yaml.MarkedYAMLError) -> str:
    hint = ""
    if "mapping values are not allowed" in str(error.problem):
        hint = "; a value that contains ': ' needs quotes"
    return f"bad YAML: {error.problem or error.context}{hint}"
