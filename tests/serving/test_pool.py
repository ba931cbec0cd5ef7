"""Pastes go to processes of their own; what does not find one is told so at once."""

import io
import os
import threading
import time

import pytest

from kb.serving import pool as module
from kb.serving.pool import BUSY, FAILED, REFUSAL, Pool, is_paste


def application(environ, start_response):
    """Says in which process it ran, with what; obeys what the paste asks for."""
    body = environ["wsgi.input"].read()
    if body == b"die":
        os._exit(1)
    if body == b"sleep":
        time.sleep(600)
    start_response("200 OK", [("X-Process", str(os.getpid())), ("X-Refusal", environ.get(REFUSAL, ""))])
    return [body, b"!"]


@pytest.fixture
def pool():
    made = Pool(application, 2)
    yield made
    made.close()


def ask(pool, body=b"paste", path="/match", method="POST"):
    told = []
    environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "CONTENT_LENGTH": str(len(body))}
    environ["wsgi.input"] = io.BytesIO(body)
    answer = b"".join(pool(environ, lambda status, headers: told.append(dict(headers))))
    return answer, int(told[0]["X-Process"]), told[0]["X-Refusal"]


def test_a_paste_is_answered_by_another_process_and_a_page_by_this(pool):
    answer, process, refusal = ask(pool)
    assert (answer, refusal) == (b"paste!", "") and process != os.getpid()
    assert ask(pool, b"", "/", "GET")[1] == os.getpid()


def test_one_more_than_there_are_processes_is_refused(pool):
    held = [pool._taken(), pool._taken()]
    assert ask(pool)[1:] == (os.getpid(), BUSY)
    pool._free.put(held[0])
    assert ask(pool)[2] == ""


def test_a_short_wait_is_worth_it(pool, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 30)
    held = [pool._taken(), pool._taken()]
    threading.Timer(0.2, pool._free.put, [held[0]]).start()
    assert ask(pool)[2] == ""


def test_a_process_that_dies_is_told_and_the_pool_says_that_it_is_broken(pool):
    assert ask(pool, b"die")[1:] == (os.getpid(), FAILED)
    assert pool.broken
    assert ask(pool)[2] == ""


def test_a_match_without_end_is_ended(pool, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_MATCH", 0.2)
    assert ask(pool, b"sleep")[2] == FAILED
    assert pool.broken


def test_processes_end_with_their_owner(pool):
    processes = [pid for pid, _ in pool._free.queue]
    pool.close()
    assert [os.waitpid(pid, 0)[1] for pid in processes] == [0, 0]


@pytest.mark.parametrize(
    "told, so",
    [
        ({}, True),
        ({"PATH_INFO": "/api/match/"}, True),
        ({"PATH_INFO": "/zh/match"}, True),
        ({"PATH_INFO": "/differential/"}, True),
        ({"PATH_INFO": "/api/differential"}, True),
        ({"PATH_INFO": "/fr/match"}, False),
        ({"PATH_INFO": "/matches"}, False),
        ({"REQUEST_METHOD": "GET"}, False),
        ({"CONTENT_LENGTH": str(10**12)}, False),
        ({"CONTENT_LENGTH": ""}, False),
        ({REFUSAL: BUSY}, False),
    ],
)
def test_only_what_can_be_matched_is_work_for_them(told, so):
    assert is_paste({"REQUEST_METHOD": "POST", "PATH_INFO": "/match", "CONTENT_LENGTH": "5"} | told) is so
