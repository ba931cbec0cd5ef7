"""A signature's line and its `versions` × the atlas → ranges that the releases contradict."""

from __future__ import annotations

import re
from collections.abc import Iterator

from packaging.version import Version

from kb.atlas.claims.boundary import NUMBER
from kb.atlas.history import history, spans
from kb.atlas.released.plan import Package
from kb.atlas.table import NO, YES, Atlas

_TO = re.compile(rf"\s+{NUMBER}\s+(?:to|-|–|through)\s+{NUMBER}", re.IGNORECASE)
_ONWARDS = re.compile(rf"\s+(?:>=\s*)?{NUMBER}\s+(?:and|or)\s+(?:later|newer|above)", re.IGNORECASE)
_BACKWARDS = re.compile(rf"\s+{NUMBER}\s+(?:and|or)\s+(?:older|earlier|before)", re.IGNORECASE)
Range = tuple[Version | None, Version | None, bool]


def refuted(line: str, versions: str, packages: list[Package], atlas: Atlas) -> Iterator[str]:
    """The ranges of packages in which a release that was opened has the line, or lacks it, against what is written."""
    for package in packages:
        if not any((distribution, line) in atlas.rows for distribution in package.distributions):
            continue
        marks = history(atlas, package.distributions, line)
        if not any(mark.status == YES for mark in marks):
            continue
        for first, last, seen in ranges(versions, package):
            wrong = [mark for mark in marks if _inside(mark.version, first, last) and mark.status == NO]
            if not seen:
                wrong += [mark for mark in marks if not _inside(mark.version, first, last) and mark.status == YES]
            if wrong:
                have = "; ".join(str(span) for span in spans(marks))
                does = "has" if wrong[0].status == YES else "lacks"
                yield (
                    f"{versions!r}, but {package.name} {wrong[0].version} {does} the line, which is in the releases "
                    f"{have}: correct the range, or write 'seen with' in front of it"
                )


def ranges(text: str, package: Package) -> Iterator[Range]:
    """(first, last, only seen) for each range of this package in a signature's `versions`."""
    for name in sorted((package.name, *package.called), key=len, reverse=True):
        for start in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE):
            rest, seen = text[start.end() :], "seen" in text[: start.end()].lower()
            if match := _TO.match(rest):
                yield Version(match[1]), Version(match[2]), seen
            elif match := _ONWARDS.match(rest):
                yield Version(match[1]), None, seen
            elif match := _BACKWARDS.match(rest):
                yield None, Version(match[1]), seen


def _inside(version: Version, first: Version | None, last: Version | None) -> bool:
    """Whether a release lies in a range; `2.4` as an end takes all of 2.4."""
    if first is not None and version < first:
        return False
    return last is None or version.release[: len(last.release)] <= last.release
