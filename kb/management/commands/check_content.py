"""`manage.py check_content`: every problem of the content as `file:line: message`."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.atlas.claims import check_kept
from kb.catalogue.checks import check
from kb.catalogue.checks.chinese import untranslated
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.loader import load
from kb.catalogue.loading.problems import Problem
from kb.matching.sample_rules import check_proofs, check_signatures
from kb.runner.checks import check_reproductions

IsWanted = Callable[[Path], bool]


class Command(BaseCommand):
    help = (
        "Reports every problem of content/ as file:line: message, with how to fix it. With a PATH: the problems in it, "
        "and those elsewhere that are only there because of it. Exit status: 0 none, 1 some, 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument(
            "--untranslated",
            action="store_true",
            help="list instead what Chinese readers see in English although the entry's body is in Chinese",
        )
        parser.add_argument("paths", nargs="*", metavar="PATH", help="report only what lies in these files and folders")

    def handle(self, *args, paths: list[str], **options) -> None:
        wanted = [_existing(path) for path in paths]
        content = load(settings.CONTENT_DIR)
        if options["untranslated"]:
            return self._list_untranslated(content, wanted)
        problems = _problems(content)
        if wanted:
            problems = list(_of_paths(problems, content, lambda file: any(_lies_in(file, path) for path in wanted)))
        for problem in problems:
            self.stdout.write(str(replace(problem, file=_short(problem.file))))
        if problems:
            sys.exit(1)
        self.stdout.write(
            f"{len(content.entries)} entries and {len(content.guides)} guides: no problem{' there' if wanted else ''}."
        )

    def _list_untranslated(self, content: Content, wanted: list[Path]) -> None:
        """No problem, so the status stays 0."""
        missing = [p for p in untranslated(content) if not wanted or any(_lies_in(p.file, path) for path in wanted)]
        for problem in missing:
            self.stdout.write(str(replace(problem, file=_short(problem.file))))
        self.stdout.write(f"{len(missing)} texts of {len({p.file for p in missing})} entries are not in Chinese yet.")


def _problems(content: Content) -> list[Problem]:
    problems = [*check(content), *(unusable := list(check_signatures(content)))]
    problems += [*check_reproductions(content), *check_kept(content)]
    return sorted({*problems, *([] if unusable else check_proofs(content))})


def _of_paths(problems: list[Problem], content: Content, is_wanted: IsWanted) -> Iterator[Problem]:
    """The problems of the wanted files, then those of others that would not be there without the wanted entries."""
    yield from (problem for problem in problems if is_wanted(problem.file))
    elsewhere = [problem for problem in problems if not is_wanted(problem.file)]
    own = [entry.path for entry in content.entries if is_wanted(entry.path)]
    if not elsewhere or not own:
        return
    without = set(_problems(_without(content, is_wanted)))
    caused: dict[Path, list[Problem]] = defaultdict(list)
    for problem in elsewhere:
        if problem not in without:
            caused[problem.file].append(problem)
    for first, *more in caused.values():
        others = f" (and {len(more)} more in that file)" if more else ""
        message = f"causes a problem in {_short(first.file)}:{first.line}: {first.message}{others}"
        yield Problem(_cause(first, own), 1, message)


def _without(content: Content, is_wanted: IsWanted) -> Content:
    """The content as it would be if the wanted entries did not exist, for what else names them too."""
    rest = [entry for entry in content.entries if not is_wanted(entry.path)]
    gone = {entry.slug for entry in content.entries if is_wanted(entry.path)}
    return replace(content, entries=rest, unread=content.unread | gone)


def _cause(problem: Problem, own: list[Path]) -> Path:
    """The wanted entry that the message names; the first of them where it names none."""
    return next((path for path in own if f"/{path.parent.name}/" in problem.message), own[0])


def _existing(path: str) -> Path:
    if not Path(path).exists():
        raise CommandError(f"no such file or folder: {path}", returncode=2)
    return Path(path)


def _lies_in(file: Path, folder: Path) -> bool:
    """Also for a link that leads elsewhere, and for a folder that is named through one."""
    return file.absolute().is_relative_to(folder.absolute()) or file.resolve().is_relative_to(folder.resolve())


def _short(file: Path) -> Path:
    """The file as one would type it here; a link keeps its own name."""
    file, here = file.absolute(), Path.cwd()
    return file.relative_to(here) if file.is_relative_to(here) else file
