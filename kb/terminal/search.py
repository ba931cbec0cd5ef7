"""`rankdown search`: words in, the entries that use them out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence

from kb.matching.words.search import Found
from kb.terminal.opening import opened
from kb.terminal.usage import FOUND, NOTHING_FOUND, add_no_color, in_color, never_fail_to_print

MOST = 10


def parser(program: str) -> argparse.ArgumentParser:
    about = "Finds entries by words, English or Chinese. Exit status: 0 found, 1 nothing found, 2 bad usage."
    parser = argparse.ArgumentParser(program, description=about)
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--limit", type=_count, default=MOST, metavar="N", help="at most so many (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON array")
    add_no_color(parser)
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def run(options: argparse.Namespace) -> int:
    never_fail_to_print()
    found = opened().matcher.finder.words.search(" ".join(options.words), options.limit)
    if options.json:
        print(json.dumps([_as_json(one) for one in found]))
    else:
        print(_as_text(found, in_color(options)), end="")
    return FOUND if found else NOTHING_FOUND


def _as_json(found: Found) -> dict:
    entry = found.entry
    told = {"slug": entry.slug, "area": entry.area, "title": entry.title, "summary": entry.front.summary}
    return told | {"score": round(found.score, 3)}


def _as_text(found: Sequence[Found], color: bool) -> str:
    if not found:
        return "No entry uses these words.\n"
    bold, plain = ("\x1b[1m", "\x1b[0m") if color else ("", "")
    return "".join(
        f"{bold}{one.entry.slug}{plain}  {one.entry.title}\n    {one.entry.front.summary}\n" for one in found
    )
