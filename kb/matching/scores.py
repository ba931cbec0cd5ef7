"""How sure evidence makes us: signatures, near lines and words -> a probability."""

from __future__ import annotations

from collections.abc import Sequence

from kb.matching.match import Evidence

# Each constant is a probability that the answer is right, given this evidence alone.
DECISIVE = 0.95
# Only source code that quotes the message was seen: torch.compile's `raise` line against its error.
DECISIVE_ECHO = 0.72
# One hint, such as `ncclInvalidUsage`, fits several failures and is never an answer by itself.
SUPPORTING = 0.40
MOST_BY_HINTS = 0.65

# BM25F scores have no scale; the best guess by words alone stands here, below every answer.
BEST_BY_WORDS = 0.45
# A line that is nearly a signature: `Num nodes is >1 but no extra nodes a` against an entry that only shares words.
BEST_BY_NEARNESS = 0.62


def score(evidence: Sequence[Evidence]) -> float:
    """How sure the signatures make us, from 0 to 1; several hints add up, but never to an answer."""
    kinds = {item.proof for item in evidence}
    if "decisive" in kinds:
        return DECISIVE
    if "echo" in kinds:
        return DECISIVE_ECHO
    hints = {item.signature for item in evidence if item.proof == "supporting"}
    return min(MOST_BY_HINTS, 1 - (1 - SUPPORTING) ** len(hints))
