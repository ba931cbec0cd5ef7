"""A text -> what it says of when and how the job failed, by the words of content/situations.yaml."""

from __future__ import annotations

import re
from collections.abc import Mapping

from kb.catalogue.census import Situation

# Two lengths of time, one after the other, are compared: "5 h on one GPU, 6.5 h on two".
_TIME = r"\d+(?:\.\d+)? ?(?:s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|个?小时|分钟|秒)(?![a-z])"
COMPARED = re.compile(rf"{_TIME}[^\n]{{1,150}}?{_TIME}")
# A progress bar has two times as well, and compares nothing.
BAR = re.compile(r"\d%\||\d ?(?:it/s|s/it)\b")
SLOW, STUCK = "slow", "stuck"
# A description is short; of a long log its first lines and its errors are looked at.
MOST_LOOKED_AT = 20_000


def signs_in(text: str, situations: Mapping[str, Situation]) -> frozenset[str]:
    """The names of the situations that the text speaks of."""
    low = text[:MOST_LOOKED_AT].lower()
    said = {n for n, situation in situations.items() if any(word in low for word in (*situation.en, *situation.zh))}
    words = "\n".join(line for line in low.splitlines() if not BAR.search(line))
    return frozenset(said | {SLOW} if COMPARED.search(words) else said)
