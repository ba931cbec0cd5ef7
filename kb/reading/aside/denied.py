"""Errors that a person only names: solved, of another run, read about, or just not there. No evidence, no symptom."""

from __future__ import annotations

import re

from kb.reading.text.lines import sounds_said
from kb.reading.text.places import Span
from kb.reading.text.stretches import Stretch

# People say what happened before they paste a log: so many bytes from its beginning.
LONGEST_SAID = 16 * 1024
# Of a person's line, so many characters in front of a message and behind it say whether it is one of this run.
NEAR = 160
QUOTE = "\"'`“”‘’「」"
CLASS = re.compile(r"[\w.]{0,80}(?:Error|Exception|WARN(?:ING)?)\s?:?\s*$")
# Where a quotation begins, of which only the end of it in front of a message's own words is known.
OPENED = re.compile(rf"(?:(?:^|(?<=[\s(（:：,，\u4e00-\u9fff]))[\"'`]|[“‘「])(?=[\w\[(<*])[^{QUOTE}]{{0,80}}$")
VERB = r"(?:get|got|see|saw|have|had|hit|hits|show|print|be|fail|failed|fails|crash|crashed|die|died|give|gave)"
WHEN = r"(?:before|previously|earlier|yesterday|last\ (?:week|month|time|run))"
OVER = r"(?:(?:fix|solv|resolv)(?:ed|ing)|(?:got|getting)\ (?:rid\ of|past|around))"
HAN, MET = r"[\u4e00-\u9fff]", r"(?:报|出现|遇到|碰到)"
BEFORE = re.compile(
    rf"""(?:
      \bused\ to\ {VERB}(?:\ with|\ on|\ at|\ from)?
    | \b(?:do|does|did)(?:\ not|n['’]?t)\ {VERB}
    | \bno\ (?:more|longer)(?:\ {VERB}(?:\ with)?)?
    | \b(?:this|it|that)(?:\ is|['’]s|\ was)\ not(?=\ (?:the|an?)\b|\s*[{QUOTE}])(?:\ the(?:\ usual|\ known)?)?
    | \b(?:isn['’]?t|wasn['’]?t)(?=\ (?:the|an?)\b|\s*[{QUOTE}])
    | \b(?:i|we)(?:['’]ve|\ have|\ had)?(?:\ (?:already|just|finally|now))?\ {OVER}
    | \b(?:after|since)\ (?:i\ |we\ )?{OVER}
    | \b(?:colleague|(?:somebody|someone|people)\ else)\ (?:had|got|saw|met)
    | ^\W{{0,3}}not(?=\ (?:the|an?)\b)
    | ^\W{{0,3}}{WHEN}\W{{0,3}}:
    | \b{WHEN}(?:\ that)?,?\ (?:i|we|it)\ {VERB}(?:\ with)?
    | (?:(?<!{HAN})|(?<=我))(?:之前|以前|先前|昨天|上次){HAN}{{0,4}}{MET}{HAN}{{0,3}}
    | (?:之前|以前|先前){HAN}{{0,3}}{MET}过
    | (?:修复|解决|修好|搞定|排除)了(?!{HAN})|(?:修复|解决|修好)了?\s*(?=[{QUOTE}])
    | (?<!是)不是|没有(?:报|出现|遇到|看到)|不再(?:报|出现)|网上(?:都|有人)?说(?:是|的是)?|听说(?:是)?
    )\s*(?:an?|the|any|this|that)?[\s{QUOTE}:：]*$""",
    re.VERBOSE | re.IGNORECASE,
)
# Programs say so too: only where the rest is a person's.
SAID_BEFORE = re.compile(
    rf"\b(?:there (?:is|was|are)(?: no| not|n['’]?t)|without|unlike|instead of|rather than|neither|nor|ruled out"
    rf"|not (?:because of|due to|caused by))(?: an?| the| any)?\s*[{QUOTE}]\s*$",
    re.IGNORECASE,
)
SOLVED, GONE = r"(?:fixed|solved|resolved)", r"(?:已经?解决|解决了(?![吗没么])|现在(?:已经)?没有?了|不再"
BEHIND = re.compile(
    rf"""[{QUOTE}]?\s*(?:no\ more|any\ ?more|no\ longer|(?:is|are)\ gone)\b
    | [{QUOTE}]?\s*never\ (?:appears?|shows?|comes?|happens?|came)\b
    | [^.。?\n]{{0,40}}?\b(?:is|was|are|were|has\ been|have\ been)\ (?:(?:now|already|since|meanwhile)\ {SOLVED}
        |{SOLVED}\ (?:now|already|by\ now|since|meanwhile|{WHEN}))\b
    | [^\n]{{0,100}}?(?:\({SOLVED}\ (?:by|with|when|after)|\b(?:i|we)\ (?:have\ )?(?:already\ )?{SOLVED})\b
    | [^。？?\n]{{0,40}}?{GONE}{MET}|(?:我|但)[^。，,\n]{{0,10}}没有这个)
    """,
    re.VERBOSE | re.IGNORECASE,
)
# What was solved, and is there again, within the same sentence.
BACK = re.compile(
    r"[^.。?\n]{0,120}?(?:\b(?:(?:is|are|am|came|comes?) back|returned|(?:appears?|happens?|comes?|fails?|it) again"
    r"|still (?:there|happens?|appears?|comes?|occurs?|get|see))\b|又(?:出现|报|来)|还是(?:报|出现))",
    re.IGNORECASE,
)
# What may be such a message in a description: something quoted, an exception with its text, running out of memory.
NAMED = re.compile(
    rf"[{QUOTE}][^{QUOTE}\n]{{3,200}}[{QUOTE}]|\b[\w.]{{0,60}}(?:Error|Exception|error): [^,，。(（;；\n]{{3,200}}"
    r"|\b(?:CUDA )?out of memory\b(?:\. Tried to allocate[^,，。(（;；\n]{0,40})?|\bOOM\b"
)


def denies(stretch: Stretch, span: Span) -> bool:
    """Whether a person at the beginning of a log names a message as one that is not so."""
    if stretch.first_line > 1 or span.end > LONGEST_SAID:
        return False
    first, last = stretch.places.printed_line(span.start)
    return is_denied(_text(stretch.text[first : span.start]), _text(stretch.text[span.end : max(span.end, last)]))


def denies_at(stretch: Stretch, at: int) -> bool:
    """The same of a line that has an error's word at a byte."""
    if stretch.first_line > 1 or at > LONGEST_SAID:
        return False
    first, last = stretch.places.printed_line(at)
    line = _text(stretch.text[first : min(last, first + LONGEST_SAID)])
    return without_denied(line) != line


def _text(said: bytes) -> str:
    return said.decode("utf-8", errors="ignore")


def is_denied(before: str, behind: str) -> bool:
    """Whether the words around a message, on its line, say that it is not what happens in this run."""
    if BACK.match(behind[:NEAR]):
        return False
    before = CLASS.sub('"', OPENED.sub('"', before[-NEAR:]))
    said = SAID_BEFORE.search(before) and sounds_said(before)
    return bool(said or BEFORE.search(before) or BEHIND.match(behind[:NEAR]))


def without_denied(line: str) -> str:
    """A line of a description less the messages that it denies."""
    return NAMED.sub(lambda named: "" if is_denied(_opened(line, named), line[named.end() :]) else named[0], line)


def _opened(line: str, named: re.Match[str]) -> str:
    """The words in front of a message, with the quotation mark that says where it begins, or would."""
    mark = "" if named[0][0].islower() else '"'
    return f"{line[: named.start()]}{mark}"
