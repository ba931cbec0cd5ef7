"""`match`: logs in, the failure that they show out."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from kb import environment
from kb.cache.tables import Spoiled
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import UnknownAnswer, narrowed
from kb.diagnosis.differential.outcomes import Output
from kb.diagnosis.explain import Explanation, explain
from kb.diagnosis.reports.json_report import as_json, explanation_as_json, matches_as_json, output_as_json
from kb.diagnosis.reports.text_report import as_text, explanation_as_text, outputs_as_text
from kb.library import library
from kb.masking import clean_name
from kb.terminal.answers import told
from kb.terminal.opening import opened as opened_edition
from kb.terminal.usage import BAD_USAGE, FOUND, NOTHING_FOUND, BadUsage, add_no_color, in_color, never_fail_to_print

# A log of this many bytes is read before a bar could be seen.
TOO_SMALL_FOR_A_BAR = 50_000_000


DESCRIPTION = (
    "Names the failure that a log shows. Several files are several ranks of one job; "
    "without a file, standard input is read. "
    "Exit status: 0 a confident match (batch: ran), 1 none, 2 bad usage."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", metavar="FILE", help="a log; - is standard input")
    parser.add_argument("--explain", action="store_true", help="show why each entry has its score and its place")
    parser.add_argument(
        "--answer",
        action="append",
        default=[],
        metavar="CHECK=OUTCOME",
        help="what a check showed; CHECK=@FILE reads what it printed, CHECK=- from standard input; may be repeated",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="one JSON object")
    form.add_argument(
        "--jsonl", action="store_true", help='batch: lines of {"id", "text"} in, lines of {"id", "matches"} out'
    )


def parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program, description=DESCRIPTION)
    add_arguments(parser)
    add_no_color(parser)
    return parser


def main(arguments: Sequence[str], program: str = "manage.py match") -> int:
    """Runs with these arguments and returns the exit status; problems go to standard error."""
    options = parser(program).parse_args(arguments)
    try:
        return run(options)
    except BadUsage as problem:
        print(f"{program}: {problem}", file=sys.stderr)
        return BAD_USAGE


def run(options: argparse.Namespace) -> int:
    """Reads, answers on standard output and returns the exit status. Raises BadUsage."""
    never_fail_to_print()
    with ExitStack() as opened:
        sources = [_open(name, opened) for name in options.files or ["-"]]
        if options.jsonl:
            for line in _batch(line for _, source in sources for line in source):
                print(line)
            return FOUND
        # What was read can be read again: then a cache that proves damaged costs only time.
        library.thorough = not all(source.seekable() for _, source in sources)
        begins = [] if library.thorough else [source.tell() for _, source in sources]
        try:
            answer, text = _answered(_with_a_bar(sources, opened), options)
        except Spoiled:
            library.start_afresh()
            for begin, (_, source) in zip(begins, sources, strict=True):
                source.seek(begin)
            answer, text = _answered(sources, options)
    sys.stdout.write(text)
    return FOUND if answer.best else NOTHING_FOUND


def _answered(sources: list[Source], options: argparse.Namespace) -> tuple[Answer, str]:
    edition = opened_edition()
    try:
        answer = edition.matcher.match(_named(sources), keep=False)
    except OSError as error:
        raise BadUsage(f"reading failed: {error.strerror or error}") from error
    # Of the log alone: answers move the differential, and no score.
    reasons = explain(answer, edition.matcher) if options.explain else ()
    outputs: list[Output] = []
    if options.answer and answer.differential:
        try:
            given, outputs = told(options.answer, options.files, edition.catalogue)
            answer = replace(answer, differential=narrowed(answer.differential, given, edition.catalogue))
        except UnknownAnswer as error:
            raise BadUsage(f"--answer: {error}") from error
    if options.json:
        return answer, _as_json(answer, reasons, outputs) + "\n"
    return answer, _as_text(answer, reasons, outputs, options)


def _as_json(answer: Answer, reasons: tuple[Explanation, ...], outputs: Sequence[Output]) -> str:
    more = {"explanation": explanation_as_json(reasons)} if reasons else {}
    more |= {"outputs": [output_as_json(output) for output in outputs]} if outputs else {}
    return _json(as_json(answer, environment.SITE_URL) | more)


def _as_text(
    answer: Answer, reasons: tuple[Explanation, ...], outputs: Sequence[Output], options: argparse.Namespace
) -> str:
    color = in_color(options)
    told = outputs_as_text(outputs, color) if outputs else ""
    return told + as_text(answer, environment.SITE_URL, color) + (explanation_as_text(reasons) if reasons else "")


def _json(value: object) -> str:
    """Chinese stays readable wherever the terminal can show it."""
    return json.dumps(value, ensure_ascii=not (sys.stdout.encoding or "").lower().startswith("utf"))


# A file's name and the open file.
Source = tuple[str, BinaryIO]


def _open(name: str, opened: ExitStack) -> Source:
    if name == "-":
        return "(standard input)", sys.stdin.buffer
    try:
        return Path(name).name, opened.enter_context(Path(name).open("rb"))
    except OSError as error:
        raise BadUsage(f"cannot read {clean_name(name)}: {error.strerror}") from error


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
    # Only here: most calls show no bar, and all wait for what is imported.
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

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
    matcher = opened_edition().matcher
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            identity, text = case["id"], case["text"]
            if not isinstance(text, str):
                raise TypeError
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise BadUsage(f'line {number} is not {{"id": …, "text": "…"}}: correct it, or take it out') from error
        yield _json({"id": identity, "matches": matches_as_json(matcher.match_text(text))})
