"""`manage.py match`: logs in, the failure that they show out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.library import library
from kb.matching.answer import Answer
from kb.matching.explain import Explanation, explain
from kb.matching.report import as_json, as_text, explanation_as_json, explanation_as_text, matches_as_json

FOUND, NOTHING_FOUND, BAD_USAGE = 0, 1, 2


class Command(BaseCommand):
    help = (
        "Names the failure that a log shows. Several files are several ranks of one job; "
        "without a file, standard input is read. "
        "Exit status: 0 a confident match (batch: ran), 1 none, 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="a log; - is standard input")
        parser.add_argument("--explain", action="store_true", help="show why each entry has its score and its place")
        form = parser.add_mutually_exclusive_group()
        form.add_argument("--json", action="store_true", help="one JSON object")
        form.add_argument(
            "--jsonl", action="store_true", help='batch: lines of {"id", "text"} in, lines of {"id", "matches"} out'
        )

    def handle(self, *args, files: list[str], **options) -> None:
        sources = [_read(name) for name in files or ["-"]]
        self._warn()
        if options["jsonl"]:
            for line in _batch(b"\n".join(content for _, content in sources)):
                self.stdout.write(line)
            return
        named = sources if len(sources) > 1 else [("", sources[0][1])]
        matcher = library.current().matcher
        answer = matcher.match(named)
        reasons = explain(answer, matcher) if options["explain"] else ()
        self.stdout.write(
            self._as_json(answer, reasons) if options["json"] else self._as_text(answer, reasons, options)
        )
        sys.exit(FOUND if answer.best else NOTHING_FOUND)

    def _as_json(self, answer: Answer, reasons: tuple[Explanation, ...]) -> str:
        explained = {"explanation": explanation_as_json(reasons)} if reasons else {}
        return json.dumps(as_json(answer, settings.SITE_URL) | explained, ensure_ascii=False)

    def _as_text(self, answer: Answer, reasons: tuple[Explanation, ...], options: dict) -> str:
        color = self.stdout.isatty() and not options["no_color"]
        return as_text(answer, settings.SITE_URL, color) + (explanation_as_text(reasons) if reasons else "")

    def _warn(self) -> None:
        for problem in library.current().problems:
            self.stderr.write(f"left out: {problem}")


def _read(name: str) -> tuple[str, bytes]:
    if name == "-":
        return "(standard input)", sys.stdin.buffer.read()
    try:
        return Path(name).name, Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}", returncode=BAD_USAGE) from error


def _batch(lines: bytes) -> Iterator[str]:
    """Answers each case; a line that is no case ends the run, with its number."""
    matcher = library.current().matcher
    for number, line in enumerate(lines.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            identity, text = case["id"], case["text"]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError) as error:
            raise CommandError(
                f'line {number} is not {{"id": …, "text": "…"}}: mend or remove it', returncode=BAD_USAGE
            ) from error
        yield json.dumps({"id": identity, "matches": matches_as_json(matcher.match_text(text))}, ensure_ascii=False)
