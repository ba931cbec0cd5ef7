"""Lines that name a message and do not print it: names of tests, code that looks for it, change logs, advice.

Unlike what a person denies, it may be the reader's failure all the same; only nothing here says that it happened.
"""

from __future__ import annotations

import re

from kb.reading.text.places import Span
from kb.reading.text.stretches import Stretch

# Of a line, so many characters in front of a message and behind it say what it is.
NEAR, MOST_BYTES = 240, 1000
QUOTE = "\"'`“”‘’「」"
# What stands between a quotation mark and a message's own words, such as the class of an exception.
QUOTED = rf"(?:\b[rbfu]{{1,2}})?[{QUOTE}][^{QUOTE}]{{0,80}}$"
FIXED = (
    r"(?:(?:bug)?fix(?:e[sd])?|resolve[sd]?|retry\ on|raise(?!\ [\w.]{1,80}\()|avoid(?:s|ed)?|prevent(?:s|ed)?"
    r"|work(?:ed)?\ around|revert|catch(?:es)?|known\ issues?|suppress(?:e[sd])?|silence[sd]?|修复|解决|已知问题)"
)
# What collectors of output call lists of its lines: a line that is quoted there was printed.
OUTPUT = re.compile(r"lines|stdout|stderr|output|\blogs?\b|messages?", re.IGNORECASE)
BEFORE = re.compile(
    rf"""
      \S{{1,200}}::[\w.]{{1,120}}\[[^\]]{{0,120}}$                              # a parameter in the name of a test
    | ^\s*r[bf]?["'].{{0,200}}$                                               # a regular expression on its own line
    | \bgrep\b.{{0,40}}{QUOTED} | \.(?:find|match|search|contains|startswith|endswith|compile)\(\s*{QUOTED}
    | ^\s*(?:[-*+•]\ {{1,3}}|[0-9a-f]{{7,40}}\s)?[*_]{{0,2}}{FIXED}[*_]{{0,2}}(?:[:：]|\s|(?=[{QUOTE}])).{{0,120}}$
    | ^\s*(?:[0-9a-f]{{7,40}}\s)?(?:fix|feat|docs|test|chore|perf|refactor)(?:\([\w/-]{{1,30}}\))?!?:\s.{{0,120}}$
    | (?:^|[.!?:]\s|[-*>\#]\s)\s*(?:if|when|in\ case)\ (?:you|your\ \w+|users?|people)\b[^.!?]{{0,80}}$     # advice
    | (?:^|[.!?]\s|[-*>\#]\s)\s*if\ an?\ [^.!?,:]{{0,60}}$
    | \byou\ (?:may|might|can|could|will)\ [^.!?]{{0,80}}?{QUOTED}
    | \bto\ (?:fix|solve|avoid|get\ rid\ of|work\ around|resolve|silence)\ (?:(?:the|error|an?)\ ){{0,2}}{QUOTED}
    | (?:如果|若|当)(?:你|您|用户)?(?:看到|遇到|出现|碰到|报).{{0,40}}$
    """,
    re.VERBOSE | re.IGNORECASE,
)
IN_QUOTES = re.compile(QUOTED)
# `RuntimeError: …` means unused parameters.
MEANS = re.compile(
    rf"[^{QUOTE}\n]{{0,160}}[{QUOTE}]\s*"
    r"(?:means|indicates|usually|is (?:usually|caused|raised|thrown)|表示|通常|一般是)",
    re.IGNORECASE,
)
CONDITION = re.compile(r"\b(?:if|elif|while|and|or|not|return|assert)\s+[rbf]?[\"'][^\"']{0,80}$")
LOOKED_IN = re.compile(r"[^\"'\n]{0,160}[\"']\s+(?:not\s+)?in\s")
ITEM = re.compile(r"\[\s*(?:[rbfu]{0,2}[\"'][^\"'\n]{0,80}[\"']\s*,\s*){0,12}[rbfu]{0,2}[\"'][^\"'\n]{0,80}$")
ITEM_ENDS = re.compile(r"[^\"'\n]{0,80}[\"']\s*[,\]]")


def quotes(stretch: Stretch, span: Span) -> bool:
    """Whether the line of a message in a log only names it."""
    start, end = stretch.places.printed_line(span.start)
    before = stretch.text[max(start, span.start - MOST_BYTES) : span.start]
    behind = stretch.text[span.end : max(span.end, min(end, span.end + MOST_BYTES))]
    return is_quoted(_text(before), _text(behind), _text(stretch.text[span.start : span.end]))


def _text(part: bytes) -> str:
    return part.decode("utf-8", errors="ignore")


def is_quoted(before: str, behind: str, message: str = "") -> bool:
    """Whether the words around a message, on its line, only name it; one that goes over several items is a list's."""
    before, behind = before[-NEAR:], behind[:NEAR]
    if BEFORE.search(before) or (CONDITION.search(before) and LOOKED_IN.match(behind)):
        return True
    if ITEM.search(before) and ITEM_ENDS.match(behind) and not {"'", '"'} & {*message}:
        return not OUTPUT.search(before)
    return IN_QUOTES.search(before) is not None and MEANS.match(behind) is not None
