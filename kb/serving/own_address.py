"""The arguments of `manage.py runserver` -> the address at which its pages are, for their links and commands."""

from __future__ import annotations

import re
from collections.abc import Sequence

# As Django's own command reads it: a port, or a host and a port.
PLACE = re.compile(r"(?:(?P<host>[\w.-]+|\[[0-9a-fA-F:]+\]):)?(?P<port>\d{1,5})")
USUAL = "127.0.0.1:8000"
# These are every address of the machine, and no address to ask.
ANY = ("0", "0.0.0.0", "[::]")  # noqa: S104  (told apart, not bound)


def own_address(arguments: Sequence[str]) -> str:
    """Empty where another command runs, or one that is served somewhere that cannot be told."""
    if arguments[:1] != ["runserver"]:
        return ""
    given = next((one for one in arguments[1:] if not one.startswith("-")), USUAL)
    found = PLACE.fullmatch(given)
    if not found:
        return ""
    host = found["host"] if found["host"] and found["host"] not in ANY else "127.0.0.1"
    return f"http://{host}:{found['port']}"
