"""`rankdown search`: a message, a code or words in, the entries that they mean out, in the order of the search box."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from kb.catalogue.schema.entry import Entry
from kb.language import either, gettext
from kb.lookup.lookup import Results
from kb.terminal.opening import opened
from kb.terminal.speech import add_language, spoken
from kb.terminal.usage import FOUND, NOTHING_FOUND, add_no_color, in_color, never_fail_to_print

MOST = 10
# An entry, its score, and the line in the query that proves it; of what is proved, the score goes from 0 to 1.
Row = tuple[Entry, float, str]


def parser(program: str) -> argparse.ArgumentParser:
    about = (
        "Finds entries by a message, an exit code or words, English or Chinese. "
        "Exit status: 0 found, 1 nothing found, 2 bad usage."
    )
    parser = argparse.ArgumentParser(program, description=about)
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--limit", type=_count, default=MOST, metavar="N", help="at most so many (default %(default)s)")
    parser.add_argument("--json", action="store_true", help="one JSON array")
    add_language(parser)
    add_no_color(parser)
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def run(options: argparse.Namespace) -> int:
    never_fail_to_print()
    with spoken(options, not options.json):
        found = opened().lookup.find(" ".join(options.words), options.limit)
        rows = list(_rows(found))[: options.limit]
        if options.json:
            print(json.dumps([_as_json(row, found.meant) for row in rows]))
        else:
            print(_as_text(rows, found.meant, in_color(options)), end="")
    return FOUND if rows else NOTHING_FOUND


def _rows(found: Results) -> Iterator[Row]:
    yield from ((match.entry, match.score, match.evidence[0].text) for match in found.proved)
    yield from ((hit.entry, hit.score, "") for hit in found.hits)


def _as_json(row: Row, meant: str) -> dict:
    entry, score, line = row
    title, summary = either(entry.title, entry.front.zh.title), either(entry.front.summary, entry.front.zh.summary)
    told = {"slug": entry.slug, "area": entry.area, "title": title, "summary": summary, "score": round(score, 3)}
    return told | ({"proved_by": line} if line else {}) | ({"meant": meant} if meant else {})


def _as_text(rows: list[Row], meant: str, color: bool) -> str:
    if not rows:
        return gettext("No entry uses these words.") + "\n"
    bold, plain = ("\x1b[1m", "\x1b[0m") if color else ("", "")
    read = gettext("No entry has all of these words. Showing {meant}.").format(meant=meant)
    parts = [f"{read}\n"] if meant else []
    for entry, _, line in rows:
        title, summary = either(entry.title, entry.front.zh.title), either(entry.front.summary, entry.front.zh.summary)
        parts.append(f"{bold}{entry.slug}{plain}  {title}\n    {summary}\n")
        parts += [f"    {gettext('This line proves it')}: {line}\n"] if line else []
    return "".join(parts)
