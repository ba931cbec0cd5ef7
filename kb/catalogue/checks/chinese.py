"""Rules about a body in Chinese: what the English one says, with the same commands, names, figures and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from kb.catalogue.loading.content import Content
from kb.catalogue.loading.parsing.section import Section
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import SECTIONS, Entry, chinese_of

BLOCK = re.compile(
    r"^(?P<indent>[ \t]*)(?P<fence>```+|~~~+)[ \t]*(?P<language>[\w+-]*)[^\n]*\n"
    r"(?P<code>.*?)^[ \t]*(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
INLINE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A sign and a space: `#SBATCH` and `#!/bin/sh` are no comments.
COMMENT = re.compile(r"(?:^|(?<=\s))(?:#|//)(?:\s.*)?$")
FIGURE = re.compile(r"\d+(?:[.,]\d+)*")
HEADING = re.compile(r"^##+ ", re.MULTILINE)
CHINESE = re.compile("[\u3400-\u9fff]")
# "vLLM 0.33.0" is the same in every language.
WORD = re.compile(r"\b[a-z]{3,}\b")
MOST_NAMED = 5


def chinese_bodies_say_the_same(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        if entry.chinese:
            path = chinese_of(entry.path)
            yield from _sections_are_the_same(path, entry.chinese)
            own = {section.title: section for section in entry.chinese}
            for section in entry.sections:
                if told := own.get(section.title):
                    yield from _defects(path, told.line, section.markdown, told.markdown)


def chinese_guides_say_the_same(content: Content) -> Iterator[Problem]:
    for guide in content.guides:
        if guide.chinese:
            path, told = chinese_of(guide.path), guide.chinese
            if not (CHINESE.search(told.title) and CHINESE.search(told.summary)):
                yield Problem(path, 1, "title and summary have no Chinese character: write them in Chinese")
            headings, own = (len(HEADING.findall(BLOCK.sub("", text))) for text in (guide.markdown, told.markdown))
            if own != headings:
                yield Problem(path, 1, f"{own} headings, but the English guide has {headings}: keep its sections")
            yield from _defects(path, 1, guide.markdown, told.markdown)


def details_say_the_same(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for place, english, chinese in _details(entry):
            if not chinese:
                continue
            key = f"{place[0]}.{place[-1]}"
            if not CHINESE.search(chinese):
                yield content.problem(entry.path, f"{key} has no Chinese character", *place)
            for what, found in (("inline code", _names), ("figure", _figures)):
                if missing := [name for name in found(english) if name not in found(chinese)]:
                    message = f"{key}: {what} of the English text is missing: {_listed(missing)}"
                    yield content.problem(entry.path, message, *place)


def untranslated(content: Content) -> Iterator[Problem]:
    """What a Chinese reader of an entry that has a Chinese body still sees in English: to be done, no mistake."""
    for entry in content.entries:
        if entry.chinese:
            for place, english, chinese in _details(entry):
                if WORD.search(english) and not chinese:
                    yield content.problem(entry.path, f"{place[0]} has no {place[-1]}", *place[:-1])


def _details(entry: Entry) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """(where the Chinese one stands, English, Chinese) of every short text of the front matter that may have both."""
    front, how = entry.front, entry.front.reproduction
    yield from ((("signatures", n, "zh"), one.versions, one.zh) for n, one in enumerate(front.signatures))
    yield from ((("tell_apart", n, "zh"), near.check, near.zh) for n, near in enumerate(front.tell_apart))
    yield from ((("values", n, "zh"), own.name, own.zh) for n, own in enumerate(front.values))
    yield from ((("versions", n, "zh"), note.note, note.zh) for n, note in enumerate(front.versions))
    for n, source in enumerate(front.sources):
        yield ("sources", n, "zh"), source.supports, source.zh
        yield ("sources", n, "departs_zh"), source.departs, source.departs_zh
    yield ("reproduction", "zh"), how.not_run or how.differs, how.zh


def _sections_are_the_same(path: Path, sections: tuple[Section, ...]) -> Iterator[Problem]:
    titles = tuple(section.title for section in sections)
    if titles != SECTIONS:
        listing = "## 症状, ## 根本原因, ## 修复, ## 相关错误, ## 版本"
        yield Problem(path, sections[0].line, f"the sections must be these, in this order: {listing}")


def _defects(path: Path, line: int, english: str, chinese: str) -> Iterator[Problem]:
    """What one text has and the other has not; `line` is where the Chinese one begins."""
    if not CHINESE.search(BLOCK.sub("", chinese)):
        yield Problem(path, line, "no Chinese character: write it in Chinese, or take the file out")
    yield from _blocks_are_the_same(path, line, english, chinese)
    for what, found in (("inline code", _names), ("link", _links)):
        theirs, ours = found(english), found(chinese)
        if missing := [name for name in theirs if name not in ours]:
            yield Problem(path, line, f"{what} of the English text is missing: {_listed(missing)}")
        if more := [name for name in ours if name not in theirs]:
            yield Problem(path, line, f"{what} that the English text has not: {_listed(more)}")
    figures = _figures(chinese)
    if missing := [figure for figure in _figures(english) if figure not in figures]:
        yield Problem(path, line, f"figure of the English text is missing: {_listed(missing)}")


def _blocks_are_the_same(path: Path, line: int, english: str, chinese: str) -> Iterator[Problem]:
    theirs, ours = list(BLOCK.finditer(english)), list(BLOCK.finditer(chinese))
    if len(theirs) != len(ours):
        message = f"{len(ours)} code blocks, but the English text has {len(theirs)}: copy them, translate comments only"
        yield Problem(path, line, message)
        return
    for their, our in zip(theirs, ours, strict=True):
        if (wanted := _code(their)) != (told := _code(our)):
            at = line + 2 + chinese.count("\n", 0, our.start())
            first = next((w for w in wanted if w not in told), "a line that is not in English")
            yield Problem(path, at, f"the code block differs in more than comments; first: {first}")


def _code(block: re.Match) -> list[str]:
    """The lines of a block without their comments, and without lines that are nothing else."""
    lines = [COMMENT.sub("", line).rstrip() for line in block["code"].split("\n")]
    return [block["language"], *filter(None, lines)]


def _names(text: str) -> dict[str, None]:
    return dict.fromkeys(" ".join(match[2].split()) for match in INLINE.finditer(BLOCK.sub("", text)))


def _links(text: str) -> dict[str, None]:
    return dict.fromkeys(LINK.findall(BLOCK.sub("", text)))


def _figures(text: str) -> dict[str, None]:
    """Numbers outside of code, without the commas that group thousands."""
    prose = LINK.sub("]", INLINE.sub(" ", BLOCK.sub("", text)))
    return dict.fromkeys(match[0].replace(",", "") for match in FIGURE.finditer(prose))


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else shown
