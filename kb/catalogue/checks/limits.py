"""Limits on what one content file may hold, so that no single one can slow down the start or a page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from kb.catalogue.loading.content import REPORTED_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import chinese_of

# By key path without positions; twice the most that any entry has today, or more. Signatures have rules of their own.
MOST_ITEMS = {
    "aliases": 20,
    "symptoms.en": 30,
    "symptoms.zh": 30,
    "sources": 80,
    "versions": 30,
    "leads_to": 40,
    "follows_from": 40,
    "tell_apart": 30,
    "reproduction.packages": 40,
    "reproduction.fixed_packages": 40,
}
LONGEST_TEXT = 1500
LONGEST_SYMPTOM = 300
MOST_REPORTS, LONGEST_REPORT = 200, 1500
MOST_SAMPLES = 20
LARGEST_SAMPLE = 64_000
# Python-Markdown takes time with the square of these: 5,000 `[` alone are 2.5 seconds.
COSTLY = re.compile(r"[\[<]|^[ \t]*(?:#|```|~~~|=+[ \t]*$|(?:[-*_][ \t]*)+$)", re.MULTILINE)
MOST_COSTLY = 200
MOST_COSTLY_IN_TEXT = 40
LONGEST_BODY = 30_000
# Each of these opens a list or quote within the one before it; a thousand end in a RecursionError.
DEEP = re.compile(r"^[ \t]*(?:(?:[0-9]{1,9}[.)]|[-*+])[ \t]+|>[ \t]*){5}", re.MULTILINE)
DEEPEST_INDENT = 40
FENCED = re.compile(r"^[ \t]*(?P<fence>```+|~~~+)[^\n]*\n.*?^[ \t]*(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)


def lists_and_texts_are_short(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for keys, value in front_values(entry.front, ()):
            name = ".".join(key for key in keys if isinstance(key, str))
            if isinstance(value, tuple) and len(value) > MOST_ITEMS.get(name, len(value)):
                message = f"{len(value)} {name}, but at most {MOST_ITEMS[name]} are allowed: keep those that tell"
                yield content.problem(entry.path, message, *keys)
            if isinstance(value, str) and (message := _text_defect(name, value)):
                yield content.problem(entry.path, message, *keys)


def front_values(value: Any, keys: tuple) -> Iterator[tuple[tuple, Any]]:
    """Every list and text of the front matter with the keys that lead to it."""
    if is_dataclass(value):
        for field in fields(value):
            yield from front_values(getattr(value, field.name), (*keys, field.name))
        return
    yield keys, value
    if isinstance(value, tuple):
        for n, item in enumerate(value):
            yield from front_values(item, (*keys, n))


def _text_defect(name: str, text: str) -> str:
    longest = LONGEST_SYMPTOM if name.startswith("symptoms") else LONGEST_TEXT
    if len(text) > longest:
        return f"{name} has {len(text)} characters, but at most {longest} are allowed: say it in fewer words"
    if len(COSTLY.findall(text)) > MOST_COSTLY_IN_TEXT:
        return f"{name} has more than {MOST_COSTLY_IN_TEXT} of [ < #: say it in words"
    return ""


def bodies_are_cheap_to_render(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for section in entry.sections:
            for message in body_defects(section.markdown):
                yield Problem(entry.path, section.line, f"'## {section.title}' {message}")
        for section in entry.chinese:
            for message in body_defects(section.markdown):
                yield Problem(chinese_of(entry.path), section.line, f"this section {message}")
    for guide in content.guides:
        for message in body_defects(guide.markdown):
            yield Problem(guide.path, 1, f"the guide {message}")
        for message in body_defects(guide.chinese.markdown) if guide.chinese else ():
            yield Problem(chinese_of(guide.path), 1, f"the guide {message}")


def body_defects(markdown: str) -> Iterator[str]:
    """What makes this Markdown too long to read, or too costly to render."""
    if len(markdown) > LONGEST_BODY:
        yield f"has {len(markdown):,} characters, but at most {LONGEST_BODY:,} are allowed: nobody reads that at 3 a.m."
        return
    prose = FENCED.sub("```\n```", markdown)
    if (count := len(COSTLY.findall(prose))) > MOST_COSTLY:
        yield f"has {count} of [ < # ``` --- outside code blocks, but at most {MOST_COSTLY} may be: fence what is code"
    elif DEEP.search(prose) or any(_indent(line) > DEEPEST_INDENT for line in prose.split("\n")):
        yield "has lists or quotes nested too deep: three levels are what a reader can follow"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def reports_are_few_and_short(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        path = entry.path.with_name(REPORTED_FILE)
        if len(entry.reported) > MOST_REPORTS:
            message = f"{len(entry.reported)} reports, but at most {MOST_REPORTS} are allowed: keep the plainest"
            yield Problem(path, MOST_REPORTS + 1, message)
        if max(map(len, entry.reported), default=0) > LONGEST_REPORT:
            message = f"a report has at most {LONGEST_REPORT:,} characters: say it in one to four sentences"
            yield Problem(path, 1, message)


def samples_are_few_and_short(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        samples = entry.samples()
        if len(samples) > MOST_SAMPLES:
            message = f"{len(samples)} samples, but at most {MOST_SAMPLES} are allowed: keep one for each wording"
            yield content.problem(entry.path, message)
        for sample in samples:
            if (size := sample.stat().st_size) > LARGEST_SAMPLE:
                message = f"{size:,} bytes, but at most {LARGEST_SAMPLE:,} are allowed: cut it to the lines that tell"
                yield Problem(sample, 1, message)
