"""Difference -> what the page says of a run beside a good one: its own lines with links, the good one's without."""

from __future__ import annotations

from dataclasses import dataclass

from kb.diagnosis.against.difference import Difference, Line, New, Pair
from kb.diagnosis.reports import against_text
from kb.language import gettext, marked_words, ngettext
from kb.masking import pictured
from kb.pages.pasted.cited import PROOF_CHARACTERS, Cited, Pasted
from kb.pages.pasted.log_view import shortened
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import rank_of, shown_at

KINDS = marked_words("exception", "error", "warning")


@dataclass(frozen=True, slots=True)
class GoodLine:
    """A line of the good run, of which this page shows no more."""

    place: str
    text: str


@dataclass(frozen=True, slots=True)
class AgainstView:
    """`new` are lines of this run, `hidden` so many kinds more; `way` stands above `expected`, which the good run says.

    `limits` or `notice` say what was not compared.
    """

    count: str
    new: tuple[Cited, ...] = ()
    hidden: str = ""
    way: str = ""
    expected: tuple[GoodLine, ...] = ()
    stopped: tuple[Cited, ...] = ()
    limits: str = ""
    notice: str = ""


def against_view(found: Difference | None, pasted: Pasted) -> AgainstView | None:
    """None where no good run was sent."""
    if found is None:
        return None
    if found.notice:
        return AgainstView("", notice=against_text.unread(found))
    left = found.new_count - len(found.new)
    return AgainstView(
        count=_count(found.new_count),
        new=tuple(_cited(one.line, pasted, _kind(one)) for one in found.new),
        hidden=gettext("and {number} more").format(number=left) if left else "",
        way=against_text.way(found) if found.expected else "",
        expected=tuple(map(_good, found.expected)),
        stopped=tuple(_cited(pair.here, pasted, _stopped(pair)) for pair in found.stopped),
        limits=against_text.limits(found),
    )


def _count(kinds: int) -> str:
    told = ngettext("{number} kind of line", "{number} kinds of lines, the most telling first", kinds)
    return told.format(number=kinds) if kinds else ""


def _kind(one: New) -> str:
    """What it looks like, and how often this run says it."""
    kind = gettext(one.kind) if one.kind in KINDS else ""
    return " · ".join(filter(None, (kind, f"{one.line.count}×" if one.line.count > 1 else "")))


def _stopped(pair: Pair) -> str:
    return f"{pair.here.count}× · {against_text.repeated(pair)}"


def _cited(line: Line, pasted: Pasted, about: str) -> Cited:
    return pasted.cited(ErrorLine(line.line, line.text, rank_of(line.text), line.file), about=about)


def _good(line: Line) -> GoodLine:
    text, _ = shortened(line.text.strip(), PROOF_CHARACTERS)
    return GoodLine(shown_at(line.file, line.line), pictured(text))
