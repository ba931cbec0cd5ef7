"""The addresses for programs, over HTTP."""

from __future__ import annotations

import json

import pytest
from django.conf import settings
from django.test import Client

from kb.plain import pictures
from tests.shelf import make_content, serve


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


@pytest.mark.parametrize(
    "address, kind, begins",
    [
        ("/failures/duplicate-gpu.md", "text/markdown", b"# Two ranks on one GPU"),
        ("/guides/reading-a-log.md", "text/markdown", b"# Reading a log"),
        ("/checks/processes-on-a-gpu.md", "text/markdown", b"# How many processes"),
        ("/failures/duplicate-gpu/broken.py", "text/plain", b"import torch"),
        ("/llms.txt", "text/plain", b"# Rank Down"),
        ("/robots.txt", "text/plain", b"User-agent: *"),
        ("/opensearch.xml", "application/opensearchdescription+xml", b"<?xml"),
        ("/failures/duplicate-gpu.png", "image/png", b"\x89PNG"),
        ("/picture.png", "image/png", b"\x89PNG"),
        ("/apple-touch-icon.png", "image/png", b"\x89PNG"),
        ("/favicon.ico", "image/x-icon", b"\0\0\1\0"),
    ],
)
def test_every_address_answers_with_what_it_says(client, address, kind, begins):
    response = client.get(address)
    assert (response.status_code, response.headers["Content-Type"].split(";")[0]) == (200, kind)
    assert response.content.startswith(begins)


@pytest.mark.parametrize(
    "address",
    [
        "/failures/nope.md",
        "/failures/nope.png",
        "/guides/nope.md",
        "/checks/nope.md",
        "/failures/nope/broken.py",
        "/failures/duplicate-gpu/broken.sh",
        "/failures/duplicate-gpu/entry.md",
        "/failures/duplicate-gpu/runs.jsonl",
        "/failures/..%2f..%2fduplicate-gpu/broken.py",
    ],
)
def test_what_is_not_there_is_not_found(client, address):
    assert client.get(address, follow=True).status_code == 404


def test_a_former_name_leads_to_the_document_of_today(client):
    response = client.get("/failures/same-gpu.md")
    assert (response.status_code, response.headers["Location"]) == (301, "/failures/duplicate-gpu.md")


def test_a_program_that_is_a_link_is_not_served(tmp_path, monkeypatch):
    root = make_content(tmp_path / "content")
    (root / "nccl/bad-ordinal/broken.sh").symlink_to("/etc/hostname")
    serve(root, monkeypatch, follow=True)
    assert Client().get("/failures/bad-ordinal/broken.sh").status_code == 404


def test_a_page_names_its_markdown_its_picture_and_the_search(client):
    page = client.get("/failures/duplicate-gpu/").content.decode()
    for address in ("/failures/duplicate-gpu.md", "/failures/duplicate-gpu.png", "/opensearch.xml", "/favicon.ico"):
        assert address in page
        assert client.get(address).status_code == 200


def test_documents_are_there_in_both_languages(client):
    english, chinese = client.get("/failures/duplicate-gpu.md"), client.get("/zh/failures/duplicate-gpu.md")
    assert english.content.decode().startswith("# Two ranks on one GPU")
    assert chinese.content.decode().startswith("# 中文标题")
    assert (
        b'type="text/markdown" href="/zh/failures/duplicate-gpu.md"'
        in client.get("/zh/failures/duplicate-gpu/").content
    )
    assert client.get("/zh/failures/same-gpu.md").headers["Location"] == "/zh/failures/duplicate-gpu.md"


def test_linked_data_is_in_the_language_of_its_page(client):
    page = client.get("/zh/failures/duplicate-gpu/").content.decode()
    told = json.loads(page.split('<script type="application/ld+json">')[1].split("</script>")[0])
    assert (told["headline"], told["inLanguage"]) == ("中文标题", "zh-Hans")
    assert told["url"].endswith("/zh/failures/duplicate-gpu/")


@pytest.mark.parametrize("font", ["there", "missing"])
def test_a_picture_is_in_the_language_of_its_page_where_a_font_has_the_signs(client, monkeypatch, font):
    if font == "missing" or not pictures.chinese_font():
        monkeypatch.setattr(pictures, "CHINESE_FONTS", ())
    english, chinese = (client.get(f"{root}/failures/duplicate-gpu.png").content for root in ("", "/zh"))
    assert (english == chinese) == (not pictures.chinese_font())
    page = client.get("/zh/failures/duplicate-gpu/").content.decode()
    assert f"{settings.SITE_URL}/zh/failures/duplicate-gpu.png" in page
