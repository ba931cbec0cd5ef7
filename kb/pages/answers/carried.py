"""Paste -> a form's field that asks for the same answer once more, in the other language; nothing is stored for it."""

from __future__ import annotations

import json

from kb.masking import mask

# The page grows by this: a phone in a tunnel still loads it.
MOST_CHARACTERS = 256 * 1024


Texts = tuple[tuple[str, str], ...]


def carried(pasted: Texts, good: Texts = ()) -> str:
    """The masked texts by their names, in the JSON that /api/match takes; empty where they are too long to carry."""
    if sum(len(name) + len(text) for name, text in (*pasted, *good)) > MOST_CHARACTERS:
        return ""
    files, against = _masked(pasted), _masked(good)
    told = {"files": files} | ({"against": against} if against else {})
    return json.dumps(told, ensure_ascii=False) if files else ""


def _masked(texts: Texts) -> dict[str, str]:
    return {name: mask(text)[0] for name, text in texts if text}
