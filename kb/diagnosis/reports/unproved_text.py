"""Answer that proves no entry, or an exception beside one -> text for a terminal."""

from __future__ import annotations

from rich.text import Text

from kb.catalogue.digest import where
from kb.catalogue.document import title_of
from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.differential_text import consequences, could_be, got_over, heading, own_frame
from kb.diagnosis.reports.headline import SAY_SO, unproved
from kb.language import either, gettext, marked
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import shown_at

MOST_LINES_SHOWN = 6
LOOK_LIKE_IT = marked("These lines look like the error")
OFF_TOPIC = marked(
    "Nothing in this text speaks of a job of several GPUs or nodes, so there is nothing to guess from. If it is about "
    "one: paste the log from its first error on, or what python -m kb.collect writes on its node."
)


def unknown(answer: Answer, site_url: str) -> list:
    over = got_over(answer.got_over, site_url)
    if answer.own_exception:
        told = [Text(unproved(answer), "bold red"), _plain(answer.own_exception)]
        return [*told, *own_frame(answer.own_exception.own), *consequences(answer.followed, site_url), *over]
    parts: list = [Text(f"{unproved(answer)}{either('.', '。')}", "bold yellow")]
    if answer.unexplained:
        parts += [*heading(gettext("An exception that no entry knows came first")), _plain(answer.unexplained)]
        parts += own_frame(answer.unexplained.own)
    elif answer.error_lines and not answer.finished:
        parts += [
            *heading(gettext("Training went on behind these lines") if answer.quiet else gettext(LOOK_LIKE_IT)),
            *(_plain(line) for line in answer.error_lines[:MOST_LINES_SHOWN]),
        ]
        parts += own_frame(next((line.own for line in answer.error_lines if line.own), None))
    parts += _of_tables(answer, site_url)
    if answer.quiet and not answer.against:
        parts += [Text(f"\n{gettext(SAY_SO)}")]
    if answer.off_topic:
        return [*parts, Text(f"\n{gettext(OFF_TOPIC)}")]
    return parts + consequences(answer.followed, site_url) + over + could_be(answer.differential, site_url)


def earlier(answer: Answer) -> list:
    """The exception beside what is proved, be it above or another rank's, of the reader's own code or of a library."""
    if not answer.unexplained:
        return []
    if answer.own_exception:
        first, beside = (
            gettext("Your own code's exception came first"),
            gettext("Your own code raised an exception too"),
        )
    else:
        first = gettext("An exception that no entry knows came first")
        beside = gettext("This log also has an exception that no entry knows")
    told = heading(first if answer.unexplained_first else beside)
    return [*told, _plain(answer.unexplained), *own_frame(answer.unexplained.own)]


def _of_tables(answer: Answer, site_url: str) -> list:
    """What rows of tables speak for, each with what it says."""
    rows = [(match, next(item for item in match.evidence if item.fact)) for match in answer.told_by_tables]
    told = [
        Text.assemble(
            (f"  {shown_at(item.file, item.line)}: ", "cyan"),
            f"{item.fact.sentence}\n    {title_of(match.entry)}  {where(match.entry, site_url)}",
        )
        for match, item in rows[:MOST_LINES_SHOWN]
    ]
    return [*heading(gettext("What the tables show, and what may follow from it")), *told] if told else []


def _plain(line: ErrorLine) -> Text:
    return Text.assemble((f"  {shown_at(line.file, line.line)}: ", "cyan"), line.text)
