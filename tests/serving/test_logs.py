"""A log line tells an operator what broke and where, and nothing of what anybody sent."""

import json
import logging

import pytest
from django.test import Client

from kb.serving.logs import JsonLines, WithoutQuery
from tests.shelf import make_content, serve


def line(record) -> dict:
    return json.loads(JsonLines().format(record))


def record(name, message, *args, error=None, **extra):
    made = logging.LogRecord(name, logging.ERROR, "/x/module.py", 7, message, args, (type(error), error, None))
    made.__dict__ |= extra
    return made


@pytest.fixture
def failed(caplog, tmp_path, monkeypatch):
    """The log of a 500 whose exception quotes the paste."""
    serve(make_content(tmp_path / "content"), monkeypatch)

    def fail(self, files, *rest):
        try:
            int("CANARY")
        except ValueError as error:
            raise RuntimeError("CANARY") from error

    monkeypatch.setattr("kb.diagnosis.matcher.Matcher.match", fail)
    response = Client(raise_request_exception=False).post("/match?CANARY", {"text": "CANARY"})
    assert response.status_code == 500
    return [JsonLines().format(item) for item in caplog.records if item.exc_info]


def test_a_500_is_logged_with_its_traceback_and_nothing_of_the_request(failed):
    (told,) = failed
    assert "CANARY" not in told
    newest, cause = json.loads(told)["exception"]
    assert newest["type"] == "builtins.RuntimeError" and cause["type"] == "builtins.ValueError"
    assert any("pastes.py" in place for place in newest["traceback"])
    assert json.loads(told)["message"] == "500 ^match/?$"


def test_messages_of_libraries_are_left_out_because_they_quote_what_they_were_given():
    assert line(record("waitress", "Exception while serving /CANARY"))["message"] == "module:7"
    assert line(record("django.security", "Invalid HTTP_HOST header: %r", "CANARY"))["message"] == "module:7"


def test_our_own_messages_stand():
    assert line(record("kb.serving", "%d things", 3))["message"] == "3 things"


def test_the_development_server_logs_no_search_words():
    made = record("django.server", '"%s" %s', "GET /search?q=CANARY HTTP/1.1", "200")
    assert WithoutQuery().filter(made)
    assert made.getMessage() == '"GET /search?…" 200'
