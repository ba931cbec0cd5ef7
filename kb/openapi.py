"""The API in OpenAPI 3.1's words, served at /api/openapi.json: what programs may send, and what they get back."""

from __future__ import annotations

from dataclasses import fields
from typing import get_args

from django.conf import settings

from kb.catalogue.entry import FrontMatter, Kind, Retry
from kb.diagnosis.hang import Hang, Wait
from kb.diagnosis.verdict import FirstDown, Way
from kb.matching.match import Told
from kb.reading.stacks.stack import Frame

TEXT, NUMBER, WHOLE, FLAG = ({"type": name} for name in ("string", "number", "integer", "boolean"))
WHOLE_OR_NONE = {"type": ["integer", "null"]}
LIMIT = f"{settings.MAX_PASTE_BYTES // 1024 // 1024} MiB"


def described() -> dict:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Rank Down",
            "version": "1",
            "description": "The log of a dead or frozen training job in, the failure that explains it out. "
            "Nothing that is sent is stored.",
        },
        "servers": [{"url": settings.SITE_URL}],
        "paths": {
            "/api/match": {"post": _match()},
            "/api/differential": {"get": _differential()},
            "/api/failures/": {"get": _failures()},
            "/api/failures/{slug}/": {"get": _failure()},
            "/healthz": {"get": _probe("Whether this copy can answer.")},
            "/metrics": {"get": _probe("Counts for Prometheus; never a word of what was sent.")},
        },
        "components": {"schemas": SCHEMAS},
    }


def _object(required: dict, optional: dict | None = None) -> dict:
    """An object that has these keys and no others."""
    properties = required | (optional or {})
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _list(items: dict) -> dict:
    return {"type": "array", "items": items}


def _named(name: str) -> dict:
    return {"$ref": f"#/components/schemas/{name}"}


def _or_null(schema: dict) -> dict:
    return {"anyOf": [schema, {"type": "null"}]}


def _json(description: str, schema: dict) -> dict:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusal(description: str) -> dict:
    return _json(description, _named("Refusal"))


def _match() -> dict:
    files = {"type": "object", "additionalProperties": TEXT, "maxProperties": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    either = {"anyOf": [_json_body("text", TEXT), _json_body("files", files)]}
    answer = _json("The answer, which may be that no failure is known.", _named("Answer"))
    answer["content"]["text/plain"] = {"schema": TEXT}
    busy = _refusal("Busy with other logs.")
    busy["headers"] = {"Retry-After": {"description": "seconds to wait", "schema": WHOLE}}
    return {
        "operationId": "match",
        "summary": f"Match a log, or the logs of one job, of at most {LIMIT} together.",
        "parameters": [LANGUAGE],
        "requestBody": {
            "required": False,
            "content": {"text/plain": {"schema": TEXT}, "application/json": {"schema": either}},
        },
        "responses": {
            "200": answer,
            "400": _refusal("JSON or a form that cannot be read."),
            "405": _refusal("Another method than POST."),
            "411": _refusal("A body that comes in chunks through a server that does not collect them."),
            "413": _refusal(f"More than {LIMIT}."),
            "503": busy,
        },
    }


def _differential() -> dict:
    many = {"in": "query", "schema": _list(TEXT), "explode": True}
    answers = {"in": "query", "schema": _list(TEXT | {"pattern": r"^[^~]+~[^~]+$"}), "explode": True}
    return {
        "operationId": "differential",
        "summary": "Narrow an answer's differential by what checks have shown; no log is sent again.",
        "parameters": [
            LANGUAGE,
            {"name": "c", "description": "the answer's `state`, one value each"} | many,
            {"name": "a", "description": "check~outcome, as often as there are answers"} | answers,
        ],
        "responses": {
            "200": _json("What it could be now.", _named("Differential")),
            "400": _refusal("An answer that is not of its form."),
            "404": _refusal("A check or an outcome that does not exist."),
        }
        | NOT_ALLOWED,
    }


def _json_body(key: str, schema: dict) -> dict:
    return {"type": "object", "properties": {key: schema}, "required": [key]}


def _failures() -> dict:
    listed = _json("Every entry in short.", _object({"failures": _list(_named("Failure"))}))
    return {
        "operationId": "failures",
        "summary": "List the entries.",
        "parameters": [LANGUAGE],
        "responses": {"200": listed} | NOT_ALLOWED,
    }


def _failure() -> dict:
    slug = {"name": "slug", "in": "path", "required": True, "schema": TEXT | {"pattern": "^[^/]+$"}}
    moved = {"description": "The entry's former name.", "headers": {"Location": {"schema": TEXT}}}
    told = {
        "200": _json("The whole entry.", _named("Entry")),
        "301": moved,
        "404": _refusal("No entry has this name."),
    }
    return {
        "operationId": "failure",
        "summary": "Read one entry.",
        "parameters": [slug, LANGUAGE],
        "responses": told | NOT_ALLOWED,
    }


def _probe(summary: str) -> dict:
    told = {"200": {"description": "It can.", "content": {"text/plain": {"schema": TEXT}}}}
    return {"summary": summary, "responses": told | {"405": {"description": "Only GET and HEAD."}}}


LANGUAGE = {
    "name": "lang",
    "in": "query",
    "description": "zh: titles, summaries, fixes, sentences in Chinese; en: in English; else as Accept-Language asks",
    "schema": TEXT,
}
NOT_ALLOWED = {"405": _refusal("Another method than GET or HEAD.")}
EVIDENCE = _object(
    {"line": WHOLE, "text": TEXT},
    {"proof": TEXT, "rank": TEXT, "time": TEXT, "file": TEXT, "fact": _named("Told")},
)
ERROR_LINE = _object({"line": WHOLE, "text": TEXT}, {"rank": TEXT, "file": TEXT})
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
# What differs from text in a wait and in a hang.
WAIT = {"rank": WHOLE, "line": WHOLE}
WAIT |= dict.fromkeys(("seq", "numel_in", "numel_out", "enqueued", "completed"), WHOLE_OR_NONE)
RANKS = _list(WHOLE)
HANG = dict.fromkeys(("failed", "differing", "behind", "cut", "suspected"), RANKS)
HANG |= {"waits": _list(_named("Wait")), "disagreement": _list(_named("Call")), "world_size": WHOLE_OR_NONE}
DOWN = {
    "ranks": RANKS,
    "waiting": RANKS,
    "line": WHOLE,
    "reported_first": WHOLE_OR_NONE,
    "way": {"enum": list(get_args(Way))},
}
SCHEMAS = {
    "Refusal": _object({"error": TEXT | {"description": "what to do"}}),
    "Evidence": EVIDENCE,
    "Told": _object({field.name: WHOLE if field.name == "last_line" else TEXT for field in fields(Told)})
    | {"description": "what a line of a table says: a comparison holds"},
    "ErrorLine": ERROR_LINE,
    "Failure": _object(IN_SHORT),
    "Entry": _object(
        IN_SHORT
        | {
            "fix_in_short": TEXT,
            "front_matter": {"type": "object", "required": [field.name for field in fields(FrontMatter)]},
            "sections": {"type": "object", "additionalProperties": TEXT},
            "matrix": _list(_named("Release")) | {"description": "the reproduction with several releases of torch"},
        }
    ),
    "Release": _object(dict.fromkeys(("torch", "date", "broken", "fixed", "reason"), TEXT) | {"stale": FLAG}),
    "Match": _object(
        {"slug": TEXT, "title": TEXT, "score": NUMBER | {"minimum": 0, "maximum": 1}, "confident": FLAG}
        | {"evidence": _list(_named("Evidence")), "url": TEXT, "reason": TEXT, "fix": TEXT}
        | {key: IN_SHORT[key] for key in ("summary", "kind", "retry")}
    ),
    "Step": _object({"slug": TEXT, "line": WHOLE, "rank": TEXT, "time": TEXT}),
    "VersionNote": _object({"package": TEXT, "specifier": TEXT, "note": TEXT, "version": TEXT, "applies": FLAG}),
    "Wait": _object({field.name: WAIT.get(field.name, TEXT) for field in fields(Wait)}),
    "Call": _object({"op": TEXT, "numel_in": WHOLE_OR_NONE, "ranks": RANKS}),
    "Hang": _object(
        {field.name: HANG[field.name] for field in fields(Hang)} | {"disagree": FLAG, "sentences": _list(TEXT)}
    ),
    "Frame": _object({field.name: WHOLE if field.name == "line" else TEXT for field in fields(Frame)}),
    "StandingGroup": _object(
        {"what": TEXT, "function": TEXT, "own": _or_null(_named("Frame")), "worker": FLAG, "suspected": FLAG}
        | {"members": _list({"type": "object"})}
    ),
    "Standings": _object({"groups": _list(_named("StandingGroup")), "unnamed": WHOLE, "sentences": _list(TEXT)}),
    "FirstDown": _object(
        {"rank": WHOLE_OR_NONE, "sentence": TEXT}
        | {field.name: DOWN.get(field.name, TEXT) for field in fields(FirstDown) if field.name != "said"}
    ),
    "Candidate": _object({"slug": TEXT | {"type": ["string", "null"]}, "share": NUMBER}),
    "Check": _object(
        {"slug": TEXT, "title": TEXT, "run": TEXT, "minutes": WHOLE, "needs": _list(TEXT), "how": TEXT}
        | {"outcomes": _list(_object({"slug": TEXT, "says": TEXT, "zh": TEXT}))}
    ),
    "Differential": _object(
        {"differential": _list(_named("Candidate")), "answered": _list(_object({"check": TEXT, "outcome": TEXT}))}
        | {"next_check": _or_null(_named("Check")), "state": _list(TEXT)}
    ),
    "Answer": _object(
        {
            "known": FLAG | {"description": "false: nothing in the text proves any entry; matches are guesses"},
            "notice": TEXT | {"description": "why nothing could be read; else empty"},
            "matches": _list(_named("Match")),
            "chain": _list(_named("Step")) | {"description": "what led to what, the cause first"},
            "error_lines": _list(_named("ErrorLine")),
            "unexplained": _or_null(_named("ErrorLine")),
            "versions": {"type": "object", "additionalProperties": TEXT},
            "version_notes": _list(_named("VersionNote")),
            "hang": _or_null(_named("Hang")),
            "first_down": _or_null(_named("FirstDown")) | {"description": "which rank went down first, and how"},
            "standings": _or_null(_named("Standings")) | {"description": "who stands where, from stacks"},
            "recorder": _or_null({"type": "object"}) | {"description": "who waits for whom, from flight recorders"},
            "ras": _or_null({"type": "object"}) | {"description": "who is behind, from NCCL's RAS report"},
            "differential": _list(_named("Candidate")) | {"description": "what it could be; shares add up to one"},
            "answered": _list(_object({"check": TEXT, "outcome": TEXT})),
            "next_check": _or_null(_named("Check")) | {"description": "the check that tells most per minute"},
            "state": _list(TEXT) | {"description": "to be sent back to /api/differential with an answer"},
            "off_topic": {"type": "boolean", "description": "nothing in the text speaks of a job of several ranks"},
            "masked": WHOLE | {"description": "how many secrets were masked"},
            "line_count": WHOLE,
            "passed_over": {"type": "object", "additionalProperties": WHOLE},
        }
    ),
}
