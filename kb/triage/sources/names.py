"""Which names below a folder are those of logs, and what is left of a name without its compression."""

from __future__ import annotations

import re

# SGE and PBS write name.o123 and name.e123; logrotate adds .1; torchrun's folders hold stdout.log and stderr.log.
LOG = re.compile(
    r"(?:\.(?:log|out|err|txt|stdout|stderr)(?:\.\d{1,3})?|(?:^|/)(?:stdout|stderr)|\.[oe]\d+(?:[-.]\d+)?)"
    r"(?:\.(?:gz|zst|bz2|xz))?$",
    re.IGNORECASE,
)
PACKED = re.compile(r"\.(?:gz|zst|bz2|xz)$", re.IGNORECASE)


def is_log(name: str) -> bool:
    return LOG.search(name) is not None


def plain_name(name: str) -> str:
    """train.log.gz -> train.log."""
    return PACKED.sub("", name)
