"""Difference -> sentences, and text for a terminal: what only this run says, how far it came, what it stopped."""

from __future__ import annotations

from rich.text import Text

from kb.diagnosis.against.difference import Difference, Line, Pair
from kb.diagnosis.reports.differential_text import heading
from kb.language import gettext, ngettext
from kb.reading.text.lines import shown_at


def against_text(found: Difference | None) -> list:
    """Nothing where no good run was given."""
    if found is None:
        return []
    if found.notice:
        return [Text(f"\n{unread(found)}", "yellow")]
    return _new(found) + _way(found) + _stopped(found) + _limits(found)


def headline(found: Difference) -> str:
    """How many kinds of lines are new."""
    if not found.new:
        return gettext("Every kind of line in this log stands in the good run's log too")
    told = ngettext(
        "What the good run never says: {number} kind of line",
        "What the good run never says: {number} kinds of lines, the most telling first",
        found.new_count,
    )
    return told.format(number=found.new_count)


def unread(found: Difference) -> str:
    """Why there is nothing to compare with."""
    return gettext("The good run's log could not be read: {why}").format(why=found.notice)


def way(found: Difference) -> str:
    """How far this run came on the good one's way: what stands above the lines that it then never says."""
    if not found.reached:
        return gettext("The good run began with this, and here it is never said")
    here, there = found.reached.here, found.reached.there
    told = gettext("It came as far as {here} (in the good run {there}). What the good run says next is missing here")
    if there.count > 1:
        told = gettext(
            "It came as far as {here}: {times} of the good run's {often} such lines. What the good run says next is "
            "missing here"
        )
    places = {"here": shown_at(here.file, here.line), "there": shown_at(there.file, there.line)}
    return told.format(**places, times=here.count, often=there.count)


def repeated(pair: Pair) -> str:
    """How often the good run says what this one stopped saying."""
    told = gettext("{times} times to its end in the good run, whose last is {place}")
    return told.format(times=pair.there.count, place=shown_at(pair.there.file, pair.there.line))


def limits(found: Difference) -> str:
    """What was not compared; empty where all was."""
    if not found.passed_over:
        return ""
    told = ngettext(
        "{number} kind of line was too much to be compared: what is new may stand in the good run's log too.",
        "{number} kinds of lines were too many to be compared: what is new may stand in the good run's log too.",
        found.passed_over,
    )
    return told.format(number=found.passed_over)


def _new(found: Difference) -> list:
    rows = [_row(one.line) for one in found.new]
    left = found.new_count - len(found.new)
    more = [Text(f"  … {gettext('and {number} more').format(number=left)}", "dim")] if left else []
    return [*heading(headline(found)), *rows, *more]


def _way(found: Difference) -> list:
    return [*heading(way(found)), *map(_row, found.expected)] if found.expected else []


def _stopped(found: Difference) -> list:
    if not found.stopped:
        return []
    rows = [row for pair in found.stopped for row in (_row(pair.here), Text(f"      {repeated(pair)}", "dim"))]
    return [*heading(gettext("Lines that stop, with the last of each")), *rows]


def _limits(found: Difference) -> list:
    return [Text(f"\n{limits(found)}", "yellow")] if found.passed_over else []


def _row(line: Line) -> Text:
    times = f" ({line.count}×)" if line.count > 1 else ""
    return Text.assemble((f"  {shown_at(line.file, line.line)}{times}: ", "cyan"), line.text)


def also_in_good(file: str, line: int) -> str:
    """Said of evidence that the good run has too."""
    return gettext("also in the good run, {place}: this alone did not end it").format(place=shown_at(file, line))
