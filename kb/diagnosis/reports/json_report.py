"""Answer -> JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields

from kb.catalogue.schema.check import Check
from kb.catalogue.versions import ForReader
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Answered, Differential
from kb.diagnosis.differential.outcomes import Output, Seen
from kb.diagnosis.doubt.behind import Behind
from kb.diagnosis.down.hang import Hang
from kb.diagnosis.down.verdict import FirstDown
from kb.diagnosis.dumps.communicators import Counted
from kb.diagnosis.dumps.recorder import Recorded, Standing
from kb.diagnosis.explain import Explanation
from kb.diagnosis.frozen.standings import Standings
from kb.diagnosis.own_values import fix_of, own_values
from kb.diagnosis.reports.headline import of_own_exception
from kb.language import address, either, in_chinese
from kb.matching.match import Evidence, Match
from kb.reading.dumps.recorded import Operation
from kb.reading.errors import ErrorLine
from kb.reading.stacks.job import Stood
from kb.reading.timeouts.waits import Wait


def matches_as_json(answer: Answer) -> list[dict]:
    """The matches alone, best first: the contract of the batch mode."""
    return [_match(match) for match in answer.matches]


def as_json(answer: Answer, site_url: str = "") -> dict:
    """The whole answer. `known` is the abstention decision; `notice` is set where the text could not be read."""
    still = answer.stood_still
    return {
        "known": answer.best is not None,
        "notice": answer.notice,
        "matches": [_match(match) | _details(match, site_url) for match in answer.matches],
        "chain": [{"slug": s.match.slug, "line": s.line, "rank": s.rank, "time": s.time} for s in answer.chain],
        "others": [{"slug": m.slug, "check": m.reason} for m in answer.others],
        "behind": _behind(answer.behind),
        "followed": [{"slug": m.slug, "line": m.evidence[0].line} for m in answer.followed],
        "got_over": [{"slug": m.slug, "line": m.evidence[0].line} for m in answer.got_over],
        "error_lines": [_line(line) for line in answer.error_lines],
        "unexplained": _line(answer.unexplained) if answer.unexplained else None,
        "own_exception": _own(answer.own_exception) if answer.own_exception else None,
        "ruled_out": [{"slug": m.slug, "line": m.evidence[0].line} for m in answer.ruled_out],
        "versions": dict(answer.versions),
        "version_notes": [_version_note(item) for item in answer.version_notes],
        "hang": _hang(answer.hang) if answer.hang else None,
        "recorder": _recorded(answer.recorded) if answer.recorded else None,
        "ras": _counted(answer.counted) if answer.counted else None,
        "standings": _standings(answer.standings) if answer.standings else None,
        "first_down": _first_down(answer.first_down) if answer.first_down else None,
        "stood_still": still and asdict(still) | {"sentence": still.sentence},
        **differential_as_json(answer.differential),
        **({"against": asdict(answer.against)} if answer.against else {}),
        **{name: getattr(answer, name) for name in ("off_topic", "finished", "quiet", "line_count", "masked")},
        "passed_over": dict(answer.passed_over),
        "cut": [{"file": file, "line": line} for file, line in answer.cut],
    }


def differential_as_json(found: Differential | None) -> dict:
    """What it could be, with shares that add up to one (a slug of null is "none of these"), and what to check next."""
    if found is None:
        return {"differential": [], "answered": [], "next_check": None, "state": []}
    told = [{"slug": c.slug or None, "share": round(c.share, 4)} for c in found.candidates]
    answered = [_answered(one) for one in found.answered]
    asked = _check(found.asked.check) if found.asked else None
    return {"differential": told, "answered": answered, "next_check": asked, "state": list(found.state)}


def _answered(one: Answered) -> dict:
    """An answer; what the paste itself shows has the line that does, as evidence has."""
    more = {"line": one.line, "text": one.text, "file": one.file} | ({"fact": asdict(one.fact)} if one.fact else {})
    told = {"check": one.check.slug, "outcome": one.outcome.slug}
    return told | {key: value for key, value in more.items() if value}


def output_as_json(output: Output) -> dict:
    """What the output of a check shows; an `outcome` of null is no answer, and `seen` says what contradicts itself."""
    return {
        "check": output.check.slug,
        "outcome": output.shown.outcome.slug if output.shown else None,
        "sentence": output.sentence,
        "seen": [_seen(seen) for seen in output.seen],
    }


def _seen(seen: Seen) -> dict:
    more = ({"file": seen.file} if seen.file else {}) | ({"fact": asdict(seen.fact)} if seen.fact else {})
    return {"outcome": seen.outcome.slug, "line": seen.line, "text": seen.text} | more


def _check(check: Check) -> dict:
    front = check.front
    outcomes = [
        {"slug": o.slug, "says": either(o.en, o.zh), "zh": o.zh, "shown_by": [sign.words for sign in o.shown_by]}
        for o in front.outcomes
    ]
    told = {
        "slug": check.slug,
        "title": either(front.title, front.zh.title),
        "run": front.run,
        "minutes": front.minutes,
    }
    return told | {
        "needs": list(front.needs),
        "how": front.zh.how if in_chinese() else check.markdown,
        "outcomes": outcomes,
    }


def _match(match: Match) -> dict:
    return {
        "slug": match.slug,
        "title": either(match.entry.title, match.entry.front.zh.title),
        "score": round(match.score, 4),
        "confident": match.confident,
        "evidence": [_evidence(item) for item in match.evidence],
    }


def _evidence(item: Evidence) -> dict:
    more = {"proof": item.proof, "rank": item.rank, "time": item.time, "file": item.file}
    more |= {"fact": asdict(item.fact)} if item.fact else {}
    more |= {"also": {"file": item.also[0], "line": item.also[1]}} if item.also else {}
    return {"line": item.line, "text": item.text} | {key: value for key, value in more.items() if value}


def _behind(behind: Behind | None) -> dict | None:
    if behind is None:
        return None
    named = [{"slug": entry.slug, "reports": number} for entry, number in behind.named]
    return {"reports": behind.reports, "another": behind.another, "named": named}


def _details(match: Match, site_url: str) -> dict:
    front = match.entry.front
    return {
        "url": f"{site_url}{address(match.entry.url)}",
        "summary": either(front.summary, front.zh.summary),
        "kind": front.kind,
        "retry": match.retry,
        "reason": match.reason,
        "fix": fix_of(match),
        "values": [{"name": own.name, "value": own.value} for own in own_values(match)],
    }


def _version_note(item: ForReader) -> dict:
    note = {"package": item.note.package, "specifier": item.note.specifier, "note": item.note.words}
    return note | {"version": item.version, "applies": item.applies}


def explanation_as_json(explanations: Sequence[Explanation]) -> list[dict]:
    """Why each match has its score and its place."""
    return [
        {
            "slug": e.match.slug,
            "score": round(e.match.score, 4),
            "grounds": [asdict(g) for g in e.grounds],
            "order": e.before,
            **_weighed(e),
        }
        for e in explanations
    ]


def _weighed(explained: Explanation) -> dict:
    """What a guess's share comes from: share = exp(weight - together), and weight is the sum of `parts`."""
    if not explained.parts:
        return {}
    told = [{"what": p.what, "detail": p.detail, "weight": round(p.weight, 6)} for p in explained.parts]
    sums = {"weight": explained.weight, "together": explained.together, "share": explained.share}
    return {"parts": told} | {name: round(value, 6) for name, value in sums.items()}


def _hang(hang: Hang) -> dict:
    told = {field.name: getattr(hang, field.name) for field in fields(Hang)}
    waits = [{name: getattr(wait, name) for name in Wait.__slots__} for wait in hang.waits]
    calls = [{"op": wait.op, "numel_in": wait.numel_in, "ranks": own} for wait, own in hang.disagreement]
    more = {"disagreement": calls, "disagree": bool(calls), "sentences": list(hang.sentences)}
    return {**told, "waits": waits, **more}


def _recorded(recorded: Recorded) -> dict:
    """What flight-recorder dumps tell; a rank's `operation` is the one that it waits in first."""
    names = ("missing", "unknown", "joined", "circle", "apart", "waiting")
    return {
        "ranks": [_standing(standing) for standing in recorded.standings],
        "ways": {str(rank): way for rank, way in recorded.ways.items()},
        **{name: list(getattr(recorded, name)) for name in names},
        "calls": [{**_operation(operation), "ranks": own} for operation, own in recorded.calls],
        "sentences": list(recorded.sentences),
    }


def _standing(standing: Standing) -> dict:
    names = ("rank", "way", "waits_for", "enqueued", "completed", "description", "file", "line")
    told = {name: getattr(standing, name) for name in names}
    return told | {"operation": _operation(standing.operation) if standing.operation else None}


def _operation(operation: Operation) -> dict:
    names = ("group", "seq", "name", "state", "elements", "sizes", "dtype", "frame")
    return {name: getattr(operation, name) for name in names}


def _counted(counted: Counted) -> dict:
    """What NCCL's RAS reports tell; ranks are those inside the communicator."""
    return {
        "nccl": counted.version,
        "still": counted.still,
        "ranks": [asdict(standing) for standing in counted.standings],
        "dead": [{"pid": pid, "host": host} for pid, host in counted.dead],
        "sentences": list(counted.sentences),
    }


def _standings(standings: Standings) -> dict:
    """Who stands where; each member with its pasted line."""
    groups = [
        {
            "what": group.where.what,
            "function": group.where.function,
            "own": asdict(group.where.own) if group.where.own else None,
            "worker": group.where.worker,
            "suspected": group.suspected,
            "members": [_member(member) for member in group.members],
        }
        for group in standings.groups
    ]
    return {"groups": groups, "unnamed": standings.unnamed, "sentences": list(standings.sentences)}


def _member(member: Stood) -> dict:
    return {name: getattr(member, name) for name in Stood.__slots__ if name != "where"}


def _first_down(down: FirstDown) -> dict:
    told = {field.name: getattr(down, field.name) for field in fields(FirstDown) if field.name != "said"}
    return {"rank": down.ranks[0] if len(down.ranks) == 1 else None, **told, "sentence": down.sentence}


def _own(line: ErrorLine) -> dict:
    """The exception of the reader's own code, with the frame that raised it."""
    return {"sentence": of_own_exception(line)} | _line(line) | {"frame": asdict(line.own)}


def _line(line: ErrorLine) -> dict:
    more = {"rank": line.rank, "file": line.file}
    return {"line": line.line, "text": line.text} | {key: value for key, value in more.items() if value}
