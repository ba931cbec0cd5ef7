"""A field of a schema with its own documentation: checker, template and CONTRIBUTING read it there."""

from __future__ import annotations

from dataclasses import field


def described(text: str, **options):
    """A dataclass field that carries its own documentation."""
    return field(metadata={"help": text}, **options)
