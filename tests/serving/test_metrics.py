"""Counts tell how the site does; nothing in them was written by a reader."""

import pytest
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.registry import REGISTRY

from kb.serving.metrics import exposition, size_class
from tests.shelf import LOG, UNKNOWN_LOG, make_content, serve


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


def value(name, **labels):
    return REGISTRY.get_sample_value(name, labels) or 0


def change(work, name, **labels):
    before = value(name, **labels)
    work()
    return value(name, **labels) - before


def test_what_is_said_is_counted(client):
    paste = lambda text: lambda: client.post("/match", {"text": text})  # noqa: E731
    assert change(paste(LOG), "rankdown_answers_total", outcome="known") == 1
    assert change(paste(LOG), "rankdown_entry_hits_total", slug="duplicate-gpu") == 1
    assert change(paste(UNKNOWN_LOG), "rankdown_answers_total", outcome="unknown") == 1
    assert change(paste("https://example.org/x"), "rankdown_answers_total", outcome="unreadable") == 1
    assert change(paste(LOG), "rankdown_match_seconds_count", size="up to 64 KiB") == 1


def test_requests_are_counted_by_the_pattern_of_their_address(client):
    ask = lambda: client.get("/failures/duplicate-gpu/?CANARY")  # noqa: E731
    assert change(ask, "rankdown_requests_total", method="GET", route="failures/<str:slug>/", status="200") == 1


def test_a_method_that_somebody_makes_up_makes_no_new_series(client):
    client.generic("CANARY", "/CANARY/")
    assert b"CANARY" not in exposition()


def test_what_is_refused_is_counted(client):
    refused = lambda: client.post("/api/match", b"x", "text/plain", **{"rankdown.refusal": "busy"})  # noqa: E731
    assert change(refused, "rankdown_shed_total") == 1


def test_the_format_is_prometheus(client):
    text = client.get("/metrics").content.decode()
    assert {"rankdown_requests", "rankdown_answers"} <= {family.name for family in text_string_to_metric_families(text)}


@pytest.mark.parametrize("size, name", [(0, "up to 64 KiB"), (65537, "up to 1 MiB"), (9 * 1024**2, "over 8 MiB")])
def test_sizes_are_told_in_classes(size, name):
    assert size_class(size) == name
