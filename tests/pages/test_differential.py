"""The differential's pages: shares, buttons that carry all that the next page needs, and checks to read."""

import pytest

from tests.shelf import make_content, serve

STATE = "c=duplicate-gpu~0.45&c=bad-ordinal~0.35&c=~0.2"


@pytest.fixture
def client(client, tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    return client


def test_the_shares_and_the_next_check_with_a_button_for_each_outcome(client):
    page = client.get(f"/differential/?{STATE}").content.decode()

    assert "45 %" in page and "None of these" in page and "met in 8 of 20 sampled reports" in page
    assert "How many processes does each GPU have?" in page
    assert page.count('class="button"') == 3


def test_a_button_leads_to_the_narrowed_list_and_can_be_taken_back(client):
    page = client.get(f"/differential/?{STATE}&a=processes-on-a-gpu~one").content.decode()

    assert page.index("Bad ordinal") < page.index("Two ranks on one GPU")
    assert "take it back" in page and 'class="button"' not in page


def test_an_unknown_answer_is_said_and_not_guessed(client):
    response = client.get(f"/differential/?{STATE}&a=processes-on-a-gpu~three")

    assert response.status_code == 400
    assert "there are two, one, could-not" in response.content.decode()


def test_an_address_without_a_state_leads_back_to_the_paste(client):
    assert "match a log" in client.get("/differential/").content.decode()


def test_a_check_can_be_read_by_itself(client):
    page = client.get("/checks/processes-on-a-gpu/").content.decode()

    assert "Look at the table of processes." in page
    assert "proves" in page and "rules out" in page
    assert "How many processes" in client.get("/checks/").content.decode()
    assert client.get("/checks/none/").status_code == 404


def test_the_api_narrows_in_the_same_way(client):
    answer = client.get(f"/api/differential?{STATE}&a=processes-on-a-gpu~two").json()

    assert answer["differential"][0]["slug"] == "duplicate-gpu"
    assert answer["next_check"] is None and answer["answered"] == [{"check": "processes-on-a-gpu", "outcome": "two"}]
    assert client.get("/api/differential?a=x").status_code == 400
    assert client.get("/api/differential?a=processes-on-a-gpu~three").status_code == 404
