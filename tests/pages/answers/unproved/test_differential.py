"""The differential's pages: shares, buttons that carry all that the next page needs."""

import html
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.shelf import TWO_ON_ONE, make_content, serve

STATE = "c=duplicate-gpu~0.45&c=bad-ordinal~0.35&c=~0.2"


@pytest.fixture
def client(client, tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    return client


def test_the_shares_and_the_next_check_with_a_button_for_each_outcome(client):
    page = client.get(f"/differential/?{STATE}").content.decode()

    assert "45%" in page and "None of these" in page and "met in 8 of 20 sampled reports" in page
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


def test_the_api_narrows_in_the_same_way(client):
    answer = client.get(f"/api/differential?{STATE}&a=processes-on-a-gpu~two").json()

    assert answer["differential"][0]["slug"] == "duplicate-gpu"
    assert answer["next_check"] is None and answer["answered"] == [{"check": "processes-on-a-gpu", "outcome": "two"}]
    assert client.get("/api/differential?a=x").status_code == 400
    assert client.get("/api/differential?a=processes-on-a-gpu~three").status_code == 404


def fields_of(page):
    """The hidden fields of the form in which a check's output is pasted."""
    form = page[page.index('<form class="printed"') :]
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form[: form.index("</form>")])
    return {name: [html.unescape(v) for n, v in found if n == name] for name, _ in found}


def test_a_form_beside_the_buttons_takes_what_the_check_printed(client):
    page = client.get(f"/differential/?{STATE}").content.decode()
    assert fields_of(page)["check"] == ["processes-on-a-gpu"]

    page = client.post("/differential/", fields_of(page) | {"text": TWO_ON_ONE}).content.decode()

    assert "The output shows how this check ended." in page and "line 7:" in page
    assert page.index("Two ranks on one GPU") < page.index("Bad ordinal")
    assert "take it back" in page and "Two on one of them." in page


def test_an_output_that_shows_nothing_is_no_answer_and_says_what_would_be(client):
    fields = fields_of(client.get(f"/differential/?{STATE}").content.decode())

    page = client.post("/differential/", fields | {"text": "it is <b>all</b> fine"}).content.decode()

    assert "does not show any of the outcomes" in page and "compute processes on one GPU: &gt; 1" in page
    assert "take it back" not in page and fields_of(page) == fields
    assert "all</b> fine" not in page


def test_a_table_of_the_first_paste_answers_the_check_and_says_where(client):
    collected = SimpleUploadedFile("node7.txt", f"rankdown-collect 1\nhost: node7\n{TWO_ON_ONE}".encode())

    page = client.post("/match", {"text": "bad-ordinal appears", "files": collected}).content.decode()

    assert "read in your paste, node7.txt, line 9:" in page and "inside containers: 2 (gpu_processes" in page
    assert 'class="printed"' not in page


def test_an_output_that_is_too_large_is_refused(client, settings):
    settings.MAX_PASTE_BYTES = 1000
    fields = fields_of(client.get(f"/differential/?{STATE}").content.decode())

    assert client.post("/differential/", fields | {"text": "x" * 2000}).status_code == 413
    assert client.post("/differential/", {"check": "none", "text": "x"}).status_code == 400


def test_the_api_reads_an_output_from_the_body_and_gives_it_to_no_address(client):
    answer = client.post(f"/api/differential?{STATE}&check=processes-on-a-gpu", TWO_ON_ONE, "text/plain").json()

    assert answer["output"]["outcome"] == "two" and answer["output"]["seen"][0]["line"] == 7
    assert answer["answered"] == [{"check": "processes-on-a-gpu", "outcome": "two"}]
    nothing = client.post(f"/api/differential?{STATE}&check=processes-on-a-gpu", "?", "text/plain").json()
    assert nothing["output"]["outcome"] is None and nothing["answered"] == []
    assert nothing["next_check"]["outcomes"][0]["shown_by"] == ["gpu_processes > 1"]


def test_from_a_high_share_on_the_fix_of_the_first_is_shown_and_the_rest_is_folded(client):
    page = client.get("/differential/?c=duplicate-gpu~0.9&c=~0.07&c=bad-ordinal~0.03").content.decode()
    assert "Try this fix now: Two ranks on one GPU, 90% and not proved" in page
    assert "Bind each process to its own GPU." in page[page.index("likely-fix") :]
    assert page.index("1 more") < page.index("Bad ordinal")
    assert "Try this fix now" not in client.get(f"/differential/?{STATE}").content.decode()


def test_a_check_of_which_the_output_shows_hardly_anything_has_no_box(client, monkeypatch):
    monkeypatch.setattr("kb.pages.answers.unproved.differential.LEAST_READABLE", 3)
    assert 'class="printed"' not in client.get(f"/differential/?{STATE}").content.decode()
