"""Every answer forbids the browser to load or send anything elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from tests.shelf import LOG, make_content, serve

# A script of data is never run: the policy lets it stand.
INLINE = re.compile(
    r"\sstyle=|\son[a-z]+=|<style|<script(?![^>]*\s(?:src=|type=.application/ld))|javascript:", re.IGNORECASE
)


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client()


@pytest.mark.parametrize("address", ["/", "/failures/duplicate-gpu/", "/nope/", "/api/failures/", "/feed.xml"])
def test_the_policy_is_on_every_answer(client, address):
    policy = client.get(address).headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy and "http" not in policy


@pytest.mark.parametrize("template", sorted((settings.BASE_DIR / "templates").iterdir()), ids=lambda path: path.name)
def test_no_template_has_styles_or_scripts_that_the_policy_would_block(template: Path):
    assert not INLINE.search(template.read_text(encoding="utf-8"))


def test_no_page_asks_another_host_for_anything(client):
    for page in (client.get("/"), client.get("/failures/duplicate-gpu/"), client.post("/match", {"text": LOG})):
        loaded = re.findall(r'<(?:script|img|iframe)[^>]*\ssrc="([^"]*)', page.content.decode())
        loaded += re.findall(r'<link rel="(?:stylesheet|icon)" href="([^"]*)', page.content.decode())
        own = re.compile(r"/static/|/favicon\.ico$")
        assert loaded and all(own.match(address) for address in loaded)


@pytest.mark.parametrize("name", ["site.css", "code.css", "print.css", "site.js", "paste.js", "along.js", "log.js"])
def test_no_static_file_names_another_host(name):
    assert not re.search(r"https?://|@import|url\(", (settings.BASE_DIR / "static" / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize(("root", "words"), [("", "does not accept POST"), ("/zh", "不接受 POST 请求")])
def test_a_method_that_an_address_does_not_take_is_told_in_a_sentence(client, root, words):
    answer = client.post(f"{root}/failures/")

    assert answer.status_code == 405 and "GET" in answer.headers["Allow"]
    assert words in answer.content.decode()
