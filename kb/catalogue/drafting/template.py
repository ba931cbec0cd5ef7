"""A new entry's file, written from the schema itself, so that it can never lag behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kb.catalogue.schema.entry import SECTIONS, FrontMatter

# Stands before whatever nobody has written yet; `check_content` refuses it.
TODO = "TODO"
PROMPTS = {
    "Symptoms": "What somebody sees, and in what order.",
    "Root cause": "The mechanism, so that the fix is obvious.",
    "Fix": "The exact command or diff, most likely cause first; how to see that it worked; what not to do.",
    "Related errors": "How to tell it from its neighbours in a minute; what to capture next time.",
    "Versions": "When the message, a default or a variable changed, with the source.",
}


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a log suggests for its new entry; empty where it suggests nothing.

    `retry` is only mentioned: whether a job should be started again is for the writer to say.
    `alike` are slugs of the nearest entries, `leads_to` and `follows_from` those that the log proves.
    """

    line: str = ""
    proof: str = "decisive"
    kind: str = ""
    retry: str = ""
    area: str = ""
    alike: tuple[str, ...] = ()
    leads_to: tuple[str, ...] = ()
    follows_from: tuple[str, ...] = ()


def blank_entry(proposal: Proposal = Proposal()) -> str:
    """The text of a new entry.md: every key with its help as a comment. What is left to write does not pass the check.

    Optional keys are comments, unless the log proposes something for them.
    """
    values = _values(proposal)
    notes = {
        "retry": f"nearest entries: {proposal.retry}" if proposal.retry else "",
        "tell_apart": f"nearest to this log: {', '.join(proposal.alike)}" if proposal.alike else "",
        "line": "see that the holes are right" if proposal.line else "",
    }
    front = "\n".join(_keys(FrontMatter, values, notes, ""))
    body = "\n\n".join(f"## {section}\n\n{TODO}: {PROMPTS[section]}" for section in SECTIONS)
    return f"---\n{front}\n---\n\n{body}\n"


def _values(proposal: Proposal) -> dict[str, Any]:
    """What stands in the file uncommented: what the log proposes, and the optional keys that one of two needs."""
    proposed = {key: getattr(proposal, key) for key in ("kind", "leads_to", "follows_from")}
    signature = {"line": proposal.line, "proof": proposal.proof}
    return {
        **{key: value for key, value in proposed.items() if value},
        **({"signatures": [signature]} if proposal.line else {}),
        "sources": [{"url": ""}],
        "reproduction": {"not_run": ""},
    }


def _keys(cls: type, values: Mapping[str, Any], notes: Mapping[str, str], indent: str) -> list[str]:
    types = get_type_hints(cls)
    return [line for f in fields(cls) for line in _key(f, types[f.name], values, notes, indent)]


def _key(key: Field, kind: Any, values: Mapping[str, Any], notes: Mapping[str, str], indent: str) -> list[str]:
    if isinstance(kind, UnionType):
        kind = next(option for option in get_args(kind) if option is not type(None))
    note = f"; {notes[key.name]}" if notes.get(key.name) else ""
    wanted = key.default is MISSING or key.name in values
    value = values.get(key.name) if wanted else key.default
    text, below = _value(kind, value, notes, indent + "  ")
    lines = [f"{indent}{key.name}:{text}  # {key.metadata['help']}{note}", *below]
    return lines if wanted else [f"{indent}# {line.removeprefix(indent)}" for line in lines]


def _value(kind: Any, value: Any, notes: Mapping[str, str], indent: str) -> tuple[str, list[str]]:
    """What stands behind the colon, and the lines below."""
    if is_dataclass(kind):
        return "", _keys(kind, value or {}, notes, indent)
    if get_origin(kind) is tuple:
        item = get_args(kind)[0]
        if is_dataclass(item):
            return "", [line for each in value or [{}] for line in _item(item, each, notes, indent)]
        return f" [{', '.join(value or ())}]", []
    if get_origin(kind) is Literal or kind is int:
        return f" {value or TODO}", []
    return " " + "'" + (value or "").replace("'", "''") + "'", []


def _item(cls: type, values: Mapping[str, Any], notes: Mapping[str, str], indent: str) -> list[str]:
    """One item of a list: its first key that is no comment carries the dash."""
    lines = _keys(cls, values, notes, indent + "  ")
    first = next(n for n, line in enumerate(lines) if not line.lstrip().startswith("#"))
    return [f"{indent}- {lines[first].lstrip()}", *lines[:first], *lines[first + 1 :]]
