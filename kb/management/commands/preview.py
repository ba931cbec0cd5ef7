"""`manage.py preview`: the pages of changed content as files, for a reviewer."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.plain.preview import changed_pages, write_preview

BROWSERS = ("chromium", "chromium-browser", "google-chrome")


class Command(BaseCommand):
    help = (
        "Writes the pages whose sources are at PATH (an entry's folder or any file in it, a guide, a check) as HTML "
        "files that need no server, in both languages, and as pictures where Chromium is installed."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="what was changed below content/")
        parser.add_argument("-o", "--output", type=Path, default=Path("preview"), help="folder (default: preview/)")

    def handle(self, *args, paths: list[Path], output: Path, **options) -> None:
        catalogue = Catalogue.of(load(settings.CONTENT_DIR))
        chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
        files = write_preview(changed_pages(paths, catalogue), catalogue, output.absolute(), chromium)
        self.stdout.write(f"{len(files)} files in {output}" + ("" if chromium else "; no Chromium, so no pictures"))
