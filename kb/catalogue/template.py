"""A new entry's file, written from the schema itself, so that it can never lag behind it."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kb.catalogue.entry import SECTIONS, FrontMatter

# Stands before whatever nobody has written yet; `check_content` refuses it.
TODO = "TODO"
PROMPTS = {
    "Symptoms": "What somebody sees, and in what order.",
    "Root cause": "The mechanism, so that the fix is obvious.",
    "Fix": "The exact command or diff, most likely cause first; how to see that it worked; what not to do.",
    "Related errors": "How to tell it from its neighbours in a minute; what to capture next time.",
    "Versions": "When the message, a default or a variable changed, with the source.",
}


def blank_entry(title: str, error_line: str = "") -> str:
    """The text of a new entry.md: every key with its help as a comment; `error_line` becomes the first signature."""
    values = {"title": title, "line": error_line}
    front = "\n".join(
        line for f in fields(FrontMatter) for line in _key(f, get_type_hints(FrontMatter)[f.name], values, "")
    )
    body = "\n\n".join(f"## {section}\n\n{PROMPTS[section]}" for section in SECTIONS)
    return f"---\n{front}\n---\n\n{body}\n"


def _key(key: Field, kind: Any, values: dict[str, str], indent: str) -> list[str]:
    comment = f"  # {key.metadata['help']}"
    if isinstance(kind, UnionType):
        return [f"{indent}# {key.name}:{comment}"]
    if is_dataclass(kind):
        return [f"{indent}{key.name}:{comment}", *_mapping(kind, values, indent + "  ")]
    if get_origin(kind) is tuple:
        return [f"{indent}{key.name}:{comment}", *_list(get_args(kind)[0], values, indent + "  ")]
    optional = "# " if key.default is not MISSING and not values.get(key.name) else ""
    return [f"{indent}{optional}{key.name}: {_scalar(kind, values.get(key.name, ''))}{comment}"]


def _mapping(cls: type, values: dict[str, str], indent: str) -> list[str]:
    types = get_type_hints(cls)
    return [line for f in fields(cls) for line in _key(f, types[f.name], values, indent)]


def _list(item: Any, values: dict[str, str], indent: str) -> list[str]:
    if not is_dataclass(item):
        return [f"{indent}# - "]
    lines = _mapping(item, values, indent + "  ")
    return [f"{indent}- {lines[0].lstrip()}", *lines[1:]]


def _scalar(kind: Any, value: str) -> str:
    if get_origin(kind) is Literal:
        return get_args(kind)[0]
    return "'" + value.replace("'", "''") + "'"
