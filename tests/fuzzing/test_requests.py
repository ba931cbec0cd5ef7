"""Whatever somebody sends over HTTP: never an error of ours, and JSON where the API answers."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzzing.grammar import ADDRESSES, CONTENT_TYPES, FORMS, HEADERS, JSON, LOGS, texts
from tests.fuzzing.profiles import fuzzed
from tests.shelf import make_content, serve


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    """An error of ours is raised here, with its traceback."""
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client()


JSON_TYPE = "application/json; charset=utf-8"


def held(response) -> None:
    assert response.status_code < 500
    body = b"".join(response)
    # HEAD has a type and no body; what a fuzzed Accept-Encoding packed is gzip's business.
    if body and response.headers.get("Content-Type") == JSON_TYPE and "Content-Encoding" not in response.headers:
        json.loads(body)


BODIES = st.one_of(LOGS, FORMS, JSON.map(lambda value: json.dumps(value).encode()), st.binary(max_size=200))


@given(st.sampled_from(["/match", "/api/match"]), BODIES, CONTENT_TYPES, HEADERS)
@fuzzed(80)
def test_a_paste_of_any_shape_is_answered_or_refused(client, address, body, content_type, headers):
    held(client.generic("POST", address, body, content_type, headers=headers))


@given(st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "X"]), ADDRESSES, HEADERS)
@fuzzed(60)
def test_any_address_is_answered_or_refused(client, method, address, headers):
    held(client.generic(method, address, headers=headers))


@given(texts())
@fuzzed(30)
def test_any_words_can_be_searched_for(client, words):
    held(client.get("/search", {"q": words}))
