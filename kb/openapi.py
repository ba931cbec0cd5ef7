"""The API in OpenAPI 3.1's words, served at /api/openapi.json: what programs may send, and what they get back."""

from __future__ import annotations

from django.conf import settings

from kb.schemas import SCHEMAS, TEXT, WHOLE, list_of, named, object_of

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
            "/api/differential": {"get": _differential(), "post": _output()},
            "/api/failures/": {"get": _failures()},
            "/api/failures/{slug}/": {"get": _failure()},
            "/healthz": {"get": _probe("Whether this copy can answer.")},
            "/metrics": {"get": _probe("Counts for Prometheus; never a word of what was sent.")},
        },
        "components": {"schemas": SCHEMAS},
    }


def _json(description: str, schema: dict) -> dict:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusal(description: str) -> dict:
    return _json(description, named("Refusal"))


def _match() -> dict:
    files = {"type": "object", "additionalProperties": TEXT, "maxProperties": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    either = {"anyOf": [_json_body("text", TEXT), _json_body("files", files)]}
    answer = _json("The answer, which may be that no failure is known.", named("Answer"))
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


def _state() -> list[dict]:
    """What a differential is narrowed from."""
    many = {"in": "query", "schema": list_of(TEXT), "explode": True}
    answers = {"in": "query", "schema": list_of(TEXT | {"pattern": r"^[^~]+~[^~]+$"}), "explode": True}
    return [
        LANGUAGE,
        {"name": "c", "description": "a value of the answer's state; once for each"} | many,
        {"name": "a", "description": "check~outcome, as often as there are answers"} | answers,
    ]


def _output() -> dict:
    check = {"name": "check", "in": "query", "required": True, "schema": TEXT, "description": "which check printed it"}
    told = _match()
    return {
        "operationId": "output",
        "summary": "Narrow it by what a check has printed, where a line or a table of that shows an outcome.",
        "parameters": [*_state(), check],
        "requestBody": told["requestBody"],
        "responses": told["responses"]
        | {
            "200": _json("What it could be now, and what the output shows.", named("ToldByCheck")),
            "400": _refusal("JSON, a form or an answer that cannot be read."),
            "404": _refusal("A check or an outcome that does not exist."),
            "405": _refusal("Another method than GET, HEAD or POST."),
        },
    }


def _differential() -> dict:
    return {
        "operationId": "differential",
        "summary": "Narrow an answer's differential by what checks have shown; no log is sent again.",
        "parameters": _state(),
        "responses": {
            "200": _json("What it could be now.", named("Differential")),
            "400": _refusal("An answer that is not of its form."),
            "404": _refusal("A check or an outcome that does not exist."),
            "405": _refusal("Another method than GET, HEAD or POST."),
        },
    }


def _json_body(key: str, schema: dict) -> dict:
    return {"type": "object", "properties": {key: schema}, "required": [key]}


def _failures() -> dict:
    listed = _json("Every entry in short.", object_of({"failures": list_of(named("Failure"))}))
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
        "200": _json("The whole entry.", named("Entry")),
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
