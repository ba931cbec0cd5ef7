"""The lines of a log from an opening on -> the JSON document in them: in one line, in one an entry, or indented."""

from __future__ import annotations

import json
import re

from kb.reading.blocks import Lines

# What a JSON document may go on with; anything else ends it.
LINE = re.compile(r'"|\{"|\[[\[{"\d]|[{}\[\],\s]*$|-?\d[\d.eE+-]*,?$|(?:true|false|null),?$')
DEEPEST = 32
# Each value costs far more memory than it is long.
MOST_VALUES = 2_000_000


def take_document(lines: Lines) -> str:
    """Takes lines until the braces close; gives the first one back where a pretty-printer has it on a line before."""
    taken: list[str] = []
    depth = 0
    while (line := lines.peek()) is not None and 0 <= depth < DEEPEST and LINE.match(line):
        line = lines.take() if taken or line.startswith(("{", "[")) else "{" + lines.take()
        taken.append(line)
        depth += line.count("{") - line.count("}")
        if depth == 0:
            break
    return "\n".join(taken)


def parse(text: str) -> object:
    """A document and whatever follows it -> its value; None where it is none or has too many values."""
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        return None
    try:
        return json.JSONDecoder().raw_decode(text.lstrip())[0]
    except (ValueError, RecursionError):
        return None
