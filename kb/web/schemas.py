"""What the API sends, object by object, in JSON Schema's words: the components of its description."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args, get_type_hints

from kb.catalogue.schema.entry import FrontMatter, Kind, Retry
from kb.diagnosis.against.interest import KINDS
from kb.diagnosis.doubt.quiet import Quiet
from kb.diagnosis.down.hang import Hang
from kb.diagnosis.down.verdict import FirstDown, Way
from kb.diagnosis.frozen.silence import StoodStill
from kb.matching.match import Told
from kb.reading.stacks.stack import Frame
from kb.reading.timeouts.waits import Wait
from kb.reading.tracebacks.own_frame import OwnFrame

TEXT, NUMBER, WHOLE, FLAG = ({"type": name} for name in ("string", "number", "integer", "boolean"))
WHOLE_OR_NONE = {"type": ["integer", "null"]}
OF_TYPE = {str: TEXT, int: WHOLE, bool: FLAG, int | None: WHOLE_OR_NONE}


def object_of(required: dict, optional: dict | None = None) -> dict:
    """An object that has these keys and no others."""
    properties = required | (optional or {})
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def plain(kind: type) -> dict:
    """An object as the fields of a dataclass of plain values say."""
    return object_of({name: OF_TYPE[hint] for name, hint in get_type_hints(kind).items()})


def list_of(items: dict) -> dict:
    return {"type": "array", "items": items}


def named(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema: dict) -> dict:
    return {"anyOf": [schema, {"type": "null"}]}


EVIDENCE = object_of(
    {"line": WHOLE, "text": TEXT},
    {"proof": TEXT, "rank": TEXT, "time": TEXT, "file": TEXT, "fact": named("Told")}
    | {"also": object_of({"file": TEXT, "line": WHOLE}) | {"description": "the good run has it too, there"}},
)
ERROR_LINE = object_of({"line": WHOLE, "text": TEXT}, {"rank": TEXT, "file": TEXT})
IN_SHORT = {
    "slug": TEXT,
    "area": TEXT,
    "url": TEXT,
    "title": TEXT,
    "title_zh": TEXT,
    "summary": TEXT,
    "kind": {"enum": list(get_args(Kind))},
    "retry": {"enum": list(get_args(Retry))},
}
RANKS = list_of(WHOLE)
HANG = dict.fromkeys(("failed", "differing", "behind", "absent", "idle", "cut", "suspected"), RANKS)
HANG |= {"waits": list_of(named("Wait")), "disagreement": list_of(named("Call")), "world_size": WHOLE_OR_NONE}
DOWN = {
    "ranks": RANKS,
    "waiting": RANKS,
    "line": WHOLE,
    "reported_first": WHOLE_OR_NONE,
    "alone": {"type": "boolean"},
    "way": {"enum": list(get_args(Way))},
}
DIFFERENTIAL = {"differential": list_of(named("Candidate")), "answered": list_of(named("Answered"))}
DIFFERENTIAL |= {"next_check": or_null(named("Check")), "state": list_of(TEXT)}
SCHEMAS = {
    "Refusal": object_of({"error": TEXT | {"description": "what to do"}}),
    "Evidence": EVIDENCE,
    "Told": plain(Told) | {"description": "what a line of a table says: a comparison holds"},
    "ErrorLine": ERROR_LINE,
    "OwnException": object_of(
        {"sentence": TEXT, "line": WHOLE, "text": TEXT, "frame": named("OwnFrame")}, {"rank": TEXT, "file": TEXT}
    ),
    "OwnFrame": plain(OwnFrame),
    "Failure": object_of(IN_SHORT),
    "Entry": object_of(
        IN_SHORT
        | {
            "fix_in_short": TEXT,
            "front_matter": {"type": "object", "required": [field.name for field in fields(FrontMatter)]},
            "sections": {"type": "object", "additionalProperties": TEXT},
            "matrix": list_of(named("Release")) | {"description": "the reproduction with several releases of torch"},
        }
    ),
    "Release": object_of(dict.fromkeys(("torch", "date", "broken", "fixed", "reason"), TEXT) | {"stale": FLAG}),
    "Match": object_of(
        {"slug": TEXT, "title": TEXT, "score": NUMBER | {"minimum": 0, "maximum": 1}, "confident": FLAG}
        | {"evidence": list_of(named("Evidence")), "url": TEXT, "reason": TEXT, "fix": TEXT}
        | {"values": list_of(object_of({"name": TEXT, "value": TEXT}))}
        | {key: IN_SHORT[key] for key in ("summary", "kind", "retry")}
    ),
    "StoodStill": object_of({field.name: WHOLE for field in fields(StoodStill)} | {"file": TEXT, "sentence": TEXT}),
    "Step": object_of({"slug": TEXT, "line": WHOLE, "rank": TEXT, "time": TEXT}),
    "Other": object_of({"slug": TEXT, "check": TEXT}),
    "Behind": object_of(
        {"reports": WHOLE, "another": WHOLE, "named": list_of(object_of({"slug": TEXT, "reports": WHOLE}))}
    ),
    "Followed": object_of({"slug": TEXT, "line": WHOLE}),
    "VersionNote": object_of({"package": TEXT, "specifier": TEXT, "note": TEXT, "version": TEXT, "applies": FLAG}),
    "Wait": plain(Wait),
    "Call": object_of({"op": TEXT, "numel_in": WHOLE_OR_NONE, "ranks": RANKS}),
    "Hang": object_of(
        {field.name: HANG[field.name] for field in fields(Hang)} | {"disagree": FLAG, "sentences": list_of(TEXT)}
    ),
    "Frame": plain(Frame),
    "StandingGroup": object_of(
        {"what": TEXT, "function": TEXT, "own": or_null(named("Frame")), "worker": FLAG, "suspected": FLAG}
        | {"members": list_of({"type": "object"})}
    ),
    "Standings": object_of({"groups": list_of(named("StandingGroup")), "unnamed": WHOLE, "sentences": list_of(TEXT)}),
    "FirstDown": object_of(
        {"rank": WHOLE_OR_NONE, "sentence": TEXT}
        | {field.name: DOWN.get(field.name, TEXT) for field in fields(FirstDown) if field.name != "said"}
    ),
    "Candidate": object_of({"slug": TEXT | {"type": ["string", "null"]}, "share": NUMBER}),
    "Answered": object_of(
        {"check": TEXT, "outcome": TEXT}, {"line": WHOLE, "text": TEXT, "file": TEXT, "fact": named("Told")}
    )
    | {"description": "with a line: read in the paste itself"},
    "Check": object_of(
        {"slug": TEXT, "title": TEXT, "run": TEXT, "minutes": WHOLE, "needs": list_of(TEXT), "how": TEXT}
        | {"outcomes": list_of(object_of({"slug": TEXT, "says": TEXT, "zh": TEXT, "shown_by": list_of(TEXT)}))}
    ),
    "Differential": object_of(DIFFERENTIAL),
    "ToldByCheck": object_of(DIFFERENTIAL | {"output": named("Output")}),
    "Output": object_of(
        {"check": TEXT, "outcome": {"type": ["string", "null"]}, "sentence": TEXT, "seen": list_of(named("Seen"))}
    )
    | {"description": "without an outcome nothing was counted: it shows none, or several that exclude each other"},
    "Seen": object_of({"outcome": TEXT, "line": WHOLE, "text": TEXT}, {"file": TEXT, "fact": named("Told")}),
    "Answer": object_of(
        {
            "known": FLAG | {"description": "false: nothing in the text proves any entry; matches are guesses"},
            "notice": TEXT | {"description": "why nothing could be read; else empty"},
            "matches": list_of(named("Match")),
            "chain": list_of(named("Step")) | {"description": "what led to what, the cause first"},
            "others": list_of(named("Other")) | {"description": "look-alikes of the answer and what can lead to it"},
            "behind": or_null(named("Behind"))
            | {"description": "of public reports that the answer proves: how many, and what was behind another"},
            "followed": list_of(named("Followed")) | {"description": "proved, but only consequences of `unexplained`"},
            "got_over": list_of(named("Followed")) | {"description": "proved, and training went on behind it"},
            "error_lines": list_of(named("ErrorLine")),
            "unexplained": or_null(named("ErrorLine")),
            "own_exception": or_null(named("OwnException"))
            | {"description": "raised by the job's own code: then it is the answer, and guesses are none"},
            "ruled_out": list_of(named("Followed")) | {"description": "proved, and the reader knows that it is not so"},
            "versions": {"type": "object", "additionalProperties": TEXT},
            "version_notes": list_of(named("VersionNote")),
            "hang": or_null(named("Hang")),
            "first_down": or_null(named("FirstDown")) | {"description": "which rank went down first, and how"},
            "stood_still": or_null(named("StoodStill"))
            | {"description": "ended from outside after it had printed nothing for long"},
            "standings": or_null(named("Standings")) | {"description": "who stands where, from stacks"},
            "recorder": or_null({"type": "object"}) | {"description": "who waits for whom, from flight recorders"},
            "ras": or_null({"type": "object"}) | {"description": "who is behind, from NCCL's RAS report"},
            "differential": list_of(named("Candidate")) | {"description": "what it could be; shares add up to one"},
            "answered": list_of(named("Answered")),
            "next_check": or_null(named("Check")) | {"description": "the check that tells most per minute"},
            "state": list_of(TEXT) | {"description": "to be sent back to /api/differential with an answer"},
            "finished": {
                "type": "boolean",
                "description": "nothing is proved, and training finished",
            },
            "quiet": {"enum": list(get_args(Quiet)), "description": "why nothing is guessed: nothing in it failed"},
            "off_topic": {"type": "boolean", "description": "nothing in the text speaks of a job of several ranks"},
            "masked": WHOLE | {"description": "how many secrets were masked"},
            "line_count": WHOLE,
            "passed_over": {"type": "object", "additionalProperties": WHOLE},
            "cut": list_of(object_of({"file": TEXT, "line": WHOLE})) | {"description": "tracebacks without their end"},
        },
        {"against": named("Difference") | {"description": "beside a good run, where one was sent"}},
    ),
    "Difference": object_of(
        {"new": list_of(object_of({"line": named("RunLine"), "kind": {"enum": list(KINDS)}})), "new_count": WHOLE}
        | {"reached": or_null(named("RunPair")) | {"description": "how far it came on the good run's way"}}
        | {"expected": list_of(named("RunLine")) | {"description": "what the good run says next, and this one never"}}
        | {"stopped": list_of(named("RunPair")) | {"description": "what the good run repeats to its end"}}
        | dict.fromkeys(("good_lines", "passed_over", "masked"), WHOLE)
        | {"notice": TEXT | {"description": "why the good run's log could not be read; else empty"}}
    ),
    "RunLine": object_of({"line": WHOLE, "text": TEXT, "file": TEXT, "count": WHOLE}),
    "RunPair": object_of({"here": named("RunLine"), "there": named("RunLine")}),
}
