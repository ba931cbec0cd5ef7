"""`manage.py new_entry`: a folder to fill in, with the log's error line already in place."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kb.catalogue.checks import SLUG
from kb.catalogue.loader import load
from kb.catalogue.template import blank_entry
from kb.reading.errors import find_errors
from kb.reading.text.cleaning import clean
from kb.reading.text.decoding import decode
from kb.reading.text.lines import without_prefix


class Command(BaseCommand):
    help = (
        "Makes content/AREA/SLUG/ with an entry.md that explains every key; --from also takes over the log. "
        "Exit status: 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("area", metavar="AREA")
        parser.add_argument("slug", metavar="SLUG", help="lower-case words joined by hyphens: the URL for ever")
        parser.add_argument(
            "--from", dest="log", metavar="LOG", help="a log that shows the failure: becomes the first sample"
        )

    def handle(self, *args, area: str, slug: str, log: str | None, **options) -> None:
        folder = _free_folder(area, slug)
        text = _log(log) if log else ""
        folder.mkdir(parents=True)
        title = slug.replace("-", " ").capitalize()
        (folder / "entry.md").write_text(blank_entry(title, error_line(text)), encoding="utf-8")
        if text:
            (folder / "samples").mkdir()
            (folder / "samples" / "first.log").write_text(text, encoding="utf-8")
            self.stdout.write(
                "Before you publish the sample: cut it to the telling lines and change hosts, users and paths."
            )
        self.stdout.write(f"{folder / 'entry.md'}\nFill it in, then: python manage.py check_content {folder}")


def error_line(text: str) -> str:
    """Where a new signature should start: the last exception, or the first line that looks like an error."""
    errors = find_errors(clean(text))
    chosen = errors.exceptions()[-1:] or errors.lines[:1]
    return without_prefix(chosen[0].text) if chosen else ""


def _free_folder(area: str, slug: str) -> Path:
    content = load(settings.CONTENT_DIR)
    areas = [known.slug for known in content.areas]
    if area not in areas:
        raise CommandError(
            f"no area is called {area!r}: use one of {', '.join(areas)}, or add it to areas.yaml", returncode=2
        )
    if not SLUG.fullmatch(slug):
        raise CommandError(
            f"{slug!r} must be lower-case words joined by hyphens, such as nccl-duplicate-gpu", returncode=2
        )
    if taken := [entry.path for entry in content.entries if slug in (entry.slug, *entry.front.aliases)]:
        raise CommandError(f"{slug!r} is taken by {taken[0]}", returncode=2)
    folder = settings.CONTENT_DIR / area / slug
    if folder.exists():
        raise CommandError(f"{folder} is there already", returncode=2)
    return folder


def _log(name: str) -> str:
    try:
        decoded = decode(Path(name).read_bytes())
    except OSError as error:
        raise CommandError(f"cannot read {name}: {error.strerror}", returncode=2) from error
    if decoded.notice:
        raise CommandError(decoded.notice, returncode=2)
    return decoded.text
