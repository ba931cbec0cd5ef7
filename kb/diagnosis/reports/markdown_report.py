"""Answer -> Markdown for a chat, a ticket or a CI job's summary: verdict, lines, fix, where the rest stands."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.catalogue.digest import retry_of, where
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.against.difference import Line
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.own_values import fix_of
from kb.diagnosis.proposal import telling_line
from kb.diagnosis.reports import against_text
from kb.diagnosis.reports.differential_text import check_next
from kb.diagnosis.reports.headline import own_code, unproved
from kb.language import either, gettext, in_chinese
from kb.matching.match import Evidence
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import is_somebodys, shown_at
from kb.reading.tracebacks.own_error import error_in

MOST_LINES = 8
MOST_CANDIDATES = 3
# What is less likely helps nobody who was not there.
LEAST_TOLD = 0.05


def as_markdown(
    answer: Answer, site_url: str, more: Iterable[str] = (), headline: str = "", most: int = MOST_LINES
) -> str:
    """The message, with `more` paragraphs at its end; `headline` is what is said where nothing is proved.

    It has so many lines of the log at `most`.

    The answer must be masked already.
    """
    head = f"**{_verdict(answer, headline)}**"
    return "\n\n".join(part for part in (head, *_parts(answer, site_url, most), *more) if part) + "\n"


def narrowed_as_markdown(found: Differential, site_url: str, link: str) -> str:
    """What answers to checks have made of the candidates, for the same reader; `link` opens it again."""
    told = [
        f"- {either(one.check.front.title, one.check.front.zh.title)} {either(one.outcome.en, one.outcome.zh)}"
        for one in found.answered
    ]
    known = "\n".join([gettext("What was found out:"), *told]) if told else ""
    parts = (_could_be(found, site_url), known, *_asked(found, site_url), link)
    return "\n\n".join(part for part in parts if part) + "\n"


def told_lines(answer: Answer, most: int = MOST_LINES) -> list[Evidence | ErrorLine]:
    """The lines that prove the answer, in the order of the log; without one, those that look like the error."""
    if answer.best:
        lines = [*answer.best.evidence]
    else:
        first = telling_line(answer)
        lines = [line for line in answer.error_lines if line != first]
        lines = [] if answer.own_exception else [line for line in lines if not is_somebodys(line.text)]
        lines = [*([first] if first and (answer.unexplained or not is_somebodys(first.text)) else []), *lines]
    return in_order(lines[:most])


def in_order(lines: Iterable[Evidence | ErrorLine]) -> list[Evidence | ErrorLine]:
    """By file and line: as somebody reads the log, not as the proof was weighed."""
    return sorted(lines, key=lambda item: (item.file, item.line))


def fenced(text: str) -> str:
    """A Markdown code block that no line of the text can end."""
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def cited(lines: Iterable[Evidence | ErrorLine | Line]) -> str:
    """Each line behind its place, once however much it shows."""
    told = (f"{line.file + ':' if line.file else ''}{line.line}: {line.text.strip()}" for line in lines)
    return "\n".join(dict.fromkeys(told))


def _parts(answer: Answer, site_url: str, most: int) -> Iterable[str]:
    lines = told_lines(answer, most)
    if answer.unexplained and (answer.best or not answer.own_exception):
        first = gettext("An exception that no entry knows came first, so fix it before anything else: {error}")
        told = first if answer.unexplained_first else gettext("Your own code raised an exception too: {error}")
        yield told.format(error=f"`{error_in(answer.unexplained)}`")
    yield fenced(cited(lines)) if lines else ""
    if answer.unexplained and (own := answer.unexplained.own):
        yield own_code(own)
        yield fenced(own.code) if own.code else ""
    if answer.followed:
        first = ((m.entry, m.evidence[0]) for m in answer.followed)
        named = ", ".join(f"{_title(entry)} ({shown_at(item.file, item.line)})" for entry, item in first)
        yield gettext("Only followed from it: {failures}").format(failures=named)
    if answer.got_over:
        named = ", ".join(
            f"{_title(m.entry)} ({shown_at(m.evidence[0].file, m.evidence[0].line)})" for m in answer.got_over
        )
        yield gettext("Training went on behind: {failures}").format(failures=named)
    if answer.best:
        yield gettext("Fix: {fix}").format(fix=fix_of(answer.best))
        yield gettext(retry_of(answer.best.entry, answer.best.retry))
        yield answer.behind.words if answer.behind else ""
        yield where(answer.best.entry, site_url)
    elif not answer.own_exception:
        yield _could_be(answer.differential, site_url)
        yield from _asked(answer.differential, site_url)
    if answer.against and not answer.against.notice:
        told = against_text.headline(answer.against)
        yield told if not answer.against.new else f"{told}:"
        yield fenced(cited(one.line for one in answer.against.new[:MOST_LINES])) if answer.against.new else ""


def _verdict(answer: Answer, headline: str) -> str:
    down = answer.first_down.sentence if answer.first_down else ""
    still = answer.stood_still.sentence if answer.stood_still else ""
    harmless = answer.best is not None and answer.best.entry.front.kind == "harmless"
    known = gettext("Known, and harmless: {title}.") if harmless else gettext("Known failure: {title}.")
    what = known.format(title=_title(answer.best.entry)) if answer.best else headline or unproved(answer)
    return ("" if in_chinese() else " ").join(part for part in (down, what, still) if part)


def _could_be(found: Differential | None, site_url: str) -> str:
    """The first candidates with their shares, marked as not proved."""
    likely = [c for c in (found.candidates if found else ()) if c.share >= LEAST_TOLD]
    if not any(c.entry for c in likely):
        return ""
    told = [
        f"- {c.share:.0%} {_title(c.entry)}: {where(c.entry, site_url)}"
        if c.entry
        else f"- {c.share:.0%} {gettext('none of these')}"
        for c in likely[: MOST_CANDIDATES + 1]
    ]
    return "\n".join([gettext("Not proved, but it could be:"), *told])


def _asked(found: Differential | None, site_url: str) -> Iterable[str]:
    """The check that would tell most, so that whoever reads the message can do it."""
    if found is None or found.asked is None:
        return
    check = found.asked.check
    yield check_next(check)
    yield fenced(check.front.run) if check.front.run else ""
    yield gettext("How: {url}").format(url=where(check, site_url))


def _title(entry: Entry) -> str:
    return either(entry.title, entry.front.zh.title)
