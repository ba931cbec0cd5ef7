"""`manage.py reproduce`: a thin door to `python -m kb.runner`, which needs no Django."""

from __future__ import annotations

import sys

from django.core.management.base import BaseCommand

from kb.runner.__main__ import main


class Command(BaseCommand):
    help = "Reproduces failures and verifies their fixes: the same as `python -m kb.runner`."
    requires_system_checks: list = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Hands everything on untouched: the runner has the only description of its arguments."""
        sys.exit(main(argv[2:]))
