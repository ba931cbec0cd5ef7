#!/usr/bin/env python
"""Django's command line; `python manage.py help` lists the commands of this project under [kb]."""

import gc
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    # Whoever uses this door works on the content: broken entries are named, the others still serve.
    os.environ.setdefault("RANKDOWN_DEBUG", "1")
    if sys.argv[1:2] == ["match"]:
        # Without Django, whose start would take as long as the match itself; imports leave no garbage to look for.
        gc.disable()
        from kb.terminal.commands.match import main as match

        gc.enable()
        sys.exit(match(sys.argv[2:]))
    from kb.serving.own_address import own_address

    if address := own_address(sys.argv[1:]):
        os.environ.setdefault("RANKDOWN_URL", address)
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
