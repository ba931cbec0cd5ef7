"""`manage.py match`: logs in, the failure that they show out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO, TextIO

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from kb.cache.tables import Spoiled
from kb.diagnosis.answer import Answer
from kb.diagnosis.explain import Explanation, explain
from kb.diagnosis.reports.json_report import as_json, explanation_as_json, matches_as_json
from kb.diagnosis.reports.text_report import as_text, explanation_as_text
from kb.library import library
from kb.masking import clean_name

FOUND, NOTHING_FOUND, BAD_USAGE = 0, 1, 2
# A log of this many bytes is read before a bar could be seen.
TOO_SMALL_FOR_A_BAR = 50_000_000


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
        _never_fail_to_print(sys.stdout)
        with ExitStack() as opened:
            sources = [_open(name, opened) for name in files or ["-"]]
            if options["jsonl"]:
                self._warn()
                for line in _batch(line for _, source in sources for line in source):
                    self.stdout.write(line)
                return
            # What was read can be read again: then a cache that proves damaged costs only time.
            library.thorough = not all(source.seekable() for _, source in sources)
            begins = [] if library.thorough else [source.tell() for _, source in sources]
            try:
                answer, text = self._answer(_with_a_bar(sources, opened), options)
            except Spoiled:
                library.start_afresh()
                for begin, (_, source) in zip(begins, sources, strict=True):
                    source.seek(begin)
                answer, text = self._answer(sources, options)
        self.stdout.write(text)
        sys.exit(FOUND if answer.best else NOTHING_FOUND)

    def _answer(self, sources: list[Source], options: dict) -> tuple[Answer, str]:
        self._warn()
        matcher = library.current().matcher
        try:
            answer = matcher.match(_named(sources), keep=False)
        except OSError as error:
            raise CommandError(f"reading failed: {error.strerror or error}", returncode=BAD_USAGE) from error
        reasons = explain(answer, matcher) if options["explain"] else ()
        return answer, self._as_json(answer, reasons) if options["json"] else self._as_text(answer, reasons, options)

    def _as_json(self, answer: Answer, reasons: tuple[Explanation, ...]) -> str:
        explained = {"explanation": explanation_as_json(reasons)} if reasons else {}
        return _json(as_json(answer, settings.SITE_URL) | explained)

    def _as_text(self, answer: Answer, reasons: tuple[Explanation, ...], options: dict) -> str:
        color = self.stdout.isatty() and not options["no_color"]
        return as_text(answer, settings.SITE_URL, color) + (explanation_as_text(reasons) if reasons else "")

    def _warn(self) -> None:
        if sys.stderr.isatty():
            with Console(stderr=True).status("opening the catalogue; only a first start reads and compiles all of it"):
                library.current()
        for problem in library.current().problems:
            self.stderr.write(f"left out: {problem}")


def _json(value: object) -> str:
    """Chinese stays readable wherever the terminal can show it."""
    return json.dumps(value, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


def _never_fail_to_print(stream: TextIO) -> None:
    """A sign that a terminal cannot show must not end the command with the exit status for "no match"."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")


# A file's name and the open file.
Source = tuple[str, BinaryIO]


def _open(name: str, opened: ExitStack) -> Source:
    if name == "-":
        return "(standard input)", sys.stdin.buffer
    try:
        return Path(name).name, opened.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise CommandError(f"cannot read {clean_name(name)}: {error.strerror}", returncode=BAD_USAGE) from error


def _named(sources: list[Source]) -> list[Source]:
    """A single log needs no name beside its line numbers."""
    return sources if len(sources) > 1 else [("", sources[0][1])]


def _with_a_bar(sources: list[Source], opened: ExitStack) -> list[Source]:
    """The same logs, shown on a terminal while they are read; as they are where nobody looks, or where it is quick."""
    sizes = [_size(source) for _, source in sources]
    waits_for_keys = any(source.isatty() for _, source in sources)
    quick = None not in sizes and sum(sizes) < TOO_SMALL_FOR_A_BAR
    if quick or waits_for_keys or not sys.stderr.isatty():
        return sources
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    bar = opened.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    tasks = [bar.add_task(name, total=size) for (name, _), size in zip(sources, sizes, strict=True)]
    return [(name, bar.wrap_file(source, task_id=task)) for (name, source), task in zip(sources, tasks, strict=True)]


def _size(source: BinaryIO) -> int | None:
    """Bytes of a file; None for a pipe."""
    status = os.fstat(source.fileno())
    return status.st_size if S_ISREG(status.st_mode) else None


def _batch(lines: Iterable[bytes]) -> Iterator[str]:
    """Answers each case; a line that is no case ends the run, with its number."""
    matcher = library.current().matcher
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            identity, text = case["id"], case["text"]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise CommandError(
                f'line {number} is not {{"id": …, "text": "…"}}: correct it, or take it out', returncode=BAD_USAGE
            ) from error
        yield _json({"id": identity, "matches": matches_as_json(matcher.match_text(text))})
