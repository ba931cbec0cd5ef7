"""One job -> its row: all its logs matched as one, with what they say of nodes, times and size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.masked import shown_names
from kb.language import gettext
from kb.masking import clean_line, mask
from kb.matching.match import Evidence
from kb.reading.errors import ErrorLine
from kb.reading.text.lines import host_of, rank_of_file
from kb.triage.answers.log import Log
from kb.triage.answers.row import Down, Line, Row, State
from kb.triage.answers.said import Said
from kb.triage.jobs.job import Job, LogFile

MOST_EVIDENCE = 5
LONGEST_LINE = 400


def answered(job: Job, matcher: Matcher) -> Row:
    """Never raises for what stands in a log; memory does not grow with it."""
    logs = [Log(file) for file in job.files if file.source.size]
    names = _names([log.file for log in logs])
    own = {name: log.file.source.name for name, log in zip(names, logs, strict=True)}
    said = cache(lambda: _said(job, logs))
    answer = matcher.match(
        list(zip(names, logs, strict=True)),
        keep=False,
        guess=lambda unexplained: bool(unexplained or said().ended_badly),  # of a job that went well, nothing
    )
    row = _read(job, logs, answer, own)
    return row if row.state == "unread" else _judged(row, answer, said(), own)


def _said(job: Job, logs: list[Log]) -> Said:
    """To be asked once all logs are read."""
    said = Said()
    for log in logs:
        said.add(log.file.source.name, log.head, log.tail)
    # A pod is a node only where no log names the machine.
    if job.rule != "kubernetes" or not said.nodes:
        said.nodes |= {log.file.node: None for log in logs if log.file.node}
    return said


def _names(files: list[LogFile]) -> list[str]:
    """What the matcher calls them: a rank that the user's pattern or a folder tells is told to it too."""
    names = [file.source.name.rsplit("/", 1)[-1] for file in files]
    told = zip(files, names, strict=True)
    ranked = [f"rank{f.rank}-{name}" if f.rank and rank_of_file(name) != f.rank else name for f, name in told]
    return shown_names(ranked)


def _read(job: Job, logs: list[Log], answer: Answer, own: dict[str, str]) -> Row:
    """What was read, before anything is said of what it means."""
    unread = {own.get(name, name): why for name, why in answer.unread}
    unread |= {log.file.source.name: log.problem for log in logs if log.problem}
    endless = gettext("unpacks to more than is read: the end was not reached")
    unread |= {log.file.source.name: endless for log in logs if log.endless}
    if answer.notice:
        unread = unread or {job.name: answer.notice}
    return Row(
        job=job.name,
        rule=job.rule,
        state="unread" if answer.notice else "clean",
        files=tuple(file.source.name for file in job.files),
        attempts=len({file.attempt for file in job.files}),
        bytes=sum(log.bytes for log in logs),
        lines=answer.line_count,
        cut={log.file.source.name: log.cut for log in logs if log.cut},
        unread=unread,
    )


def _judged(row: Row, answer: Answer, said: Said, own: dict[str, str]) -> Row:
    state, best = _state(answer, said), answer.matches[0] if answer.matches else None
    shown = best if best and (best.confident or state == "unknown") else None
    hours = _gpu_hours(said) if state != "clean" else None
    return _with(
        row,
        state=state,
        nodes=tuple(sorted(said.nodes)),
        slug=shown.slug if shown else "",
        kind=shown.entry.front.kind if shown else "",
        retry=shown.retry if shown else "",
        score=round(shown.score, 4) if shown else 0.0,
        confident=bool(shown and shown.confident),
        evidence=tuple(_line(item, own) for item in shown.evidence[:MOST_EVIDENCE]) if shown else (),
        first_down=_down(answer, own),
        node=_node(answer, said) if state != "clean" else "",
        unexplained=_unexplained(answer, said, own) if state == "unknown" else None,
        begins=said.begins.isoformat() if said.begins else "",
        ends=said.ends.isoformat() if said.ends else "",
        world_size=said.world_size or None,
        gpu_hours=hours,
    )


def _with(row: Row, **told: object) -> Row:
    return Row(**{name: getattr(row, name) for name in Row.__struct_fields__} | told)


def _state(answer: Answer, said: Said) -> State:
    if answer.best and answer.best.entry.front.kind != "harmless":
        return "known"
    return "unknown" if answer.unexplained or said.ended_badly else "clean"


def _line(item: Evidence | ErrorLine, own: dict[str, str]) -> Line:
    file = own.get(item.file, item.file)
    return Line(item.text[:LONGEST_LINE], item.line, file, item.rank, getattr(item, "time", ""))


def _unexplained(answer: Answer, said: Said, own: dict[str, str]) -> Line:
    if answer.unexplained:
        return _line(answer.unexplained, own)
    return Line(mask(clean_line(said.ended_badly))[0][:LONGEST_LINE], file=said.ended_in)


def _down(answer: Answer, own: dict[str, str]) -> Down | None:
    down = answer.first_down
    if not down:
        return None
    down = replace(down, file=own.get(down.file, down.file))
    return Down(down.ranks, down.way, down.host, down.file, down.line, down.sentence)


def _node(answer: Answer, said: Said) -> str:
    """The node that the failure began on, where the log says so; empty where it does not."""
    down = answer.first_down
    if down and down.host:
        return down.host
    if down and len(down.ranks) == 1 and down.ranks[0] in said.host_of_rank:
        return said.host_of_rank[down.ranks[0]]
    first = answer.best.evidence[0] if answer.best and answer.best.evidence else answer.unexplained
    if first and (host := host_of(first.text)):
        return host
    return next(iter(said.nodes)) if len(said.nodes) == 1 else ""


def _gpu_hours(said: Said) -> float | None:
    """Hours that it ran times its ranks, where the log says both."""
    if not (said.begins and said.ends and said.world_size):
        return None
    return round((said.ends - said.begins).total_seconds() / 3600 * said.world_size, 3)
