"""Differential -> text for a terminal: what it could be, and the check that would tell most."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from kb.catalogue.digest import where
from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.conditions import MARK, parse
from kb.catalogue.schema.entry import Entry, Looked
from kb.catalogue.schema.facts import STACKS
from kb.diagnosis.differential.differential import Answered, Candidate, Differential
from kb.diagnosis.differential.outcomes import Output, Seen
from kb.diagnosis.reports.headline import own_code
from kb.language import either, gettext
from kb.matching.match import Match
from kb.reading.text.lines import shown_at
from kb.reading.tracebacks.own_frame import OwnFrame

MOST_GUESSES_SHOWN = 5
MOST_OTHERS_SHOWN = 3
# The command that prints stacks.
STACK_TAKER = "py-spy"


def could_be(found: Differential | None, site_url: str) -> list:
    """Candidates with their shares, what was answered, and the next check with the words to answer it."""
    if found is None or len(found.candidates) < 2:
        return []
    rows = [f"  {c.share:4.0%}  {_candidate(c, site_url)}" for c in found.candidates[: MOST_GUESSES_SHOWN + 1]]
    told = [line for one in found.answered for line in _known(one)]
    parts = [*heading(gettext("What it could be, by words and by how often it is met")), *map(Text, rows)]
    parts += [*heading(gettext("What you found out")), *map(Text, told)] if told else []
    return parts + (_next(found.asked.check, site_url) if found.asked else [])


def own_frame(frame: OwnFrame | None) -> list:
    """Where in the reader's own code it was, with the line that stands there."""
    if frame is None:
        return []
    return [Text(f"  {own_code(frame)}"), *([Text(f"      {frame.code}")] if frame.code else [])]


def consequences(followed: Sequence[Match], site_url: str) -> list:
    """What is proved and explains nothing, since an exception that no entry knows came first."""
    rows = [f"  {shown_at(m.evidence[0].file, m.evidence[0].line)}: {_titled(m.entry, site_url)}" for m in followed]
    return [*heading(gettext("What only followed from it")), *map(Text, rows)] if rows else []


def got_over(matches: Sequence[Match], site_url: str) -> list:
    """What is proved, and training went on behind it."""
    rows = [f"  {shown_at(m.evidence[0].file, m.evidence[0].line)}: {_titled(m.entry, site_url)}" for m in matches]
    return (
        [*heading(gettext("These did not end the job: training went on behind them, or it finished")), *map(Text, rows)]
        if rows
        else []
    )


def look_alikes(others: Sequence[Match], site_url: str) -> list:
    """What it could be instead of the answer, each with how to see it."""
    rows = [f"  {_titled(m.entry, site_url)}\n      {m.reason}" for m in others[:MOST_OTHERS_SHOWN]]
    return [*heading(gettext("If it does not fit: look-alikes")), *map(Text, rows)] if rows else []


def _known(one: Answered) -> list[str]:
    """An answer; of what the paste itself shows, the line that does."""
    lines = [f"  {_question(one.check)} {either(one.outcome.en, one.outcome.zh)}"]
    if one.line:
        lines.append(f"      {read_at(one)} {one.text}".rstrip(" :："))
        lines += [f"      {one.fact.sentence}"] if one.fact else []
    return lines


def read_at(one: Answered) -> str:
    """Where in the paste it was read."""
    if one.file:
        return gettext("read in your paste, {file}, line {number}:").format(file=one.file, number=one.line)
    return gettext("read in your paste, line {number}:").format(number=one.line)


def output_lines(output: Output) -> list:
    """What the output of a check shows, with the line that shows it; or what would show something."""
    rows = [f"  {_question(output.check)}", f"  {output.sentence}"]
    for seen in output.seen:
        rows += [f"    {either(seen.outcome.en, seen.outcome.zh)}", f"      {place_of(seen)}: {seen.text}"]
        rows += [f"      {seen.fact.sentence}"] if seen.fact else []
    for words, signs in would_show(output):
        rows += [f"    {words}", *(f"      {sign}" for sign in signs)]
    return [*heading(gettext("What the check printed")), *map(Text, rows)]


def would_show(output: Output) -> list[tuple[str, tuple[str, ...]]]:
    """Outcome and what shows it, where the output shows none."""
    if output.seen or output.notice:
        return []
    unseen = (gettext("only somebody who looks can tell"),)
    return [(either(o.en, o.zh), tuple(map(sign_in_words, o.shown_by)) or unseen) for o in output.check.outcomes]


def sign_in_words(sign: Looked) -> str:
    """What shows an outcome, as somebody reads it who knows neither our names of facts nor our holes' escapes."""
    told, absent = _said(sign.key), [line for line in sign.absent if not line.startswith(MARK)]
    told += gettext(", with {signs}").format(signs=", ".join(map(_said, sign.together))) if sign.together else ""
    return told + (gettext(", without {signs}").format(signs=", ".join(map(_said, absent))) if absent else "")


def _said(key: str) -> str:
    if not key.startswith(MARK):
        return key.replace("\\<", "<")
    found = parse(key.removeprefix(MARK))
    value = {"yes": gettext("yes"), "no": gettext("no")}.get(found.text.split()[-1], "")
    rule = value or found.text.removeprefix(found.kind.name).strip().removeprefix("= ")
    fact = re.split("[;；]", gettext(found.kind.says))[0]
    return gettext("{fact}: {value}").format(fact=fact, value=rule)


def readable(check: Check) -> list[Outcome]:
    """The outcomes that what the check's own command prints can show; stacks only where it takes them."""
    takes = STACK_TAKER in check.front.run
    return [o for o in check.outcomes if any(takes or not _needs_stacks(sign) for sign in o.shown_by)]


def _needs_stacks(sign: Looked) -> bool:
    return any(parse(text).kind.tables == STACKS for text in sign.conditions)


def place_of(seen: Seen) -> str:
    """Where in the output it stands."""
    line = gettext("line {number}").format(number=seen.line)
    return f"{seen.file}, {line}" if seen.file else line


def _next(check: Check, site_url: str) -> list:
    front = check.front
    lines = [f"  {front.run}"] if front.run else []
    lines += [f"  --answer {check.slug}={o.slug}   {either(o.en, o.zh)}" for o in front.outcomes]
    how = gettext("How: {url}").format(url=where(check, site_url))
    return [*heading(check_next(check)), *map(Text, lines), Text(f"  {how}", "underline")]


def check_next(check: Check) -> str:
    """The check as a task: its question, how long it takes, and whether it ends the evidence."""
    if "restart" in check.front.needs:
        head = gettext("Check next ({minutes} min, ends the evidence: collect first): {check}")
    else:
        head = gettext("Check next ({minutes} min): {check}")
    return head.format(minutes=check.front.minutes, check=_question(check))


def _candidate(candidate: Candidate, site_url: str) -> str:
    return _titled(candidate.entry, site_url) if candidate.entry else gettext("none of these")


def _titled(entry: Entry, site_url: str) -> str:
    return f"{either(entry.title, entry.front.zh.title)}  {where(entry, site_url)}"


def _question(check: Check) -> str:
    return either(check.front.title, check.front.zh.title)


def heading(text: str) -> list:
    """A line of its own, with air above."""
    return [Text(f"\n{text}", "bold")]
