"""`manage.py new_entry`: a folder to fill in, with what the log tells already in place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.catalogue.checks.names import SLUG
from kb.catalogue.drafting.template import Proposal, blank_entry
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.loader import load
from kb.diagnosis.answer import Answer
from kb.diagnosis.proposal import propose, telling_line
from kb.library import library
from kb.masking import clean_name, mask

# A sample shows how it looks; this many lines before the telling one and after it do.
LINES_BEFORE, LINES_AFTER = 40, 20


@dataclass(frozen=True, slots=True)
class Seen:
    """What the matcher made of a log, and the excerpt that becomes the first sample, with so many values masked."""

    answer: Answer
    proposal: Proposal
    sample: str
    masked: int


class Command(BaseCommand):
    help = (
        "Makes content/AREA/SLUG/ with an entry.md that explains every key; --from also takes over the log: its telling"
        " line with holes, its kind, what followed from it. Exit status: 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("area", metavar="AREA", help="a folder of content/; ? proposes one from the log")
        parser.add_argument("slug", metavar="SLUG", help="lower-case words joined by hyphens: the URL forever")
        parser.add_argument(
            "--from", dest="log", metavar="LOG", help="a log that shows the failure: becomes the first sample"
        )

    def handle(self, *args, area: str, slug: str, log: str | None, **options) -> None:
        content = load(settings.CONTENT_DIR)
        _refuse_bad_name(area, slug, bool(log), content)
        seen = _read(log) if log else None
        folder = settings.CONTENT_DIR / (seen.proposal.area if seen and area == "?" else area) / slug
        if folder.exists():
            raise CommandError(f"{folder} is there already", returncode=2)
        _write(folder, seen)
        if seen:
            self._tell(seen)
        self.stdout.write(f"{folder / 'entry.md'}\nFill it in, then: python manage.py check_content {folder}")

    def _tell(self, seen: Seen) -> None:
        if best := seen.answer.best:
            self.stdout.write(f"{best.slug} explains this log already; a new wording of it belongs in that entry.")
        self.stdout.write(f"Nearest entries: {', '.join(seen.proposal.alike) or 'none'}. Most are in {_area(seen)}.")
        if seen.masked:
            self.stdout.write(f"Values in samples/first.log that look like secrets, now [masked]: {seen.masked}.")
        self.stdout.write("Read samples/first.log before you publish it: cut it, and change hosts, users and paths.")


def _area(seen: Seen) -> str:
    return seen.proposal.area or "no area"


def _write(folder: Path, seen: Seen | None) -> None:
    folder.mkdir(parents=True)
    (folder / "entry.md").write_text(blank_entry(seen.proposal if seen else Proposal()), encoding="utf-8")
    if seen:
        (folder / "samples").mkdir()
        (folder / "samples" / "first.log").write_text(seen.sample, encoding="utf-8")


def _refuse_bad_name(area: str, slug: str, has_log: bool, content: Content) -> None:
    areas = [known.slug for known in content.areas]
    if area not in areas and not (area == "?" and has_log):
        raise CommandError(
            f"no area is called {area!r}: use one of {', '.join(areas)}, or add it to areas.yaml", returncode=2
        )
    if not SLUG.fullmatch(slug):
        raise CommandError(
            f"{slug!r} must be lower-case words joined by hyphens, such as nccl-duplicate-gpu", returncode=2
        )
    if taken := [entry.path for entry in content.entries if slug in (entry.slug, *entry.front.aliases)]:
        raise CommandError(f"{slug!r} is taken by {taken[0]}", returncode=2)


def _read(name: str) -> Seen:
    try:
        text = Path(name).read_bytes()
    except OSError as error:
        raise CommandError(f"cannot read {clean_name(name)}: {error.strerror}", returncode=2) from error
    answer = library.current().matcher.match_text(text)
    if answer.notice:
        raise CommandError(answer.notice, returncode=2)
    return Seen(answer, propose(answer), *mask(_excerpt(answer)))


def _excerpt(answer: Answer) -> str:
    """The lines around the telling one; of a short log, all."""
    lines = answer.pasted[0][1].strip("\n").split("\n")
    told = telling_line(answer)
    at = told.line - 1 if told else 0
    start = max(0, min(at - LINES_BEFORE, len(lines) - LINES_BEFORE - LINES_AFTER))
    return "\n".join(lines[start : max(at + LINES_AFTER, start + LINES_BEFORE + LINES_AFTER)]) + "\n"
