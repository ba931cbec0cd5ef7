"""The pages over HTTP: contract, hostile pastes, errors."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.shelf import make_content, serve, write_entry


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    """A browser in front of the hand-made content; a view that raises answers 500, as in production."""
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


def body(response) -> str:
    return response.content.decode()


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/failures/",
        "/failures/?area=nccl&kind=hang",
        "/failures/duplicate-gpu/",
        "/areas/nccl/",
        "/areas/data/",
        "/guides/",
        "/guides/reading-a-log/",
        "/search",
        "/search?q=gpu",
        "/search/?q=%00",
        "/feed.xml",
        "/sitemap.xml",
        "/healthz",
    ],
)
def test_every_published_address_answers(client, address):
    assert client.get(address).status_code == 200


@pytest.mark.parametrize(
    "address, target",
    [
        ("/failures/same-gpu/", "/failures/duplicate-gpu/"),
        ("/failures/duplicate-gpu", "/failures/duplicate-gpu/"),
        ("/guides", "/guides/"),
    ],
)
def test_former_and_unfinished_addresses_redirect_for_ever(client, address, target):
    response = client.get(address)
    assert (response.status_code, response.headers["Location"]) == (301, target)


@pytest.mark.parametrize(
    "address",
    [
        "/nope",
        "/nope/",
        "/failures/nope/",
        "/areas/nope/",
        "/guides/nope/",
        "/x//evil.example",
        "/a%0Ab",
        "/failures/a%0Ab",
    ],
)
def test_an_unknown_address_gets_the_sites_own_page(client, address):
    response = client.get(address, follow=True)
    assert response.status_code == 404
    assert "All failures" in body(response)


def test_a_program_that_asks_for_markdown_is_refused_in_markdown(client):
    response = client.get("/failures/nope.md")
    assert (response.status_code, response["Content-Type"]) == (404, "text/markdown; charset=utf-8")
    assert response.content.startswith(b"# 404")


@pytest.mark.parametrize("root", ["", "/zh"])
def test_every_page_says_to_chats_and_search_engines_what_it_is(client, root):
    for path in ("/", "/failures/", "/areas/nccl/", "/guides/", "/guides/reading-a-log/", "/checks/", "/coverage/"):
        page = body(client.get(f"{root}{path}"))
        told = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page))
        assert len(told["description"]) > 10 and told["og:description"] == told["description"], path
        assert told["og:url"] == f"{settings.SITE_URL}{root}{path}"
        assert told["og:image"].startswith(f"{settings.SITE_URL}/"), path


def test_the_tab_of_an_entry_begins_with_its_title_and_cuts_the_message_once(client):
    assert (
        "<title>Two ranks on one GPU · Duplicate GPU detected : rank … and rank … both on CUDA device … · Rank Down<"
        in body(client.get("/failures/duplicate-gpu/"))
    )


def test_a_message_in_the_search_box_is_read_like_a_log(client):
    page = body(client.get("/search", {"q": "Duplicate GPU detected : rank 1 and rank 3 both on CUDA device 9000"}))
    assert "This line proves it" in page


def test_the_retry_badge_shows_only_what_is_not_usual(client):
    page = body(client.get("/failures/"))
    assert "retry without the node" in page and "change something first" not in page


def test_a_misspelt_failure_suggests_the_nearest(client):
    assert "Two ranks on one GPU" in body(client.get("/failures/duplicate-gpus/"))


def test_a_fix_from_markdown_cannot_bring_its_own_markup(client):
    assert "<b>not bold</b>" not in body(client.get("/failures/duplicate-gpu/"))


def test_search_marks_the_words_and_helps_when_nothing_is_found(client):
    assert "<mark>" in body(client.get("/search", {"q": "gpu"}))
    nothing = body(client.get("/search", {"q": "zzzqqq"}))
    assert "No entry uses these words" in nothing and "Paste it" in nothing


def test_a_log_in_the_search_field_is_cut_and_told(client):
    assert "Only the first 400 characters" in body(client.get("/search", {"q": "gpu " * 1000}))


def test_broken_content_shows_on_every_page_in_development(tmp_path, monkeypatch):
    root = make_content(tmp_path / "content")
    shelf = serve(root, monkeypatch, follow=True)
    shelf.current()
    write_entry(root, "nccl", "half-written", more="colour: blue")
    page = body(Client().get("/failures/"))
    assert "The content has problems" in page
    assert "half-written/entry.md:" in page and "colour" in page
    assert "Two ranks on one GPU" in page


def test_a_broken_server_says_so_without_reading_the_content(client, monkeypatch):
    def fail():
        raise RuntimeError

    monkeypatch.setattr("kb.web.views.library.current", fail)
    response = client.get("/")
    assert response.status_code == 500
    assert "our fault" in body(response)


def test_no_page_of_the_real_site_links_to_nowhere(monkeypatch):
    # Following the files serves what is sound, even while an entry is being written.
    shelf = serve(settings.CONTENT_DIR, monkeypatch, follow=True)
    shelf.current()
    shelf.follow = False  # one edition for all pages: looking at every file for each of them takes half a minute
    client = Client()
    pages = ["/", "/failures/", "/guides/", "/search"]
    pages += [page.url for page in (*shelf.current().catalogue.entries, *shelf.current().catalogue.guides)]
    found = {page: client.get(page) for page in pages}
    links = {link: page for page in pages for link in re.findall(r'href="(/[^"#]*)', body(found[page]))}
    shown = {link: found.get(link) or client.get(link) for link in links if "/static/" not in link}
    lost = {link: links[link] for link, answer in shown.items() if answer.status_code != 200}
    assert len(links) > len(pages)
    assert lost == {}


def test_a_list_of_failures_is_rendered_once_and_anew_when_the_content_is(client, tmp_path, monkeypatch):
    first = body(client.get("/failures/"))
    assert body(client.get("/failures/?nobody=asked")) == first
    assert "failures/added" not in body(client.get("/zh/failures/"))

    write_entry(tmp_path / "content", "nccl", "added")
    serve(tmp_path / "content", monkeypatch)

    assert all("failures/added" in body(client.get(page)) for page in ("/failures/", "/zh/failures/", "/areas/nccl/"))
    assert body(client.get("/failures/")) != first


def test_a_list_in_another_order_is_another_page(client):
    shelf, met = body(client.get("/failures/")), body(client.get("/failures/?order=met"))

    assert shelf != met and body(client.get("/failures/?order=met")) == met


CHINESE = {"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"}


def test_every_page_is_there_in_both_languages(client):
    for path in (
        "/",
        "/failures/duplicate-gpu/",
        "/areas/nccl/",
        "/guides/",
        "/checks/",
        "/coverage/",
        "/search?q=gpu",
    ):
        english, chinese = client.get(path), client.get(f"/zh{path}")
        assert (english.status_code, chinese.status_code) == (200, 200)
        assert '<html lang="en">' in body(english) and '<html lang="zh-Hans">' in body(chinese)


def test_the_first_page_is_in_the_language_of_the_browser(client):
    sent = client.get("/", headers=CHINESE)
    assert (sent.status_code, sent.headers["Location"]) == (302, "/zh/")
    assert {"Accept-Language", "Cookie"} <= set(sent.headers["Vary"].split(", "))
    assert client.get("/").status_code == 200, "curl and whoever names no language get English"
    assert client.get("/", headers={"accept-language": "en,zh;q=0.5"}).status_code == 200


def test_an_address_means_one_page_whatever_the_browser_speaks(client):
    assert '<html lang="en">' in body(client.get("/failures/duplicate-gpu/", headers=CHINESE))
    assert '<html lang="zh-Hans">' in body(client.get("/zh/", headers={"accept-language": "en"}))


def test_what_programs_ask_for_has_no_language_in_its_address(client):
    for path in ("/zh/api/failures/", "/zh/sitemap.xml", "/zh/healthz", "/zh/metrics"):
        assert client.get(path).status_code == 404


def test_the_switch_stays_on_the_page_and_is_remembered(client):
    page = body(client.get("/failures/?kind=hang"))
    (there,) = re.findall(r'action="(/language/[^"]+)"', page)
    answer = client.post(there, {"language": "zh"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/zh/failures/?kind=hang")
    assert set(answer.cookies) == {"language"} and answer.cookies["language"]["httponly"]
    assert client.get("/").headers["Location"] == "/zh/"

    (back,) = re.findall(r'action="(/zh/language/[^"]+)"', body(client.get("/zh/failures/?kind=hang")))
    assert client.post(back, {"language": "en"}).headers["Location"] == "/failures/?kind=hang"
    assert client.get("/", headers=CHINESE).status_code == 200, "what was chosen counts more than what was sent"


def test_the_switch_leads_to_no_other_site(client):
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert client.post("/language/", {"language": "zh", "next": evil}).headers["Location"] == "/"


def test_a_page_names_itself_in_the_other_language(client):
    page = body(client.get("/zh/failures/duplicate-gpu/"))
    assert f'<link rel="canonical" href="{settings.SITE_URL}/zh/failures/duplicate-gpu/">' in page
    for tag, path in (("en", ""), ("zh-Hans", "/zh"), ("x-default", "")):
        address = f"{settings.SITE_URL}{path}/failures/duplicate-gpu/"
        assert f'<link rel="alternate" hreflang="{tag}" href="{address}">' in page


def test_no_link_leaves_the_language(client):
    for path in (
        "/zh/",
        "/zh/failures/",
        "/zh/failures/duplicate-gpu/",
        "/zh/search?q=gpu",
        "/zh/coverage/",
        "/zh/nope",
    ):
        links = re.findall(r'(?:href|action)="(/[^"]*)"', body(client.get(path)))
        # A file, such as a program or llms.txt, is the same in all languages.
        pages = {a for a in links if not re.search(r"\.\w+$", a)}
        assert {a for a in pages if not a.startswith(("/zh/", "/static/", "/api/"))} == set(), path


def test_a_slash_is_added_in_either_language(client):
    assert client.get("/zh").headers["Location"] == "/zh/"
    assert client.get("/zh/failures/duplicate-gpu").headers["Location"] == "/zh/failures/duplicate-gpu/"
    assert client.get("/zh/failures/same-gpu/").headers["Location"] == "/zh/failures/duplicate-gpu/"


def test_a_description_of_a_frozen_job_is_not_off_topic(client):
    answer = client.post("/api/match", "训练卡住，多卡".encode(), content_type="text/plain").json()

    assert answer["off_topic"] is False


def test_what_the_list_is_narrowed_by_and_there_is_not_is_told(client):
    told = body(client.get("/failures/?area=nope&kind=hang"))

    assert "There is nothing called area=nope" in told
    assert "There is nothing called" not in body(client.get("/failures/?kind=hang"))
    assert "<b>x" not in body(client.get("/failures/?area=<b>x"))


def test_an_entry_asked_for_in_capitals_is_found(client):
    answer = client.get("/failures/Duplicate-GPU/")

    assert (answer.status_code, answer.headers["Location"]) == (301, "/failures/duplicate-gpu/")
