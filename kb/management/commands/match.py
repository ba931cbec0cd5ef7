"""`manage.py match` for Django's own help and `call_command`; manage.py goes straight to kb.terminal.commands.match."""

from __future__ import annotations

import sys
from argparse import Namespace

from django.core.management.base import BaseCommand, CommandError

from kb.terminal.commands import match


class Command(BaseCommand):
    help = match.DESCRIPTION
    requires_system_checks: list = []

    def add_arguments(self, parser) -> None:
        match.add_arguments(parser)

    def handle(self, *args, **options) -> None:
        try:
            sys.exit(match.run(Namespace(**options)))
        except match.BadUsage as problem:
            raise CommandError(str(problem), returncode=match.BAD_USAGE) from problem
