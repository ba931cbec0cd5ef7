"""YAML nodes -> the schema's dataclasses, collecting every problem with its line instead of stopping at the first."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import yaml

Report = Callable[[int, str], None]
Lines = dict[tuple, int]
UNREADABLE = object()
MOST_DIGITS = 9
# Far beyond any entry; a file that has more gets one problem for it instead of thousands.
MOST_ITEMS = 200
LONGEST_SHOWN = 60


def shown(text: str) -> str:
    """A value as a problem quotes it: long ones are cut."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def read(cls: type, node: yaml.Node, report: Report, path: tuple = ()) -> tuple[Any, Lines]:
    """Builds `cls` from a YAML mapping; `path` are the keys above it, as problems name them.

    Returns the object (None where it cannot be built) and the line of every key path, counted from 1.
    """
    lines: Lines = {}
    value = _read(cls, node, path, lines, report)
    return (None if value is UNREADABLE else value), lines


def _read(kind: Any, node: yaml.Node, path: tuple, lines: Lines, report: Report) -> Any:
    lines[path] = node.start_mark.line + 1
    if isinstance(kind, UnionType):
        kind = next(option for option in get_args(kind) if option is not type(None))
    if is_dataclass(kind):
        return _read_mapping(kind, node, path, lines, report)
    if get_origin(kind) is tuple:
        return _read_list(get_args(kind)[0], node, path, lines, report)
    return _read_scalar(kind, node, path, report)


def _read_mapping(cls: type, node: yaml.Node, path: tuple, lines: Lines, report: Report) -> Any:
    if not isinstance(node, yaml.MappingNode):
        report(_line(node), f"{_name(path)} must be a mapping with the keys {', '.join(_help(cls))}")
        return UNREADABLE
    types, found = _types(cls), {}
    for key_node, value in items(node, report):
        key = key_node.value
        if key not in types:
            report(_line(key_node), f"unknown key {shown(key)!r} in {_name(path)}{_suggest(key, types)}")
        else:
            found[key] = _read(types[key], value, (*path, key), lines, report)
    missing = [f for f in fields(cls) if f.name not in found and f.default is MISSING]
    for absent in missing:
        report(_line(node), f"{_name(path)} lacks {absent.name!r}: {absent.metadata['help']}")
    broken = missing or any(value is UNREADABLE for value in found.values())
    return UNREADABLE if broken else cls(**found)


@cache
def _types(cls: type) -> dict[str, Any]:
    """Field -> type. Annotations are text that Python would evaluate again for every mapping."""
    return get_type_hints(cls)


def items(node: yaml.MappingNode, report: Report) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
    """Keys and values of a mapping; a key that is no plain text is reported and left out."""
    seen = set()
    for key, value in _first(node, "keys", report):
        if not isinstance(key, yaml.ScalarNode):
            report(_line(key), "a key must be plain text: quote it")
            continue
        if key.value in seen:
            report(_line(key), f"key {key.value!r} is here twice: YAML would keep only the last; join them")
        seen.add(key.value)
        yield key, value


def _first(node: yaml.CollectionNode, kind: str, report: Report) -> list:
    if len(node.value) > MOST_ITEMS:
        report(_line(node), f"{len(node.value):,} {kind}, but at most {MOST_ITEMS} are read: keep those that tell")
    return node.value[:MOST_ITEMS]


def _read_list(item: Any, node: yaml.Node, path: tuple, lines: Lines, report: Report) -> Any:
    if not isinstance(node, yaml.SequenceNode):
        report(_line(node), f"{_name(path)} must be a list: one `- ` line for each")
        return UNREADABLE
    children = _first(node, "items", report)
    values = [_read(item, child, (*path, index), lines, report) for index, child in enumerate(children)]
    return UNREADABLE if any(value is UNREADABLE for value in values) else tuple(values)


def _read_scalar(kind: Any, node: yaml.Node, path: tuple, report: Report) -> Any:
    if not isinstance(node, yaml.ScalarNode):
        report(_line(node), f"{_name(path)} must be a single value")
        return UNREADABLE
    text = node.value.strip()
    if get_origin(kind) is Literal and text not in get_args(kind):
        report(_line(node), f"{_name(path)} is {shown(text)!r}, but must be one of: {', '.join(get_args(kind))}")
        return UNREADABLE
    if kind is bool:
        return _read_bool(text, node, path, report)
    if kind is int:
        return _read_int(text, node, path, report)
    if not text:
        report(_line(node), f"{_name(path)} is empty: fill it in or delete the key")
        return UNREADABLE
    return text


def _read_bool(text: str, node: yaml.Node, path: tuple, report: Report) -> Any:
    if text in ("true", "false"):
        return text == "true"
    report(_line(node), f"{_name(path)} is {shown(text)!r}, but must be true or false")
    return UNREADABLE


def _read_int(text: str, node: yaml.Node, path: tuple, report: Report) -> Any:
    if text.isdecimal() and len(text) <= MOST_DIGITS and int(text) > 0:
        return int(text)
    report(_line(node), f"{_name(path)} is {shown(text)!r}, but must be a whole number above 0")
    return UNREADABLE


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _name(path: tuple) -> str:
    """('signatures', 0, 'line') -> signatures[1].line; people count from 1."""
    text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.lstrip(".") or "the front matter"


def _help(cls: type) -> list[str]:
    return [f.name for f in fields(cls)]


def _suggest(key: str, known: dict) -> str:
    close = difflib.get_close_matches(key, known, n=1)
    return f": did you mean {close[0]!r}?" if close else f": known keys are {', '.join(known)}"
