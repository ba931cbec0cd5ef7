"""`manage.py coverage`: the table of what is covered and run; --write puts it into the README."""

from __future__ import annotations

import re

from django.conf import settings
from django.core.management.base import BaseCommand

from kb.library import library
from kb.pages.coverage import as_markdown, coverage_page

README = settings.BASE_DIR / "README.md"
BETWEEN = re.compile(r"(?<=<!-- coverage -->\n).*?(?=<!-- /coverage -->)", re.DOTALL)


class Command(BaseCommand):
    help = "Prints the coverage table; with --write, renews it in the README."
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        parser.add_argument("--write", action="store_true", help="renew the README's table")

    def handle(self, *args, write: bool, **options) -> None:
        table = f"\n{as_markdown(coverage_page(library.current().catalogue))}\n\n"
        if write:
            README.write_text(BETWEEN.sub(lambda _: table, README.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            self.stdout.write(table.strip())
