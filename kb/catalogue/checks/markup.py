"""A rule about signs that Markdown takes away: `__init__` would be bold, `<pid>` would vanish, `*` is italics."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kb.catalogue.checks.chinese import INLINE
from kb.catalogue.checks.limits import front_values
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import THAT, THIS

# Shown as they are, in headings, lists, feeds and JSON.
PLAIN = frozenset({"title", "summary", "zh.title", "zh.summary", "values.name", "values.zh"})
# Shown as Markdown.
MARKED = frozenset(
    "zh.fix signatures.versions signatures.zh versions.note versions.zh tell_apart.check tell_apart.zh "
    "sources.supports sources.zh sources.departs sources.departs_zh sources.document "
    "reproduction.not_run reproduction.differs reproduction.zh".split()
)
LOST = re.compile(
    r"(?<![\s*])\*|\*(?![\s*])"  # alone between spaces it stays
    r"|__|(?<!\w)_[^\s_]\w*_(?!\w)"
    r"|<[A-Za-z/!?][^>\n]{0,40}>?"
    r"|\\[\\`*_{}\[\]()#+.!>-]|&#?\w+;"
    r"|^(?:>|#|[-+] |\d+[.)] )"
    r"|`"
)
BEFORE, AFTER = re.compile(r"\S{0,30}\Z"), re.compile(r"\S{0,30}")


def signs_survive_rendering(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for keys, value in front_values(entry.front, ()):
            name = ".".join(key for key in keys if isinstance(key, str))
            if not isinstance(value, str) or name not in PLAIN | MARKED:
                continue
            if lost := lost_in(value if name in PLAIN else INLINE.sub("", value)):
                cure = "it is shown as it is: say it in words" if name in PLAIN else "put what is code in backticks"
                yield content.problem(entry.path, f"{name}: Markdown would change {lost!r}; {cure}", *keys)


def lost_in(prose: str) -> str:
    """The first word of text without code that would not be shown as it is written; empty where all would."""
    prose = prose.replace(THIS, "").replace(THAT, "")
    found = LOST.search(prose)
    if not found:
        return ""
    return f"{BEFORE.search(prose[: found.start()])[0]}{found[0]}{AFTER.match(prose, found.end())[0]}"
