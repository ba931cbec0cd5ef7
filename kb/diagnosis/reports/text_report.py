"""Answer -> text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from kb.catalogue.check import Check
from kb.catalogue.digest import fix_in_short
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential
from kb.diagnosis.explain import Explanation
from kb.diagnosis.frozen.standings import shown_file
from kb.matching.match import Evidence
from kb.reading.errors import ErrorLine

RETRY = {
    "as-is": "Retry as it is: the cause is transient.",
    "exclude-node": "Retry without the node that failed.",
    "change-first": "Do not retry unchanged: it will fail again.",
}
WIDTH = 100
MOST_LINES_SHOWN = 6
MOST_GUESSES_SHOWN = 5
MOST_RANKS_SHOWN = 16


def explanation_as_text(explanations: Sequence[Explanation]) -> str:
    """The same for a terminal; scores of grounds are what each alone would give."""
    lines = ["\nWhy this order"]
    for number, explained in enumerate(explanations, 1):
        lines.append(f"  {number}. {explained.match.slug}  {explained.match.score:.2f}  {explained.match.reason}")
        lines += [f"       {g.score:.2f}  {g.kind}: {g.detail}" for g in explained.grounds]
        lines += [f"       {explained.before}"] if explained.before else []
    return "\n".join(lines) + "\n"


def as_text(answer: Answer, site_url: str = "", color: bool = False) -> str:
    """The answer for somebody at a terminal; without `color` it is plain text, fit for a pipe."""
    out = StringIO()
    console = Console(file=out, force_terminal=color, no_color=not color, width=WIDTH, highlight=False)
    console.print(_whole(answer, site_url))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _whole(answer: Answer, site_url: str) -> Group:
    if answer.notice:
        return Group(Text(answer.notice, "bold yellow"))
    parts = _known(answer, site_url) if answer.best else _unknown(answer, site_url)
    if answer.first_down:
        parts = [Text(f"{answer.first_down.sentence}\n", "bold"), *parts]
    parts += _standing(answer) + _left(answer)
    limits = [Text(f"\n{answer.limits}", "yellow")] if answer.limits else []
    return Group(*parts, *limits, *_masked(answer, site_url))


def _masked(answer: Answer, site_url: str) -> list:
    if not answer.masked:
        return []
    values = "1 value" if answer.masked == 1 else f"{answer.masked} values"
    return [Text(f"\n{values} masked in these lines, as they look like secrets: {site_url}/masking/", "dim")]


def _known(answer: Answer, site_url: str) -> list:
    best = answer.best
    front = best.entry.front
    parts = [
        Text.assemble((best.entry.title, "bold red"), (f"   {best.slug}, confidence {best.score:.0%}", "dim")),
        Text(front.zh.title, "dim"),
        Text(front.summary),
        *_heading(best.reason),
        *(_cited(item) for item in best.evidence[:MOST_LINES_SHOWN]),
        *_more(len(best.evidence) - MOST_LINES_SHOWN),
        *_heading("Fix in short"),
        Padding(Markdown(fix_in_short(best.entry)), (0, 0, 0, 2)),
        *_in_your_versions(answer),
        Text(f"\n{RETRY[front.retry]}", "bold"),
        Text(f"All of it: {site_url}{best.entry.url}", "underline"),
    ]
    return parts + _waiting(answer) + _followed(answer) + _further(answer, site_url)


def _in_your_versions(answer: Answer) -> list:
    """What the entry says of the versions that the log names; a note on other versions is no news."""
    own = [Text(f"  {i.note.package} {i.version}: {i.note.note}") for i in answer.version_notes if i.applies]
    return [*_heading("In your versions"), *own] if own else []


def _waiting(answer: Answer) -> list:
    """A table of who waited where, and what it tells."""
    if not answer.hang:
        return []
    table = Table("rank", "group", "collective", "sequence", "elements", "completed", "line", box=None, padding=(0, 2))
    for wait in answer.hang.waits[:MOST_RANKS_SHOWN]:
        cells = (wait.rank, wait.group, wait.op, wait.seq, wait.numel_in, wait.completed, wait.line)
        table.add_row(*("" if cell is None else str(cell) for cell in cells))
    more = _more(len(answer.hang.waits) - MOST_RANKS_SHOWN)
    return [*_heading("Who waited"), table, *more, *(Text(f"  {said}") for said in answer.hang.sentences)]


def _left(answer: Answer) -> list:
    """What flight recorders and NCCL's RAS tell: a table of ranks, those first at which waiting ends."""
    parts: list = []
    if recorded := answer.recorded:
        table = Table("rank", "state", "group", "operation", "sequence", "waits for", "in", box=None, padding=(0, 2))
        ordered = sorted(recorded.standings, key=lambda standing: standing.rank not in recorded.ways)
        for standing in ordered[:MOST_RANKS_SHOWN]:
            table.add_row(*map(Text, standing.cells))
        more = _more(len(ordered) - MOST_RANKS_SHOWN)
        said = [Text(f"  {said}") for said in recorded.sentences]
        parts += [*_heading("What the flight recorders tell"), table, *more, *said]
    if answer.counted:
        parts += [*_heading("What NCCL's RAS tells"), *(Text(f"  {said}") for said in answer.counted.sentences)]
    return parts


def _standing(answer: Answer) -> list:
    """Who stands where, by the stacks that were pasted."""
    if not answer.standings:
        return []
    table = Table("who", "stands in", "function", "own code", "line", box=None, padding=(0, 2))
    for group in answer.standings.groups[:MOST_RANKS_SHOWN]:
        where, first = group.where, group.members[0]
        own = f"{where.own.function} ({shown_file(where.own)})" if where.own else ""
        table.add_row(*map(Text, (group.who, where.what, where.function, own, str(first.line))))
    said = (Text(f"  {sentence}") for sentence in answer.standings.sentences)
    more = _more(len(answer.standings.groups) - MOST_RANKS_SHOWN)
    return [*_heading("Where each stands"), *said, table, *more]


def _followed(answer: Answer) -> list:
    if not answer.chain:
        return []
    steps = [
        Text(f"  line {s.line}: {s.match.entry.title}" + (f" (rank {s.rank})" if s.rank else "")) for s in answer.chain
    ]
    return [*_heading("What led to what"), *steps]


def _further(answer: Answer, site_url: str) -> list:
    linked = {step.match.slug for step in answer.chain}
    further = [m for m in answer.matches[1:] if m.confident and m.slug not in linked]
    if not further:
        return []
    lines = [Text(f"  line {m.evidence[0].line}: {m.entry.title}  {site_url}{m.entry.url}") for m in further]
    return [*_heading("Also in this log"), *lines]


def _unknown(answer: Answer, site_url: str) -> list:
    parts: list = [Text("No known failure. Nothing in this text proves any entry.", "bold yellow")]
    if answer.unexplained:
        parts += [*_heading("Your job's own exception came first; no entry knows it"), _plain(answer.unexplained)]
    elif answer.error_lines:
        parts += [
            *_heading("These lines look like the error"),
            *(_plain(line) for line in answer.error_lines[:MOST_LINES_SHOWN]),
        ]
    return parts + could_be(answer.differential, site_url)


def could_be(found: Differential | None, site_url: str) -> list:
    """Candidates with their shares, what was answered, and the next check with the words to answer it."""
    if found is None or len(found.candidates) < 2:
        return []
    rows = [
        f"  {c.share:4.0%}  {c.entry.title}  {site_url}{c.entry.url}" if c.entry else f"  {c.share:4.0%}  none of these"
        for c in found.candidates[: MOST_GUESSES_SHOWN + 1]
    ]
    told = [f"  {one.check.front.title} {one.outcome.en}" for one in found.answered]
    parts = [*_heading("What it could be, by words and by how often it is met"), *map(Text, rows)]
    parts += [*_heading("What you found out"), *map(Text, told)] if told else []
    return parts + (_next(found.asked.check, site_url) if found.asked else [])


def _next(check: Check, site_url: str) -> list:
    front = check.front
    lines = [f"  {front.run}"] if front.run else []
    lines += [f"  --answer {check.slug}={outcome.slug}   {outcome.en}" for outcome in front.outcomes]
    restart = ", ends the evidence: collect first" if "restart" in front.needs else ""
    head = f"Check next ({front.minutes} min{restart}): {front.title}"
    return [*_heading(head), *map(Text, lines), Text(f"  How: {site_url}{check.url}", "underline")]


def _heading(text: str) -> list:
    return [Text(f"\n{text}", "bold")]


def _cited(item: Evidence) -> Text:
    where = f"{item.file}:{item.line}" if item.file else f"line {item.line}"
    told = (f"\n      {item.fact.sentence}", "dim") if item.fact else ("", "")
    return Text.assemble((f"  {where}: ", "cyan"), item.text, told)


def _plain(line: ErrorLine) -> Text:
    return Text.assemble((f"  line {line.line}: ", "cyan"), line.text)


def _more(count: int) -> list:
    return [Text(f"  … and {count} more", "dim")] if count > 0 else []
