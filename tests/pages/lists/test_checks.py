"""The list of checks by what the job does, and the page of each, without names that no command prints."""

from __future__ import annotations

import html
import re

import pytest

from tests.shelf import make_content, serve


@pytest.fixture
def client(client, tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    return client


def text(client, address: str) -> str:
    return html.unescape(re.sub("<[^>]+>", "", client.get(address).content.decode()))


def test_a_check_can_be_read_by_itself(client):
    page = text(client, "/checks/processes-on-a-gpu/")

    assert "Look at the table of processes." in page
    assert "Proves" in page and "Rules out" in page
    assert client.get("/checks/none/").status_code == 404


def test_what_shows_an_outcome_is_said_in_words(client):
    page = text(client, "/checks/processes-on-a-gpu/")

    assert "compute processes on one GPU: 1, without compute processes on one GPU: > 1" in page
    assert "each GPU has … process" in page
    assert "gpu_processes" not in page and "<int>" not in page


def test_checks_stand_by_the_kind_of_failure_that_they_tell_apart(client):
    page = text(client, "/checks/")
    assert page.index("Hangs") < page.index("How many processes does each GPU have?")


def test_no_real_check_shows_an_inner_name(client, catalogue):
    for check in catalogue.checks:
        for outcome in check.outcomes:
            assert not any(re.search(r"[a-z]_[a-z]+ [<>=!]|\\\\<", sign.plain) for sign in outcome.shown_by), check.slug
