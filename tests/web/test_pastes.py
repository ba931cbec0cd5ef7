"""What is sent from the first page, over HTTP: answers, hostile pastes, refusals, the other language."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.shelf import LOG, UNKNOWN_LOG, make_content, serve

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
GOOD_LOG = """\
[rank0]: W0320 starting up
[rank0]: Last error:
step 1 loss 3
checkpoint written
"""
CHINESE = {"accept-language": "zh-CN,zh;q=0.9,en;q=0.8"}


@pytest.fixture
def client(tmp_path, monkeypatch) -> Client:
    """A browser in front of the hand-made content; a view that raises answers 500, as in production."""
    serve(make_content(tmp_path / "content"), monkeypatch)
    return Client(raise_request_exception=False)


def paste(client: Client, text: str = "", *files: tuple[str, bytes], good: str = "", **headers):
    uploads = [SimpleUploadedFile(name, content) for name, content in files]
    return client.post("/match", {"text": text, "files": uploads, "against": good}, **headers)


def beside(page: str) -> str:
    """The part of a page that compares two runs, without its tags."""
    (part,) = re.findall(r'<section class="against".*?</section>', page, re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


def body(response) -> str:
    return response.content.decode()


def test_an_answer_that_is_asked_for_by_its_address_is_not_there(client):
    response = client.get("/match?kept=1")
    assert "Answers are not stored here" in body(response) and "no-store" in response.headers["Cache-Control"]


def test_other_methods_are_refused(client):
    assert client.put("/match").status_code == 405
    assert client.post("/").status_code == 405


def test_a_paste_is_answered_with_entry_proof_fix_and_chain(client):
    page = body(paste(client, LOG))
    assert "Two ranks on one GPU" in page
    assert "Known failure" in page and "proved by the log" in page
    assert 'href="#L3"' in page and '<tr id="L3" class="proof" data-rank="0">' in page
    assert "Bind each process to its own GPU." in page
    assert "What led to what" in page and "A worker died" in page
    assert "Started again as it is, it fails the same way." in page


def test_no_proof_means_no_known_failure_and_a_draft(client):
    page = body(paste(client, UNKNOWN_LOG))
    assert "No known failure" in page
    assert "Known failure" not in page
    assert "An exception that no entry knows came first" in page and "In your own code:" in page
    assert "line: &#x27;RuntimeError: the flux capacitor" in page


def test_the_readers_own_exception_is_the_headline_and_guesses_are_folded(client):
    log = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    page = body(paste(client, log))
    assert "<h1>TypeError: no in your own code: train.py:7</h1>" in page and "<code>/app/train.py:7</code>" in page
    assert "Check next" not in page and 'class="draft"' not in page and "wrong guess costs" not in page


def test_whoever_rules_out_the_entry_that_knows_a_line_is_not_told_that_nobody_knows_it(client):
    page = body(client.post("/match", {"text": LOG, "not": ["duplicate-gpu", "child-failed"]}))
    assert "You ruled out what these lines prove" in page and "no entry knows" not in page


def test_several_files_are_several_ranks_and_each_keeps_its_line_numbers(client):
    page = body(paste(client, "", ("a.log", b"fine\n" * 50), ("b.log", LOG.encode())))
    assert '<tr id="f2-L3" class="proof" data-rank="0">' in page
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


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_still_find_the_failure_in_time(client, content):
    began = time.monotonic()
    response = paste(client, "", ("train.log", content))
    assert time.monotonic() - began < 20
    assert response.status_code in (200, 400)
    if response.status_code == 200 and content[:2] != b"\xff\xfe":
        assert "Two ranks on one GPU" in body(response)
    assert len(response.content) < 2_000_000


@pytest.mark.parametrize("text", [LOG, LOG.splitlines()[0] + "\n" + UNKNOWN_LOG], ids=["known", "unknown"])
def test_beside_a_good_run_the_page_says_what_only_this_one_says(client, text):
    page = body(paste(client, text, good=GOOD_LOG))
    told = beside(page)
    assert told.startswith("What this run says that the good one did not")
    assert text.splitlines()[-1].strip() in told and "starting up" not in told
    assert "checkpoint written" in told, "the good run says it next"
    assert ("Known failure" in page) == (text is LOG)
    assert page.count('id="against"') == 1


def test_without_a_good_run_nothing_is_compared(client):
    assert 'class="against"' not in body(paste(client, LOG))


def test_a_good_run_in_files_is_read_like_one_in_the_box(client):
    sent = {"files": SimpleUploadedFile("rank0.log", LOG.encode())}
    sent |= {"against": [SimpleUploadedFile("good.log", GOOD_LOG.encode())]}
    assert "good.log:4 checkpoint written" in beside(body(client.post("/match", sent)))


def test_evidence_that_the_good_run_has_too_is_marked(client):
    page = body(paste(client, LOG, good=GOOD_LOG + LOG))
    assert "also in the good run, line 7: this alone did not end it" in page
    assert "Every kind of line in this log stands in the good run&#x27;s log too" in page.replace("&#39;", "&#x27;")


def test_a_good_log_that_cannot_be_read_is_said_beside_the_answer(client):
    sent = {"text": LOG, "against": [SimpleUploadedFile("shot.png", b"\x89PNG\r\n\x1a\n" + bytes(100))]}
    page = body(client.post("/match", sent))
    assert "Known failure" in page and "The good run's log could not be read: " in beside(page)


def test_a_good_run_alone_is_no_paste_and_is_kept_in_its_box(client):
    response = paste(client, "", good=GOOD_LOG)
    assert response.status_code == 400 and "The box is empty" in body(response)
    assert '<details class="with-good" open>' in body(response) and "checkpoint written" in body(response)
    assert '<details class="with-good">' in body(client.get("/")), "folded for everybody else"


def test_both_runs_share_one_limit(client, monkeypatch):
    monkeypatch.setattr(settings, "MAX_PASTE_BYTES", 3000)
    assert paste(client, LOG, good="x" * 1000).status_code == 200
    assert paste(client, LOG, good="x" * 3000).status_code == 413


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_are_compared_in_time_too(client, content):
    began = time.monotonic()
    sent = {"files": SimpleUploadedFile("bad.log", content), "against": SimpleUploadedFile("good.log", content[::-1])}
    response = client.post("/match", sent)
    assert time.monotonic() - began < 40
    # Together, two of 30 MB are more than one request may carry.
    assert response.status_code == (413 if len(content) > settings.MAX_PASTE_BYTES // 2 else 200)
    assert len(response.content) < 2_000_000


def test_markup_in_a_paste_stays_text(client):
    evil = "<script>alert(1)</script>"
    log = LOG.replace("starting up", evil).replace("[rank0]:", f"[rank0]:{evil}")
    for response in (
        paste(client, log),
        paste(client, UNKNOWN_LOG + f"ValueError: {evil}\n"),
        paste(client, log, good=f"{evil} is fine\n{evil} went well\n"),
        client.post("/match", {"text": log, "against": SimpleUploadedFile(f"{evil}.log", f"{evil} ok".encode())}),
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
    assert "tail -c 20M train.log" in body(response) and f"{settings.SITE_URL}/api/match" in body(response)
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


def test_every_link_within_a_page_has_its_target(client):
    for page in (client.get("/failures/duplicate-gpu/"), client.get("/guides/reading-a-log/"), paste(client, LOG)):
        targets = set(re.findall(r'\sid="([^"]+)"', body(page)))
        assert set(re.findall(r'href="#([^"]+)"', body(page))) <= targets


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


def ruling_out(client: Client, page: str, slug: str):
    """What "show the next best answer" sends, and gets."""
    (carried,) = re.findall(r'name="again" value="([^"]*)"', page)
    before = re.findall(r'<input type="hidden" name="not" value="([^"]*)">', page)
    assert f'form="send-again" formaction="/match" name="not" value="{slug}"' in page
    return body(client.post("/match", {"again": unescape(carried), "not": [*before, slug]}))


def test_an_answer_that_is_not_it_gives_way_to_the_next_best(client):
    first = body(paste(client, LOG))
    second = ruling_out(client, first, "duplicate-gpu")

    assert "Without what you ruled out" in second and "Without what you ruled out" not in first
    assert 'name="not" value="duplicate-gpu">' in second, "what was ruled out stays so"
    assert 'href="/failures/duplicate-gpu/"' not in second


def test_what_names_no_entry_rules_nothing_out(client):
    assert "Without what you ruled out" not in body(client.post("/match", {"text": LOG, "not": "no-such-entry"}))


def test_the_switch_carries_the_good_run_too(client):
    first = body(paste(client, LOG, good=GOOD_LOG))
    there = body(switched(client, first))
    assert "checkpoint written" in beside(there) and "这次打印、而正常运行没有打印的内容" in there
    assert beside(body(switched(client, there))) == beside(first)


def test_a_paste_that_is_too_long_to_carry_keeps_its_proof_in_a_link(client):
    page = body(paste(client, "noise\n" * 50_000 + LOG))
    assert len(page) < 200_000
    (there,) = re.findall(r'<p class="language"><a class="button" href="([^"]+)"', page)
    assert there.startswith("/zh/#log=")


def test_no_page_sets_a_cookie_but_the_switch(client):
    for answer in (client.get("/"), client.get("/zh/"), client.get("/", headers=CHINESE), paste(client, LOG)):
        assert not answer.cookies


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
