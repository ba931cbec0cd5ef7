"""The API: JSON in and out, plain text for a terminal, errors that say what to do."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.shelf import LOG, UNKNOWN_LOG, make_content, serve


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


def send(client: Client, content: bytes, content_type: str = "text/plain", **headers):
    return client.generic("POST", "/api/match", content, content_type, headers=headers)


def send_json(client: Client, value):
    return send(client, json.dumps(value).encode(), "application/json")


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", "text/plain; charset=nonsense", ""],
)
def test_any_body_that_is_not_json_is_the_log(client, content_type):
    answer = send(client, LOG.encode(), content_type).json()
    assert answer["known"] is True
    assert answer["matches"][0]["slug"] == "duplicate-gpu"
    assert answer["matches"][0]["evidence"][0]["line"] == 3


def test_json_carries_one_text_or_several_files(client):
    assert send_json(client, {"text": LOG}).json()["matches"][0]["slug"] == "duplicate-gpu"
    answer = send_json(client, {"files": {"0.log": "fine", "1.log": LOG}}).json()
    assert answer["matches"][0]["evidence"][0]["file"] == "1.log"


def test_curl_may_send_files_as_a_form(client):
    response = client.post("/api/match", {"files": [SimpleUploadedFile("0.log", LOG.encode())]})
    assert response.json()["matches"][0]["slug"] == "duplicate-gpu"


def test_a_terminal_that_asks_for_text_gets_text(client):
    response = send(client, LOG.encode(), Accept="text/plain")
    assert response.headers["Content-Type"].startswith("text/plain")
    assert "Two ranks on one GPU" in response.content.decode()


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/html", "nonsense"])
def test_everybody_else_gets_json(client, accept):
    assert send(client, LOG.encode(), Accept=accept).headers["Content-Type"].startswith("application/json")


def test_an_unknown_failure_is_an_answer_not_an_error(client):
    response = send(client, UNKNOWN_LOG.encode())
    assert response.status_code == 200
    assert response.json()["known"] is False


@pytest.mark.parametrize(
    "content",
    [b"", b" \n", b"\0\0\0", bytes(range(256)) * 50, b"https://example.org/x", b"\x89PNG\r\n\x1a\n" + bytes(99)],
    ids=["empty", "blank", "zeros", "binary", "address", "picture"],
)
def test_what_is_no_log_gets_a_notice(client, content):
    response = send(client, content)
    assert response.status_code == 200
    assert response.json()["notice"] and response.json()["known"] is False


@pytest.mark.parametrize(
    "content",
    [
        b"{",
        b"[]",
        b"null",
        b"{}",
        b'{"text": 5}',
        b'{"files": []}',
        b'{"files": {"a": 1}}',
        b"\xff\xfe",
        b"[" * 200_000,
        b'{"text": ' + b"1" * 10_000 + b"}",
    ],
)
def test_bad_json_is_refused_with_what_to_send(client, content):
    response = send(client, content, "application/json")
    assert response.status_code == 400
    assert "text" in response.json()["error"]


@pytest.mark.parametrize("accept", ["application/json", "text/plain"])
def test_half_a_surrogate_pair_in_json_does_not_break_the_answer(client, accept):
    content = json.dumps({"files": {"\ud800.log": "\udfff RuntimeError: \ud800 broke\n" + LOG}}).encode()
    response = send(client, content, "application/json", Accept=accept)
    assert response.status_code == 200
    response.content.decode()


def test_too_large_says_the_limit(client, monkeypatch):
    monkeypatch.setattr(settings, "MAX_PASTE_BYTES", 1000)
    response = send(client, b"x" * 2000)
    assert response.status_code == 413
    assert "rankdown match" in response.json()["error"]


@pytest.mark.parametrize("method, address", [("get", "/api/match"), ("put", "/api/match"), ("post", "/api/failures/")])
def test_a_wrong_method_is_refused_in_json(client, method, address):
    response = getattr(client, method)(address)
    assert response.status_code == 405
    assert response.headers["Allow"]
    assert "error" in response.json()


@pytest.mark.parametrize("address", ["/api/nope", "/api/nope/", "/api/failures/nope/"])
def test_an_unknown_address_is_refused_in_json(client, address):
    response = client.get(address)
    assert response.status_code == 404
    assert "/api/failures/" in response.json()["error"]


def test_the_catalogue_is_there_as_json(client):
    listed = client.get("/api/failures/").json()["failures"]
    assert {entry["slug"] for entry in listed} == {"duplicate-gpu", "bad-ordinal", "child-failed"}
    whole = client.get("/api/failures/duplicate-gpu/").json()
    assert whole["title"] == "Two ranks on one GPU"
    assert whole["front_matter"]["leads_to"] == ["child-failed"]
    assert whole["sections"]["Fix"].startswith("Bind each process")
    assert "A second paragraph" not in whole["fix_in_short"]


def test_a_former_slug_redirects(client):
    response = client.get("/api/failures/same-gpu/")
    assert (response.status_code, response.headers["Location"]) == (301, "/api/failures/duplicate-gpu/")


def test_answers_are_never_cached(client):
    assert "no-store" in send(client, LOG.encode()).headers["Cache-Control"]


def test_an_error_of_the_server_is_json_too(client, monkeypatch):
    def fail():
        raise RuntimeError

    monkeypatch.setattr("kb.web.api.library.current", fail)
    response = client.get("/api/failures/")
    assert response.status_code == 500
    assert "our fault" in response.json()["error"]


def test_a_language_that_there_is_not_is_refused(client):
    response = client.post("/api/match?lang=xx", LOG, content_type="text/plain")
    assert response.status_code == 400 and "use en, zh" in response.json()["error"]


@pytest.mark.parametrize(
    "address, headers",
    [("/api/match?lang=zh", {}), ("/api/match", {"accept-language": "zh-CN,zh;q=0.9"})],
    ids=["asked in the address", "asked by the header"],
)
def test_an_answer_is_in_the_language_asked_for(client, address, headers):
    told = client.post(address, LOG, content_type="text/plain", headers=headers)
    best = told.json()["matches"][0]
    assert (best["title"], best["slug"]) == ("中文标题", "duplicate-gpu")
    assert "/zh/failures/" in best["url"] and best["reason"] == "这一行是这个故障自己的报错。"
    assert "Accept-Language" in told.headers["Vary"]


def test_an_answer_is_in_english_for_whoever_names_no_language(client):
    for headers in ({}, {"accept-language": "*"}, {"accept-language": "fr"}):
        told = client.post("/api/match", LOG, content_type="text/plain", headers=headers).json()
        assert told["matches"][0]["title"] == "Two ranks on one GPU"
    told = client.post("/api/match?lang=en", LOG, content_type="text/plain", headers={"accept-language": "zh"}).json()
    assert told["matches"][0]["title"] == "Two ranks on one GPU"
