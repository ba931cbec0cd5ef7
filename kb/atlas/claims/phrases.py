"""Running text, English or Chinese → the phrases in it that draw a boundary at a package's version."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from packaging.version import Version

# A Chinese character right beside a name or a number is no part of it.
FLAGS = re.IGNORECASE | re.ASCII
WINDOW = 60  # characters; the longest phrase has about forty
IsRelease = Callable[[str, Version], bool]
# What has versions too, but stands in no package index: "Linux before 5.6" is nothing of the package named before it.
ELSEWHERE = (
    *("Python", "Linux", "kernel", "driver", "内核", "驱动", "glibc", "gcc", "nvcc", "ROCm", "CANN", "oneCCL"),
    *("Slurm", "Docker", "Kubernetes", "Open MPI", "MPICH", "capability", "计算能力", "算力", "cuDNN", "libfabric"),
)
_DIGIT, _DOTTED, _WHOLE = re.compile(r"\d"), re.compile(r"\d\.\d"), re.compile(r"\s*v?\d{1,2}(?!\d)")
_V = r"v?(\d+(?:\.\d+)+|\d{1,2})(?![\w%]|\.\d|\s?[KMGT]i?B\b)"
_W = _V.replace("(", "(?:", 1)  # a version that only has to follow
_AND = r"\s+(?:and|or)\s+"
_MORE = r"\s*(?:版本?)?\s*"
# What stands before or behind a version, and where the boundary then is: at it, or after the last release of it.
AT, AFTER = "at", "after"
_PHRASES = (
    (r"(?:since|from|as\ of|starting\ with|at\ least|before|below|older\ than|earlier\ than|prior\ to)\s+{own}{v}", AT),
    (r"(?:up\ to|through|newer\ than|later\ than|above)\s+{own}{v}", AFTER),
    (r"(?:\((?:{named}\s+)?to|(?-i:To))\s+{own}{v}", AFTER),
    (r"{named}\s+{v}\s+(?:added|removed|brought|introduced|renamed|moved|dropped|changed)\b", AT),
    (r"{named}\s*{v}\s*(?:新增|增加|加上|引入|删除|移除|去掉|改名|改成|改为|换成)了?", AT),
    (r"(?:until|till)\s+{own}{v}", AT + AFTER),
    (r"{v}(?:{_and}(?:later|newer|above|up|higher)\b|\+(?!\w)|\s+onwards?\b)", AT),
    (r"{v}{_and}(?:older|earlier|before|lower|below)\b", AFTER),
    (r"(?:≥|>=|<(?!=)|自|从|至少|低于|早于|不低于)\s*{own}{v}", AT),
    (r"(?:≤|<=|>(?!=)|高于|晚于)\s*{own}{v}", AFTER),
    (r"(?:直到|截至|最高到|一直到)\s*{own}{v}", AT + AFTER),
    (r"{v}{_more}(?:起|开始|以来|之前|以前|前|[及或]?以上|[及或](?:更[新高]|之后|以后|后续|其后))", AT),
    (r"{v}{_more}(?:[及或](?:更[早旧老低]|之前|以前|以下)|为止)", AFTER),
    (r"{v}{_more}(?:之后|以后|以下|后(?!端))", AT + AFTER),
    (r"{v}\s*(?:to|–|through|到|至|~)\s*(?={own}{w})", AT),
    (r"{w}\s*(?:to|–|through|到|至|~)\s*{own}{v}", AFTER),
)
# Who says in the same sentence that it was only seen so claims no boundary.
_SENTENCE = re.compile(r"[^.。；;|]*(?:\.(?=\S)[^.。；;|]*)*")
_SEEN = re.compile(
    r"\b(?:seen|reported|reports?|described|threads|read\ in)\b|"
    r"(?<!常)见于|见过|见到|看到|读的是|读自|读了|报告|报过|帖子",
    FLAGS,
)


@dataclass(frozen=True, slots=True)
class Phrase:
    """A boundary that a text draws: `where` has AT, AFTER or (the words mean either) both; `at` is its offset."""

    name: str
    version: Version
    where: str
    at: int
    words: str


class Phrases:
    """Finds the boundaries of packages by these names; `others` are names whose versions are nobody's here."""

    def __init__(self, names: Iterable[str], others: Iterable[str] = ()):
        names = list(names)
        self.names = {name.casefold() for name in names}
        every = sorted({*names, *others, *ELSEWHERE}, key=len, reverse=True)
        self.named = re.compile(rf"(?<![\w./-])(?:{'|'.join(map(re.escape, every))})(?![a-z_/]|[.-]\w)", FLAGS)
        self.behind = re.compile(rf"\s?(?:的[^\s，。]{{0,2}}\s?)?({self.named.pattern})", FLAGS)
        own = rf"(?:(?:the|about)\s+)?(?:(?:releases?|versions?|版本)\s*)?(?:{self.named.pattern}\s*)?(?:versions?\s+)?"
        fill = {"own": own, "named": self.named.pattern, "v": _V, "w": _W, "_and": _AND, "_more": _MORE}
        self.phrases = [(re.compile(rf"(?<![\w.])(?:{p.format(**fill)})", FLAGS), where) for p, where in _PHRASES]

    def found_in(self, text: str, is_release: IsRelease) -> list[Phrase]:
        """Every boundary that prose draws, one for each number; `is_release` says whether the number can be one."""
        if not _DIGIT.search(text):
            return []
        named = [(match.end(), match[0].casefold()) for match in self.named.finditer(text)]
        seen = [sentence.span() for sentence in _SENTENCE.finditer(text) if _SEEN.search(sentence[0])]
        windows = _windows(text, named)
        found: dict[int, Phrase] = {}
        for pattern, where in self.phrases if windows else ():
            for match in (match for start, end in windows for match in pattern.finditer(text, start, end)):
                at, version = match.start(1), Version(match[1])
                if any(start <= at < end for start, end in seen):
                    continue
                if at in found:
                    found[at] = replace(found[at], where=found[at].where + where)
                elif name := self._owner(text, match, named, is_release):
                    found[at] = Phrase(name, version, where, match.start(), " ".join(match[0].split()))
        return [found[at] for at in sorted(found)]

    def _owner(self, text: str, match: re.Match, named: list[tuple[int, str]], is_release: IsRelease) -> str:
        """The package whose version a number is: named right before it, else right behind the phrase, else before it.

        Of those named before it, the last one that has such a release; a number like 13 needs its name beside it.
        """
        at, version = match.start(1), Version(match[1])
        before = [(not text[end:at].strip(" v"), name) for end, name in reversed(named) if end <= at]
        if not (before and before[0][0]) and (behind := self.behind.match(text, match.end())):
            before = [(True, behind[1].casefold())]
        for is_beside, name in before:
            if name not in self.names:
                return ""
            if is_release(name, version) and (is_beside or len(version.release) > 1):
                return name
            if is_beside:
                return ""
        return ""


def _windows(text: str, named: list[tuple[int, str]]) -> list[tuple[int, int]]:
    """The stretches around what may be versions: most of a text has none, and looking is slow."""
    numbers = [match.start() for match in _DOTTED.finditer(text)]
    numbers += [end for end, _ in named if _WHOLE.match(text, end)]
    windows: list[tuple[int, int]] = []
    for at in sorted(numbers):
        start, end = max(0, at - WINDOW), at + WINDOW
        if windows and start <= windows[-1][1]:
            start = windows.pop()[0]
        windows.append((start, end))
    return windows
