"""Answer -> text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from io import StringIO
from textwrap import indent

from rich.console import Console, Group
from rich.markdown import Markdown
from rich.padding import Padding
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from kb.catalogue.digest import CODE_BLOCK, retry_of, where
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.outcomes import Output
from kb.diagnosis.explain import Explanation
from kb.diagnosis.frozen.standings import shown_file
from kb.diagnosis.own_values import OwnValue, fix_of, own_values
from kb.diagnosis.reports.against_text import against_text, also_in_good
from kb.diagnosis.reports.differential_text import (
    got_over,
    heading,
    look_alikes,
    output_lines,
)
from kb.diagnosis.reports.unproved_text import earlier, unknown
from kb.language import address, either, gettext, in_chinese, marked_words, ngettext
from kb.matching.match import SURE, Evidence, Match
from kb.reading.text.lines import shown_at

WAITED = marked_words("rank", "group", "collective", "sequence", "elements", "completed", "line")
RECORDED = marked_words("rank", "state", "group", "operation", "sequence", "waits for", "in")
STOOD = marked_words("who", "stands in", "function", "own code", "line")
WIDTH = 100
MOST_LINES_SHOWN = 6
MOST_RANKS_SHOWN = 16


def explanation_as_text(explanations: Sequence[Explanation]) -> str:
    """The same for a terminal; scores of grounds are what each alone would give."""
    lines = [f"\n{gettext('Why this order')}"]
    for number, explained in enumerate(explanations, 1):
        lines.append(f"  {number}. {explained.match.slug}  {explained.match.score:.2f}  {explained.match.reason}")
        lines += [f"       {g.score:.2f}  {gettext(g.kind)}: {g.detail}" for g in explained.grounds]
        lines += _weighed(explained) if explained.parts else []
        lines += [f"       {explained.before}"] if explained.before else []
    return "\n".join(lines) + "\n"


def _weighed(explained: Explanation) -> list[str]:
    """What a guess's share comes from, so that anybody can add it up."""
    told = gettext("together {weight}, all candidates {together}: share e^({weight} - {together}) = {share}")
    sums = {"weight": f"{explained.weight:+.2f}", "together": f"{explained.together:+.2f}"}
    lines = [f"      {part.weight:+.2f}  {gettext(part.what)}: {part.detail}" for part in explained.parts]
    return [*lines, f"       {told.format(**sums, share=f'{explained.share:.0%}')}"]


def as_text(answer: Answer, site_url: str = "", color: bool = False) -> str:
    """The answer for somebody at a terminal; without `color` it is plain text, fit for a pipe."""
    return _printed(_whole(answer, site_url), color)


def outputs_as_text(outputs: Sequence[Output], color: bool = False) -> str:
    """What checks have printed, for the same reader."""
    return _printed(Group(*(part for output in outputs for part in output_lines(output))), color).lstrip("\n")


def _printed(parts: Group, color: bool) -> str:
    out = StringIO()
    console = Console(file=out, force_terminal=color, no_color=not color, width=WIDTH, highlight=False)
    # Lines of Chinese have no spaces to break them at: a terminal breaks them better.
    console.print(parts, soft_wrap=in_chinese(), crop=False)
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"


def _whole(answer: Answer, site_url: str) -> Group:
    if answer.notice:
        return Group(Text(answer.notice, "bold yellow"))
    parts = _known(answer, site_url) if answer.best else unknown(answer, site_url)
    if answer.first_said:
        parts = [Text(f"{answer.first_said}\n", "bold"), *parts]
    parts += _standing(answer) + _left(answer) + against_text(answer.against)
    limits = [Text(f"\n{answer.limits}", "yellow")] if answer.limits else []
    return Group(*parts, *limits, *_masked(answer, site_url))


def _masked(answer: Answer, site_url: str) -> list:
    if not answer.masked:
        return []
    told = ngettext(
        "{number} value masked in these lines, as they look like secrets: {url}",
        "{number} values masked in these lines, as they look like secrets: {url}",
        answer.masked,
    )
    url = site_url + address("/masking/") if site_url else ""
    return [Text("\n" + told.format(number=answer.masked, url=url).rstrip(":： "), "dim")]


def _known(answer: Answer, site_url: str) -> list:
    best = answer.best
    front = best.entry.front
    sure = gettext("proved by the log")
    if best.score < SURE:
        sure = gettext("confidence {share}").format(share=f"{best.score:.0%}")
    parts = [
        Text.assemble((_title(best), "bold red"), (f"   {best.slug}, {sure}", "dim")),
        Text(either(front.summary, front.zh.summary)),
        *earlier(answer),
        *heading(best.reason),
        *(_cited(item) for item in best.evidence[:MOST_LINES_SHOWN]),
        *_more(len(best.evidence) - MOST_LINES_SHOWN),
        *heading(gettext("Fix in short")),
        _fix(fix_of(best)),
        *_own(own_values(best)),
        *_in_your_versions(answer),
        Text(f"\n{gettext(retry_of(best.entry, best.retry))}", "bold"),
        Text(gettext("All of it: {url}").format(url=where(best.entry, site_url)), "underline"),
    ]
    parts += [Text(f"\n{answer.behind.words}")] if answer.behind else []
    parts += _waiting(answer) + _followed(answer) + _further(answer, site_url) + got_over(answer.got_over, site_url)
    return parts + look_alikes(answer.others, site_url)


def _fix(markdown: str) -> Group | Text:
    """Prose is broken into lines, code never: half a command is another command."""
    if in_chinese():
        return Text(indent(markdown, "  "))
    prose = Padding(Markdown(CODE_BLOCK.sub("", markdown)), (0, 0, 0, 2))
    return Group(prose, *(_code(block[0]) for block in CODE_BLOCK.finditer(markdown)))


def _code(fenced: str) -> Text:
    fence, *lines, _ = fenced.split("\n")
    told = Syntax("", fence.strip("`~ ") or "text", background_color="default").highlight("\n".join(lines))
    told.rstrip()
    code = Text(no_wrap=True, overflow="ignore")
    for line in told.split("\n"):
        code.append("\n    ").append_text(line)
    return code


def _own(values: Sequence[OwnValue]) -> list:
    """The log's own values of what the fix is about."""
    told = gettext("; ").join(f"{own.name}{either(': ', '：')}{own.value}" for own in values)
    return [Text("\n" + gettext("In your log: {values}.").format(values=told))] if told else []


def _in_your_versions(answer: Answer) -> list:
    """What the entry says of the versions that the log names; a note on other versions is no news."""
    own = [Text(f"  {i.note.package} {i.version}: {i.note.words}") for i in answer.version_notes if i.applies]
    return [*heading(gettext("In your versions")), *own] if own else []


def _waiting(answer: Answer) -> list:
    """A table of who waited where, and what it tells."""
    if not answer.hang:
        return []
    table = _table(WAITED)
    for wait in answer.hang.waits[:MOST_RANKS_SHOWN]:
        cells = (wait.rank, wait.group, wait.op, wait.seq, wait.numel_in, wait.completed, wait.line)
        table.add_row(*("" if cell is None else str(cell) for cell in cells))
    more = _more(len(answer.hang.waits) - MOST_RANKS_SHOWN)
    return [*heading(gettext("Who waited")), table, *more, *(Text(f"  {said}") for said in answer.hang.sentences)]


def _left(answer: Answer) -> list:
    """What flight recorders and NCCL's RAS tell: a table of ranks, those first at which waiting ends."""
    parts: list = []
    if recorded := answer.recorded:
        table = _table(RECORDED)
        ordered = sorted(recorded.standings, key=lambda standing: standing.rank not in recorded.ways)
        for standing in ordered[:MOST_RANKS_SHOWN]:
            table.add_row(*map(Text, standing.cells))
        more = _more(len(ordered) - MOST_RANKS_SHOWN)
        said = [Text(f"  {said}") for said in recorded.sentences]
        parts += [*heading(gettext("What the flight recorders tell")), table, *more, *said]
    if answer.counted:
        parts += [
            *heading(gettext("What NCCL's RAS tells")),
            *(Text(f"  {said}") for said in answer.counted.sentences),
        ]
    return parts


def _standing(answer: Answer) -> list:
    """Who stands where, by the stacks that were pasted."""
    if not answer.standings:
        return []
    table = _table(STOOD)
    for group in answer.standings.groups[:MOST_RANKS_SHOWN]:
        where, first = group.where, group.members[0]
        own = f"{where.own.function} ({shown_file(where.own)})" if where.own else ""
        table.add_row(*map(Text, (group.who, gettext(where.what), gettext(where.function), own, str(first.line))))
    said = (Text(f"  {sentence}") for sentence in answer.standings.sentences)
    more = _more(len(answer.standings.groups) - MOST_RANKS_SHOWN)
    return [*heading(gettext("Where each stands")), *said, *([table] if answer.standings.groups else []), *more]


def _followed(answer: Answer) -> list:
    if not answer.chain:
        return []
    of_rank = gettext(" (rank {rank})")
    place = lambda step: _line(step.line) + (of_rank.format(rank=step.rank) if step.rank else "")  # noqa: E731
    steps = [Text(f"  {place(step)}: {_title(step.match)}") for step in answer.chain]
    return [*heading(gettext("What led to what")), *steps]


def _further(answer: Answer, site_url: str) -> list:
    linked = {step.match.slug for step in answer.chain}
    further = [m for m in answer.matches[1:] if m.confident and m.slug not in linked]
    if not further:
        return []
    lines = [Text(f"  {_line(m.evidence[0].line)}: {_title(m)}  {where(m.entry, site_url)}") for m in further]
    return [*heading(gettext("Also in this log")), *lines]


def _title(match: Match) -> str:
    return either(match.entry.title, match.entry.front.zh.title)


def _table(heads: Sequence[str]) -> Table:
    return Table(*map(gettext, heads), box=None, padding=(0, 2))


def _line(number: int) -> str:
    return shown_at("", number)


def _cited(item: Evidence) -> Text:
    told = (f"\n      {item.fact.sentence}", "dim") if item.fact else ("", "")
    also = (f"\n      {also_in_good(*item.also)}", "yellow") if item.also else ("", "")
    return Text.assemble((f"  {shown_at(item.file, item.line)}: ", "cyan"), item.text, told, also)


def _more(count: int) -> list:
    return [Text(f"  … {gettext('and {number} more').format(number=count)}", "dim")] if count > 0 else []
