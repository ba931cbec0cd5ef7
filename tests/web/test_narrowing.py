"""Addresses of checks and of the differential, and what is sent to them; what their pages say is in tests/pages."""

import logging

import pytest

from kb.serving import metrics
from tests.shelf import TWO_ON_ONE, make_content, serve

SECRET = "hf_" + "aBcDeFgHiJ" * 3 + "kLmN"


@pytest.fixture
def client(client, tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    return client


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client, method):
    assert getattr(client, method)("/differential/").status_code == 405


def test_what_a_check_printed_stands_in_no_address_log_or_count(client, caplog):
    caplog.set_level(logging.DEBUG)
    sent = {"check": "processes-on-a-gpu", "c": "duplicate-gpu~0.5", "text": f"{TWO_ON_ONE}\n{SECRET}"}

    page = client.post("/differential/", sent).content.decode()

    assert "The output shows" in page
    assert SECRET not in page and "12346" not in caplog.text
    assert b"12346" not in metrics.exposition()


def test_a_form_that_names_no_check_is_told_which_there_are(client):
    response = client.post("/differential/", {"text": "x"})

    assert response.status_code == 400
    assert "processes-on-a-gpu" in response.content.decode()


def test_what_was_found_out_can_be_sent_to_a_colleague(client):
    page = client.get("/differential/?c=duplicate-gpu~0.6&c=~0.4").content.decode()
    assert 'id="message"' in page and "/differential/?" in page.partition('id="message"')[2]
    assert 'id="message"' not in client.get("/differential/").content.decode()
