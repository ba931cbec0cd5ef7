"""The rules applied to a text: each value found becomes [masked]; no line is added, lost or moved."""

from __future__ import annotations

from kb.masking import private_keys
from kb.masking.named import NAMED
from kb.masking.shapes import SHAPES

MASKED = "[masked]"
# Every line of a training log may count its tokens: these words name no secret, and are not looked at.
COMMON = ("tokens", "tokeniz")
# Characters that may stand between two lines of one key: a time, a host, a rank.
LONGEST_PREFIX = 120
RULES = (private_keys.RULE, *SHAPES, *NAMED)
WORDS = tuple((word, rule) for rule in RULES[1:] for word in rule.keywords)


def mask(text: str) -> tuple[str, int]:
    """The text with its secrets masked, and how many values there were. Time is linear in the text."""
    return mask_part(text, 0, len(text))


def mask_part(text: str, start: int, stop: int) -> tuple[str, int]:
    """text[start:stop] masked with a view of all of `text`: a token that the cut goes through is known by its head."""
    pieces, count, at, in_key = [], 0, start, False
    for first, last, key in _joined(text):
        if last <= start or first >= stop:
            continue
        # The lines of a private key are one value.
        count += not (key and in_key and first - at <= LONGEST_PREFIX)
        pieces += text[at:first], MASKED
        at, in_key = last, key
    return ("".join(pieces) + text[max(at, start) : stop] if pieces else text[start:stop]), count


def _joined(text: str) -> list[tuple[int, int, bool]]:
    """Begin and end of each value in order, values that overlap made one, and whether it is a line of a private key."""
    lower = text.lower()
    # One capital letter (U+0130) gets longer by it; offsets must stay.
    lower = lower if len(lower) == len(text) else text.replace("\u0130", "I").lower()
    for word in COMMON:
        lower = lower.replace(word, word.replace("o", "0"))
    keys = set(private_keys.spans(text))
    spans = list(keys)
    for rule in dict.fromkeys(rule for word, rule in WORDS if word in lower):
        spans += rule.spans(text, lower)
    joined: list[tuple[int, int, bool]] = []
    for first, last in sorted(spans):
        if joined and first < joined[-1][1]:
            before = joined.pop()
            joined.append((before[0], max(last, before[1]), before[2]))
        else:
            joined.append((first, last, (first, last) in keys))
    return joined
