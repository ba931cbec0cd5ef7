"""Answer -> facts for an agent: what is proved, by which lines, what would refute it, what to do, what not to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.catalogue.digest import fix_in_short, retry_of, warnings
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.against.difference import Difference, Line
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.differential.outcomes import Output
from kb.diagnosis.reports import against_text
from kb.diagnosis.reports.headline import SAY_SO, of_own_exception, unproved
from kb.language import gettext
from kb.lookup.lookup import Results
from kb.matching.match import Evidence
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import shown_at

MOST_LINES, MOST_REFUTING, MOST_WARNINGS, MOST_CANDIDATES = 3, 3, 3, 5
MOST_NEW, MOST_EXPECTED = 5, 2
LONGEST_LINE = 240


def facts(answer: Answer) -> str:
    """`name: value` lines, the most important first; every line of the log in it is masked."""
    if answer.notice:
        return f"verdict: not readable\nwhy: {answer.notice}"
    told = _known(answer) if answer.best else _unknown(answer)
    rest = [f"limits: {answer.limits}"] if answer.limits else []
    rest += [f"masked: {answer.masked} values that look like secrets"] if answer.masked else []
    return "\n".join([*told, *rest])


def _known(answer: Answer) -> Iterator[str]:
    best, entry = answer.best, answer.best.entry
    yield "verdict: known failure, proved by lines of this log"
    yield f"failure: {entry.slug} ({entry.title})"
    yield f"score: {best.score:.2f} of 1"
    yield f"what happened: {entry.front.summary}"
    if answer.own_exception:
        when = "earlier, and another failure" if answer.unexplained_first else "another rank's, earlier or later"
        yield f"{when}: {of_own_exception(answer.own_exception)}: {_placed(answer.own_exception)}"
    elif answer.unexplained and answer.unexplained_first:
        yield f"earlier, an exception that no entry knows: {_placed(answer.unexplained)}"
    yield from (f"evidence: {_cited(item)}" for item in best.evidence[:MOST_LINES])
    yield f"why it proves: {best.reason}"
    if answer.first_down:
        yield f"first down: {answer.first_down.sentence}"
    if answer.stood_still:
        yield f"before its end: {answer.stood_still.sentence}"
    yield f"retry: {best.retry}. {retry_of(entry, best.retry)}"
    yield from _refuting(answer, best.evidence)
    yield from (f"do not: {text}" for text in warnings(entry)[:MOST_WARNINGS])
    yield f"fix: {fix_in_short(entry)}"
    yield from (
        f"in version {item.version} of {item.note.package}: {item.note.note}"
        for item in answer.version_notes
        if item.applies
    )
    yield from (f"then, line {step.line}: {step.match.slug} ({step.match.entry.title})" for step in answer.chain[1:])
    linked = {step.match.slug for step in answer.chain}
    others = (match for match in answer.matches[1:] if match.confident and match.slug not in linked)
    yield from (f"also in this log: {match.slug}, {_cited(match.evidence[0])}" for match in others)
    yield from (f"training went on behind it: {m.slug}, line {m.evidence[0].line}" for m in answer.got_over)
    yield from _standing(answer)
    yield from _beside_good(answer.against)
    yield f'all of it: entry(slug="{entry.slug}")'


def _beside_good(found: Difference | None) -> Iterator[str]:
    """What this run says that the good one did not; that alone proves nothing."""
    if found is None:
        return
    if found.notice:
        yield against_text.unread(found)
        return
    left = found.new_count - len(found.new[:MOST_NEW])
    yield from (f"not in the good run, {one.kind}: {_placed(one.line)}" for one in found.new[:MOST_NEW])
    yield f"not in the good run: {left} more kinds of lines" if left else against_text.headline(found)
    if found.expected:
        yield f"progress: {against_text.way(found)}"
        yield from (f"said only by the good run: {_placed(line)}" for line in found.expected[:MOST_EXPECTED])
    yield from filter(None, [against_text.limits(found)])


def _refuting(answer: Answer, evidence: Iterable[Evidence]) -> Iterator[str]:
    """What would show that the answer does not hold here."""
    where = next((f"{item.file}:{item.line}" if item.file else f"line {item.line}" for item in evidence), "the line")
    yield f"refuted if: {where} is of another run, or another failure stands above it that this text leaves out"
    yield from (f"if it does not fit, {m.slug}: {m.reason}" for m in answer.others[:MOST_REFUTING])


def _unknown(answer: Answer) -> Iterator[str]:
    own = answer.own_exception
    yield f"verdict: {of_own_exception(own)}" if own else "verdict: nothing proved; treat nothing below as the cause"
    if answer.quiet:
        yield f"what it says: {unproved(answer)}. {gettext(SAY_SO)}"
    if own:
        yield f"evidence: {_placed(own)}"
        yield f"own code: {own.own.file}:{own.own.line} in {own.own.function}: {_shortened(own.own.code)}"
    elif answer.unexplained:
        yield f"an exception that no entry knows: {_placed(answer.unexplained)}"
    yield from (f"only followed from it: {m.slug}, line {m.evidence[0].line}" for m in answer.followed)
    yield from (f"training went on behind it: {m.slug}, line {m.evidence[0].line}" for m in answer.got_over)
    looks = "training went on behind it" if answer.quiet else "looks like an error"
    yield from (f"{looks}: {_placed(line)}" for line in answer.error_lines[:MOST_LINES])
    if answer.first_down:
        yield f"first down: {answer.first_down.sentence}"
    yield from _beside_good(answer.against)
    yield from () if own else differential_facts(answer.differential)
    yield from _standing(answer)
    if not own:
        yield "do not: change anything on the strength of a share; do the next check, or say that you do not know"


def differential_facts(found: Differential | None) -> Iterator[str]:
    """What it could be, in shares that add up to one, and the check that tells most a minute."""
    if found is None or len(found.candidates) < 2:
        return
    for candidate in found.candidates[:MOST_CANDIDATES]:
        title = f" ({candidate.entry.title})" if candidate.entry else ""
        yield f"could be, {candidate.share:.0%}: {candidate.slug or 'none of these'}{title}"
    yield from (f"found out: {one.check.slug}={one.outcome.slug}, {one.outcome.en}" for one in found.answered)
    if found.asked is None:
        yield "next check: none would tell much"
        return
    front = found.asked.check.front
    yield f"next check: {found.asked.check.slug}, {front.minutes} min: {front.title}"
    if front.needs:
        yield f"it needs: {', '.join(front.needs)}"
    if front.run:
        yield f"run: {front.run}"
    yield from (f"outcome: {found.asked.check.slug}={outcome.slug}, {outcome.en}" for outcome in front.outcomes)


def output_facts(output: Output) -> Iterator[str]:
    """What a check's output shows, by which lines; without one outcome, the agent has to say it."""
    yield f"output of {output.check.slug}: {output.sentence}"
    yield from (f"line {seen.line} shows {seen.outcome.slug}: {_shortened(seen.text)}" for seen in output.seen)
    if output.shown:
        yield f"give with the next call: answers=[..., {output.check.slug}={output.shown.outcome.slug}]"


def found_facts(found: Results, limit: int) -> list[str]:
    """What a search found, a line an entry; first how the query was read, where that is not as it was written."""
    meant = [f"no entry has all of these words; searched for: {found.meant}"] if found.meant else []
    proved = [f"{_entry(match.entry)} Proved by: {_shortened(match.evidence[0].text)}" for match in found.proved]
    named = [_entry(hit.entry) for hit in found.hits]
    return [*meant, *[*proved, *named][:limit]] if proved or named else ["no entry uses these words"]


def _entry(entry: Entry) -> str:
    return f"{entry.slug}: {entry.title}. {entry.front.summary}"


def _standing(answer: Answer) -> Iterator[str]:
    """What timeouts, stacks, flight recorders and RAS tell of the ranks, in sentences."""
    for part in (answer.hang, answer.standings, answer.recorded, answer.counted):
        yield from (f"ranks: {sentence}" for sentence in (part.sentences if part else ()))


def _cited(item: Evidence) -> str:
    fact = f" [{item.fact.sentence}]" if item.fact else ""
    also = f" [{against_text.also_in_good(*item.also)}]" if item.also else ""
    return f"{_placed(item)}{fact}{also}"


def _placed(line: Evidence | ErrorLine | Line) -> str:
    return f"{shown_at(line.file, line.line)}: {_shortened(line.text)}"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE] + " …"
