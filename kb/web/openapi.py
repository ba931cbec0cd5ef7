"""The API in OpenAPI 3.1's words, served at /api/openapi.json: what programs may send, and what they get back."""

from __future__ import annotations

from django.conf import settings

from kb.language import DEFAULT, LANGUAGES, gettext, speaking
from kb.web.schemas import SCHEMAS, TEXT, WHOLE, list_of, named, object_of

LIMIT = f"{settings.MAX_PASTE_BYTES // 1024 // 1024} MiB"


def described(language: str = DEFAULT) -> dict:
    """The whole description: in English for programs; for people, what the API's page shows of it in their language."""
    with speaking(language):
        return _described()


def _described() -> dict:
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
            "/healthz": {"get": _probe(gettext("Whether this copy can answer."), gettext("It can."))},
            "/metrics": {
                "get": _probe(
                    gettext("Counts for Prometheus; never a word of what was sent."),
                    gettext("The counts, as Prometheus reads them."),
                )
            },
        },
        "components": {"schemas": SCHEMAS},
    }


def _json(description: str, schema: dict) -> dict:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


def _refusal(description: str) -> dict:
    return _json(description, named("Refusal"))


def _match() -> dict:
    files = {"type": "object", "additionalProperties": TEXT, "maxProperties": settings.DATA_UPLOAD_MAX_NUMBER_FILES}
    good = {"anyOf": [TEXT, files], "description": gettext("the log of a run that was good, or its files")}
    either = {"anyOf": [_json_body("text", TEXT, good), _json_body("files", files, good)]}
    answer = _json(gettext("The answer, which may be that no failure is known."), named("Answer"))
    answer["content"]["text/plain"] = {"schema": TEXT}
    busy = _refusal(gettext("Busy with other logs."))
    busy["headers"] = {"Retry-After": {"description": "seconds to wait", "schema": WHOLE}}
    return {
        "operationId": "match",
        "summary": gettext("Match a log, or the logs of one job, of at most {limit} together.").format(limit=LIMIT),
        "parameters": [_language()],
        "requestBody": {
            "required": False,
            "content": {"text/plain": {"schema": TEXT}, "application/json": {"schema": either}},
        },
        "responses": {
            "200": answer,
            "400": _refusal(gettext("JSON or a form that cannot be read.")),
            "405": _refusal(gettext("Another method than POST.")),
            "411": _refusal(gettext("A body that comes in chunks through a server that does not collect them.")),
            "413": _refusal(gettext("More than {limit}.").format(limit=LIMIT)),
            "503": busy,
        },
    }


def _state() -> list[dict]:
    """What a differential is narrowed from."""
    many = {"in": "query", "schema": list_of(TEXT), "explode": True}
    answers = {"in": "query", "schema": list_of(TEXT | {"pattern": r"^[^~]+~[^~]+$"}), "explode": True}
    return [
        _language(),
        {"name": "c", "description": gettext("a value of the answer's state; once for each")} | many,
        {"name": "a", "description": gettext("check~outcome, as often as there are answers")} | answers,
    ]


def _output() -> dict:
    check = {"name": "check", "in": "query", "required": True, "schema": TEXT}
    check["description"] = gettext("which check printed it")
    told = _match()
    return {
        "operationId": "output",
        "summary": gettext("Narrow it by what a check has printed, where a line or a table of that shows an outcome."),
        "parameters": [*_state(), check],
        "requestBody": told["requestBody"],
        "responses": told["responses"]
        | {
            "200": _json(gettext("What it could be now, and what the output shows."), named("ToldByCheck")),
            "400": _refusal(gettext("JSON, a form or an answer that cannot be read.")),
            "404": _refusal(gettext("A check or an outcome that does not exist.")),
            "405": _refusal(gettext("Another method than GET, HEAD or POST.")),
        },
    }


def _differential() -> dict:
    return {
        "operationId": "differential",
        "summary": gettext("Narrow an answer's differential by what checks have shown; no log is sent again."),
        "parameters": _state(),
        "responses": {
            "200": _json(gettext("What it could be now."), named("Differential")),
            "400": _refusal(gettext("An answer that is not of its form.")),
            "404": _refusal(gettext("A check or an outcome that does not exist.")),
            "405": _refusal(gettext("Another method than GET, HEAD or POST.")),
        },
    }


def _json_body(key: str, schema: dict, good: dict) -> dict:
    return {"type": "object", "properties": {key: schema, "against": good}, "required": [key]}


def _failures() -> dict:
    listed = _json(gettext("Every entry in short."), object_of({"failures": list_of(named("Failure"))}))
    return {
        "operationId": "failures",
        "summary": gettext("List the entries."),
        "parameters": [_language()],
        "responses": {"200": listed} | _no_such_language() | _not_allowed(),
    }


def _failure() -> dict:
    slug = {"name": "slug", "in": "path", "required": True, "schema": TEXT | {"pattern": "^[^/]+$"}}
    moved = {"description": gettext("The entry's former name."), "headers": {"Location": {"schema": TEXT}}}
    told = {
        "200": _json(gettext("The whole entry."), named("Entry")),
        "301": moved,
        "404": _refusal(gettext("No entry has this name.")),
    }
    return {
        "operationId": "failure",
        "summary": gettext("Read one entry."),
        "parameters": [slug, _language()],
        "responses": told | _no_such_language() | _not_allowed(),
    }


def _probe(summary: str, good: str) -> dict:
    told = {"200": {"description": good, "content": {"text/plain": {"schema": TEXT}}}}
    return {"summary": summary, "responses": told | {"405": {"description": gettext("Only GET and HEAD.")}}}


def _language() -> dict:
    said = gettext("zh: titles, summaries, fixes, sentences in Chinese; en: in English; else as Accept-Language asks")
    return {"name": "lang", "in": "query", "description": said, "schema": {"type": "string", "enum": [*LANGUAGES]}}


def _no_such_language() -> dict:
    return {"400": _refusal(gettext("A language that there is not."))}


def _not_allowed() -> dict:
    return {"405": _refusal(gettext("Another method than GET or HEAD."))}
