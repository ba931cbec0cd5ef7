"""The pages over HTTP: contract, hostile pastes, errors."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.shelf import LOG, UNKNOWN_LOG, make_content, serve, write_entry


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    """A browser in front of the hand-made content; a view that raises answers 500, as in production."""
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


def paste(client: Client, text: str = "", *files: tuple[str, bytes], **headers):
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/match", {"text": text, "files": uploads}, **headers)


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


@pytest.mark.parametrize("root", ["", "/zh"])
def test_every_page_says_to_chats_and_search_engines_what_it_is(client, root):
    for path in ("/", "/failures/", "/areas/nccl/", "/guides/", "/guides/reading-a-log/", "/checks/", "/coverage/"):
        page = body(client.get(f"{root}{path}"))
        told = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', page))
        assert len(told["description"]) > 10 and told["og:description"] == told["description"], path
        assert told["og:url"] == f"{settings.SITE_URL}{root}{path}"
        assert told["og:image"].startswith(f"{settings.SITE_URL}/"), path


def test_the_tab_of_an_entry_begins_with_its_message(client):
    assert "<title>Duplicate GPU detected : rank … and rank … both on CUDA device …" in body(
        client.get("/failures/duplicate-gpu/")
    )


def test_a_message_in_the_search_box_is_read_like_a_log(client):
    page = body(client.get("/search", {"q": "Duplicate GPU detected : rank 1 and rank 3 both on CUDA device 9000"}))
    assert "This line proves it" in page


def test_the_retry_badge_shows_only_what_is_not_usual(client):
    page = body(client.get("/failures/"))
    assert "retry without the node" in page and "change something first" not in page


def test_a_misspelt_failure_suggests_the_nearest(client):
    assert "Two ranks on one GPU" in body(client.get("/failures/duplicate-gpus/"))


def test_get_match_goes_home_and_other_methods_are_refused(client):
    assert client.get("/match").headers["Location"] == "/"
    assert client.put("/match").status_code == 405
    assert client.post("/").status_code == 405


def test_a_paste_is_answered_with_entry_proof_fix_and_chain(client):
    page = body(paste(client, LOG))
    assert "Two ranks on one GPU" in page
    assert "Known failure" in page and "almost certain" in page
    assert 'href="#L3"' in page and '<tr id="L3" class="proof">' in page
    assert "Bind each process to its own GPU." in page
    assert "What led to what" in page and "A worker died" in page
    assert "Do not just start it again" in page


def test_a_fix_from_markdown_cannot_bring_its_own_markup(client):
    assert "<b>not bold</b>" not in body(client.get("/failures/duplicate-gpu/"))


def test_no_proof_means_no_known_failure_and_a_draft(client):
    page = body(paste(client, UNKNOWN_LOG))
    assert "No known failure" in page
    assert "Known failure" not in page
    assert "Your own code's exception" in page
    assert "line: &#x27;RuntimeError: the flux capacitor" in page


def test_several_files_are_several_ranks_and_each_keeps_its_line_numbers(client):
    page = body(paste(client, "", ("a.log", b"fine\n" * 50), ("b.log", LOG.encode())))
    assert '<tr id="f2-L3" class="proof">' in page
    assert "b.log" in page


def test_files_of_one_name_are_told_apart(client):
    page = body(paste(client, "", ("train.log", b"fine\n" * 50), ("train.log", LOG.encode())))
    assert "train.log (2)" in page


def test_an_unreadable_file_among_readable_ones_is_named(client):
    page = body(paste(client, LOG, ("shot.png", b"\x89PNG\r\n\x1a\n" + bytes(100))))
    assert "Two ranks on one GPU" in page
    assert "<b>shot.png</b> was left out" in page


@pytest.mark.parametrize("text", ["", " \r\n\t ", "\n" * 10_000])
def test_an_empty_box_is_explained_beside_the_box(client, text):
    response = paste(client, text)
    assert response.status_code == 400
    assert 'role="alert"' in body(response) and 'aria-invalid="true"' in body(response)


@pytest.mark.parametrize(
    "text, files, told",
    [
        ("https://example.org/issues/3", [], "address"),
        ("", [("shot.png", b"\x89PNG\r\n\x1a\n" + bytes(1000))], "image"),
        ("", [("core", bytes(range(256)) * 100)], "binary"),
        ("", [("empty.log", b"")], "nothing"),
        ("", [("zeros.log", bytes(5000))], ""),
    ],
    ids=["address", "screenshot", "binary", "empty-file", "only-zeros"],
)
def test_what_is_no_log_is_explained_not_searched(client, text, files, told):
    response = paste(client, text, *files)
    assert response.status_code == 400
    assert 'role="alert"' in body(response)
    assert told in body(response)


HOSTILE = {
    "30 MB": ("step 1 loss 0.1\n" * 2_000_000 + LOG).encode(),
    "one line of 5 MB": b"x" * 5_000_000 + b"\n" + LOG.encode(),
    "200,000 lines": b"epoch\n" * 200_000 + LOG.encode(),
    "NUL bytes": LOG.replace("starting", "star\0ting").encode(),
    "invalid UTF-8": b"\xff\xfe\xfa broken \xc3\n" * 3 + LOG.encode(),
    "UTF-16": LOG.encode("utf-16"),
    "CRLF": LOG.replace("\n", "\r\n").encode(),
    "lone surrogate bytes": b"\xed\xa0\x80\n" + LOG.encode(),
    "escape sequences": b"\x1b[31m\x1b]0;title\x07\n" + LOG.encode(),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_still_find_the_failure_in_time(client, content):
    began = time.monotonic()
    response = paste(client, "", ("train.log", content))
    assert time.monotonic() - began < 20
    assert response.status_code in (200, 400)
    if response.status_code == 200 and content[:2] != b"\xff\xfe":
        assert "Two ranks on one GPU" in body(response)
    assert len(response.content) < 2_000_000


def test_markup_in_a_paste_stays_text(client):
    evil = "<script>alert(1)</script>"
    log = LOG.replace("starting up", evil).replace("[rank0]:", f"[rank0]:{evil}")
    for response in (
        paste(client, log),
        paste(client, UNKNOWN_LOG + f"ValueError: {evil}\n"),
        paste(client, "", (f"{evil}.log", log.encode()), (f"{evil}2.log", UNKNOWN_LOG.encode())),
        client.get("/search", {"q": f"gpu {evil}"}),
        client.get("/failures/", {"area": evil, "kind": evil}),
    ):
        assert response.status_code == 200
        assert "<script>alert" not in body(response)


def test_a_paste_over_the_limit_is_refused_with_the_way_out(client, monkeypatch):
    monkeypatch.setattr(settings, "MAX_PASTE_BYTES", 1000)
    response = paste(client, "x" * 2000)
    assert response.status_code == 413
    assert "python manage.py match FILE" in body(response)
    assert "32 MiB" in body(response)


def test_too_many_files_are_refused_with_a_reason(client):
    files = [(f"rank{n}.log", b"x") for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES + 1)]
    response = paste(client, "", *files)
    assert response.status_code == 400
    assert "files at once" in body(response)


@pytest.mark.parametrize(
    "content_type",
    [
        "multipart/form-data",
        "multipart/form-data; boundary=\xff",
        "application/x-www-form-urlencoded; charset=nonsense",
    ],
)
def test_a_broken_form_is_the_senders_error(client, content_type):
    response = client.generic("POST", "/match", b"\x00--nonsense&" * 2000, content_type)
    assert response.status_code == 400


def test_answers_to_pastes_are_never_cached(client):
    assert "no-store" in paste(client, LOG).headers["Cache-Control"]


def test_no_page_sets_a_cookie(client):
    client.get("/")
    paste(client, LOG)
    assert not client.cookies


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

    monkeypatch.setattr("kb.views.library.current", fail)
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
    links = {link: page for page in pages for link in re.findall(r'href="(/[^"#]*)', body(client.get(page)))}
    lost = {
        link: page for link, page in links.items() if "/static/" not in link and client.get(link).status_code != 200
    }
    assert len(links) > len(pages)
    assert lost == {}


def test_every_link_within_a_page_has_its_target(client):
    for page in (client.get("/failures/duplicate-gpu/"), client.get("/guides/reading-a-log/"), paste(client, LOG)):
        targets = set(re.findall(r'\sid="([^"]+)"', body(page)))
        assert set(re.findall(r'href="#([^"]+)"', body(page))) <= targets


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


def switched(client: Client, page: str):
    """What the button of an answer's page sends, and gets."""
    ((there, carried, code),) = re.findall(
        r'<form class="language" action="([^"]+)"[^>]*><input type="hidden" name="again" value="([^"]*)">'
        r'<button name="language" value="(\w+)"',
        page,
    )
    return client.post(there, {"again": unescape(carried), "language": code})


@pytest.mark.parametrize("text", [LOG, UNKNOWN_LOG, "https://example.org/train.log"])
def test_the_switch_of_an_answer_shows_it_in_the_other_language_and_back(client, text):
    first = body(paste(client, text, ("rank1.log", LOG.encode())) if text == LOG else paste(client, text))
    there = switched(client, first)
    assert there.cookies["language"].value == "zh" and '<html lang="zh-Hans">' in body(there)
    back = switched(client, body(there))
    assert back.cookies["language"].value == "en"
    clock = re.compile(r"\d\d:\d\d UTC")
    assert clock.sub("", body(back)) == clock.sub("", first)


def test_a_paste_that_is_too_long_to_carry_keeps_its_proof_in_a_link(client):
    page = body(paste(client, "noise\n" * 50_000 + LOG))
    assert len(page) < 200_000
    (there,) = re.findall(r'<p class="language"><a class="button" href="([^"]+)"', page)
    assert there.startswith("/zh/#log=")


def test_the_switch_leads_to_no_other_site(client):
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert client.post("/language/", {"language": "zh", "next": evil}).headers["Location"] == "/"


def test_no_page_sets_a_cookie_but_the_switch(client):
    for answer in (client.get("/"), client.get("/zh/"), client.get("/", headers=CHINESE), paste(client, LOG)):
        assert not answer.cookies


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


@pytest.mark.parametrize(
    "text",
    [
        "How do I bake a chocolate cake without eggs?",
        "今天天气很好，我想去公园",
        "java.lang.NullPointerException at com.example.Bar.main(Bar.java:12)",
    ],
)
def test_a_text_about_something_else_is_told_so_and_gets_no_guesses(client, text):
    page = client.post("/match", {"text": text}).content.decode()
    answer = client.post("/api/match", text.encode(), content_type="text/plain").json()

    assert answer["off_topic"] is True
    assert "Nothing in this text speaks of a job of several GPUs or nodes" in page
    assert "What it could be" not in page


def test_a_description_of_a_frozen_job_is_not_off_topic(client):
    answer = client.post("/api/match", "训练卡住，多卡".encode(), content_type="text/plain").json()

    assert answer["off_topic"] is False
