"""`manage.py coverage`: the table of what is covered and run; --write puts it into the README, --check compares."""

from __future__ import annotations

import re
import sys

from django.conf import settings
from django.core.management.base import BaseCommand

from kb.library import library
from kb.pages.about.coverage import as_markdown, coverage_page

README = settings.BASE_DIR / "README.md"
BETWEEN = re.compile(r"(?<=<!-- coverage -->\n).*?(?=<!-- /coverage -->)", re.DOTALL)


class Command(BaseCommand):
    help = (
        "Prints the coverage table; with --write, renews it in the README; with --check, says whether it is current. "
        "Exit status: 0 fine, 1 not current, 2 bad usage."
    )
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--write", action="store_true", help="renew the README's table")
        what.add_argument("--check", action="store_true", help="compare with the README's table")

    def handle(self, *args, write: bool, check: bool, **options) -> None:
        table = f"\n{as_markdown(coverage_page(library.current().catalogue))}\n\n"
        if check:
            self._compare(table, README.read_text(encoding="utf-8"))
        elif write:
            README.write_text(BETWEEN.sub(lambda _: table, README.read_text(encoding="utf-8")), encoding="utf-8")
        else:
            self.stdout.write(table.strip())

    def _compare(self, table: str, readme: str) -> None:
        if table not in readme:
            line = readme[: readme.index("<!-- coverage -->")].count("\n") + 1
            self.stdout.write(f"README.md:{line}: the table is not what content/ says: run `make tables` and commit it")
            sys.exit(1)
