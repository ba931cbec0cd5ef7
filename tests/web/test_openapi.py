"""The API's description against what the views really answer, by hand-made requests and by schemathesis."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest
import schemathesis
from django.conf import settings
from django.test import Client

from kb.web.openapi import described
from kb.wsgi import application
from tests.fuzzing.profiles import fuzzed
from tests.hostile import TIMEOUT
from tests.shelf import ENVIRONMENT, LOG, TWO_ON_ONE, UNKNOWN_LOG, make_content, serve

HANG = "".join(TIMEOUT.format(n=n) for n in (0, 1, 3))
# Something of every part of a comparison: new lines, how far it came, what comes next, what stopped.
GOOD = "starting up\n" + "".join(f"step {n} of 9\n" for n in range(9)) + "saved the model\n"
BESIDE = json.dumps({"files": {"a": f"starting up\nstep 1 of 9\n{LOG}"}, "against": {"b": GOOD + LOG.splitlines()[2]}})
NARROWED = "/api/differential?c=duplicate-gpu~0.4&c=bad-ordinal~0.4&c=~0.2"
SENT = {
    "an answer": ("post", "/api/match", LOG, "text/plain", {}),
    "no answer": ("post", "/api/match", UNKNOWN_LOG, "text/plain", {}),
    "a fact": ("post", "/api/match", ENVIRONMENT, "text/plain", {}),
    "a hang": ("post", "/api/match", HANG, "text/plain", {}),
    "no log": ("post", "/api/match", "", "text/plain", {}),
    "text": ("post", "/api/match", LOG, "text/plain", {"accept": "text/plain"}),
    "one text in JSON": ("post", "/api/match", json.dumps({"text": LOG}), "application/json", {}),
    "files in JSON": ("post", "/api/match", json.dumps({"files": {"a": LOG, "b": HANG}}), "application/json", {}),
    "beside a good run": (
        "post",
        "/api/match",
        json.dumps({"text": LOG, "against": "fine"}),
        "application/json",
        {},
    ),
    "beside good files": ("post", "/api/match", BESIDE, "application/json", {}),
    "beside what is no log": ("post", "/api/match", json.dumps({"text": LOG, "against": ""}), "application/json", {}),
    "a good run of no shape": ("post", "/api/match", '{"text": "x", "against": 5}', "application/json", {}),
    "no JSON": ("post", "/api/match", "{", "application/json", {}),
    "too much": ("post", "/api/match", "x" * 2000, "text/plain", {}),
    "chunks": ("post", "/api/match", LOG, "text/plain", {"transfer-encoding": "chunked"}),
    "a wrong method": ("put", "/api/match", LOG, "text/plain", {}),
    "all entries": ("get", "/api/failures/", "", "text/plain", {}),
    "one entry": ("get", "/api/failures/duplicate-gpu/", "", "text/plain", {}),
    "a former name": ("get", "/api/failures/same-gpu/", "", "text/plain", {}),
    "no entry": ("get", "/api/failures/nope/", "", "text/plain", {}),
    "entries with a wrong method": ("delete", "/api/failures/", "", "text/plain", {}),
    "a differential": ("get", NARROWED, "", "text/plain", {}),
    "a differential with an odd answer": ("get", f"{NARROWED}&a=x", "", "text/plain", {}),
    "a differential with a wrong method": ("put", NARROWED, "", "text/plain", {}),
    "a check's output": ("post", f"{NARROWED}&check=processes-on-a-gpu", TWO_ON_ONE, "text/plain", {}),
    "an output that shows nothing": ("post", f"{NARROWED}&check=processes-on-a-gpu", "?", "text/plain", {}),
    "an output of no check": ("post", f"{NARROWED}&check=nope", TWO_ON_ONE, "text/plain", {}),
    "too much output": ("post", f"{NARROWED}&check=processes-on-a-gpu", "x" * 2000, "text/plain", {}),
    "health": ("get", "/healthz", "", "text/plain", {}),
    "metrics": ("get", "/metrics", "", "text/plain", {}),
    "metrics with a wrong method": ("post", "/metrics", "", "text/plain", {}),
}
STATUS = {"a good run of no shape": 400}
STATUS |= {"no JSON": 400, "too much": 413, "chunks": 411, "a former name": 301, "no entry": 404}
STATUS |= {"a differential with an odd answer": 400, "an output of no check": 404, "too much output": 413}


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    serve(make_content(tmp_path / "content"), monkeypatch)
    monkeypatch.setattr(settings, "MAX_PASTE_BYTES", 1900)
    return Client()


def operation_of(method: str, address: str) -> dict:
    """What the description says of an address; of a wrong method, what it says of the right one."""
    path = "/api/failures/{slug}/" if address.count("/") == 4 else address.split("?")[0]
    methods = {name: one for name, one in described()["paths"][path].items() if name != "parameters"}
    return methods.get(method) or next(iter(methods.values()))


@pytest.mark.parametrize("name", SENT)
def test_what_the_views_answer_is_what_is_described(client, name):
    method, address, body, content_type, headers = SENT[name]
    response = client.generic(method.upper(), address, body, content_type, headers=headers)

    assert response.status_code == STATUS.get(name, 405 if "method" in name else 200)
    told = operation_of(method, address)["responses"][str(response.status_code)]
    kind = response.headers.get("Content-Type", "").split(";")[0]
    if "content" in told:
        assert kind in told["content"]
    if kind == "application/json":
        schema = told["content"][kind]["schema"] | {"components": described()["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(response.json())
        assert ("against" in response.json()) == name.startswith("beside ")


def test_a_comparison_has_all_its_parts(client):
    told = client.generic("POST", "/api/match", BESIDE, "application/json").json()

    assert [told["matches"][0]["evidence"][0]["also"]] == [{"file": "b", "line": 12}]
    assert all(told["against"][part] for part in ("new", "reached", "expected", "stopped", "good_lines"))


def test_every_status_that_is_described_was_asked_for():
    """503 needs a busy server: tests/serving asks for it."""
    asked = {STATUS.get(name, 405 if "method" in name else 200) for name in SENT}
    told = {
        status
        for path in described()["paths"].values()
        for method, one in path.items()
        if method != "parameters"
        for status in one["responses"]
    }

    assert {str(status) for status in asked} == told - {"503"}


def test_the_description_is_served_and_is_valid(client):
    response = client.get("/api/openapi.json")

    assert response.json() == json.loads(json.dumps(described()))
    schemathesis.openapi.from_dict(response.json()).validate()


SCHEMA = schemathesis.openapi.from_dict(described())
SCHEMA.app = application


@SCHEMA.parametrize()
@fuzzed(15)
def test_the_api_keeps_its_word(case):
    """On the real content: no 500, no status, header, type or body that the description does not have."""
    # schemathesis's WSGI client asks for gzip and does not unpack it.
    case.call_and_validate(headers={"Accept-Encoding": "identity"})
