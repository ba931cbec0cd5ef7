"""Rules against an entry that passes although nobody has written it yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.catalogue.drafting.template import PROMPTS, TODO
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem

CHINESE = re.compile("[\u3400-\u9fff]")


def nothing_is_left_of_the_template(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for section in entry.sections:
            if left := _left_over(section.markdown):
                yield Problem(entry.path, section.line, f"'## {section.title}' still has {left!r}: write it instead")
        for key in ("title", "summary"):
            if getattr(entry.front, key).startswith(TODO):
                yield content.problem(entry.path, f"{key} is still to be written", key)


def _left_over(markdown: str) -> str:
    """A sentence of the template, or a line that says itself that it is still to be done."""
    flat = " ".join(markdown.split())
    prompt = next((prompt for prompt in PROMPTS.values() if prompt in flat), "")
    return prompt or next((line.strip()[:60] for line in markdown.split("\n") if line.lstrip().startswith(TODO)), "")


def chinese_is_chinese(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for key in ("title", "summary", "fix"):
            if not CHINESE.search(getattr(entry.front.zh, key)):
                message = f"zh.{key} has no Chinese character: write it in Chinese"
                yield content.problem(entry.path, message, "zh", key)
        symptoms = entry.front.symptoms.zh
        if symptoms and not any(map(CHINESE.search, symptoms)):
            message = "symptoms.zh has no Chinese character: write them as people type them in Chinese"
            yield content.problem(entry.path, message, "symptoms", "zh")
