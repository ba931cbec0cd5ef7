"""The API's page: every address of the description, and commands that really run."""

from __future__ import annotations

import re
import subprocess

from django.conf import settings

from kb.language import speaking
from kb.pages.about.api import api_page
from kb.web.openapi import LIMIT, described


def test_every_address_of_the_description_is_on_the_page():
    shown = {(endpoint.path, endpoint.method.lower()) for endpoint in api_page("x").endpoints}
    assert shown == {
        (path, method) for path, of in described()["paths"].items() for method in of if method != "parameters"
    }


def test_an_endpoint_says_what_it_takes_and_answers():
    (match,) = [endpoint for endpoint in api_page("x").endpoints if endpoint.path == "/api/match"]
    assert dict(match.answers)["503"] == "Busy with other logs."


def test_each_probe_says_what_it_is_itself_asked_for():
    told = {endpoint.path: dict(endpoint.answers)["200"] for endpoint in api_page("x").endpoints}
    assert told["/healthz"] == "It can." and told["/metrics"] == "The counts, as Prometheus reads them."


def test_every_example_is_a_command_that_a_shell_can_read():
    for example in api_page("duplicate-gpu").examples:
        assert settings.SITE_URL in example.command
        subprocess.run(["bash", "-n", "-c", example.command], check=True)


def test_in_chinese_every_command_asks_for_chinese():
    english = [example.command for example in api_page("x").examples]
    with speaking("zh"):
        chinese = [example.command for example in api_page("x").examples]

    assert not any("zh" in command for command in english)
    assert all("lang=zh'" in command or command.endswith("/zh/failures/x.md") for command in chinese)
    for command in chinese:
        subprocess.run(["bash", "-n", "-c", command], check=True)


def test_in_chinese_every_endpoint_says_all_of_it_in_chinese():
    with speaking("zh"):
        endpoints = api_page("x").endpoints
    texts = [text for one in endpoints for _, text in (("", one.summary), *one.parameters, *one.answers) if text]

    assert len(texts) > 30
    assert [text for text in texts if not re.search("[\u4e00-\u9fff]", text)] == []
    assert LIMIT in endpoints[0].summary, "the limit is the same in every language"


def test_what_programs_read_is_english_whoever_asks(client):
    with speaking("zh"):
        told = described()
    assert told == described() == client.get("/api/openapi.json?lang=zh").json()


def test_the_page_is_in_one_language(client):
    english, chinese = (client.get(f"{root}/api/").content.decode() for root in ("", "/zh"))

    assert "<p>Read one entry.</p>" in english and "<p>Read one entry.</p>" not in chinese
    assert "<p>读取一个条目。</p>" in chinese and "<p>读取一个条目。</p>" not in english
    for page in (english, chinese):
        assert page.count(' lang="') == 2, "the page's own, and the switch's"
