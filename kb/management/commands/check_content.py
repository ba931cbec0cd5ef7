"""`manage.py check_content`: every problem of the content as `file:line: message`."""

from __future__ import annotations

import sys
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.catalogue.checks import check
from kb.catalogue.loader import load
from kb.catalogue.problems import Problem
from kb.matching.sample_rules import check_samples, check_signatures


class Command(BaseCommand):
    help = (
        "Reports every problem of content/ as file:line: message, with how to mend it. "
        "Exit status: 0 none, 1 some, 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("paths", nargs="*", metavar="PATH", help="report only what lies in these files and folders")

    def handle(self, *args, paths: list[str], **options) -> None:
        wanted = [_existing(path) for path in paths]
        content = load(settings.CONTENT_DIR)
        problems = [*check(content), *(unusable := list(check_signatures(content)))]
        problems = sorted({*problems, *([] if unusable else check_samples(content))})
        shown = [p for p in problems if not wanted or any(p.file.resolve().is_relative_to(path) for path in wanted)]
        for problem in shown:
            self.stdout.write(_relative(problem))
        if shown:
            sys.exit(1)
        self.stdout.write(
            f"{len(content.entries)} entries and {len(content.guides)} guides: no problem{' there' if wanted else ''}."
        )


def _existing(path: str) -> Path:
    if not Path(path).exists():
        raise CommandError(f"no such file or folder: {path}", returncode=2)
    return Path(path).resolve()


def _relative(problem: Problem) -> str:
    file = problem.file.resolve()
    here = Path.cwd()
    return str(Problem(file.relative_to(here) if file.is_relative_to(here) else file, problem.line, problem.message))
