"""Paste -> a form's field that asks for the same answer once more, in the other language; nothing is stored for it."""

from __future__ import annotations

import json

from kb.masking import mask

# The page grows by this: a phone in a tunnel still loads it.
MOST_CHARACTERS = 256 * 1024


def carried(pasted: tuple[tuple[str, str], ...]) -> str:
    """The masked texts by their names, in the JSON that /api/match takes; empty where they are too long to carry."""
    if sum(len(name) + len(text) for name, text in pasted) > MOST_CHARACTERS:
        return ""
    files = {name: mask(text)[0] for name, text in pasted if text}
    return json.dumps({"files": files}, ensure_ascii=False) if files else ""
