"""A coding agent's session with nothing but the server: the SDK's own client, over stdio and over HTTP."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from kb.agents.pages import MOST_TOKENS, tokens
from tests.servers import free_port
from tests.terminal.door import ROOT, SAMPLE

ROUND = {"match", "next_check", "search", "entry", "more"}


@asynccontextmanager
async def session(*words):
    around = {name: os.environ[name] for name in ("RANKDOWN_CACHE", "PATH", "HOME")}
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "kb.terminal", "mcp", *map(str, words)], cwd=ROOT, env=around
    )
    async with Client(stdio_client(command)) as client:
        yield client


async def said(client, tool, **arguments):
    """(text, whether it is an error); every text is small."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert tokens(content.text) <= MOST_TOKENS + 60
    return content.text, result.is_error


def within(work, *words):
    async def main():
        async with session(*words) as client:
            return await work(client)

    return anyio.run(main)


def test_a_log_by_path_then_its_entry_page_by_page():
    async def work(client):
        text, wrong = await said(client, "match", paths=[SAMPLE.name])
        assert not wrong and "failure: nccl-duplicate-gpu" in text and "evidence: " in text
        page, _ = await said(client, "entry", slug="nccl-duplicate-gpu")
        assert page.startswith("# Two ranks sit on one GPU\n")
        pages = [page]
        while "\nmore: " in pages[-1]:
            pages.append((await said(client, "more", cursor=pages[-1].split()[-1]))[0])
        assert "\n## Sources\n" in "\n".join(pages) and len(pages) > 1

    within(work, "--root", SAMPLE.parent)


def test_text_that_proves_nothing_leads_to_a_check_and_its_outcome_to_the_next():
    async def work(client):
        text, wrong = await said(client, "match", text="training hangs at the first all-reduce, no error, GPUs at 100%")
        assert not wrong and "verdict: nothing proved" in text
        case = text.splitlines()[0].removeprefix("case: ")
        outcome = next(line for line in text.splitlines() if line.startswith("outcome: ")).split()[1].rstrip(",")
        after, wrong = await said(client, "next_check", case=case, answers=[outcome])
        assert not wrong and f"found out: {outcome}" in after

    within(work)


def test_what_a_check_printed_answers_it_by_itself():
    async def work(client):
        text, _ = await said(client, "match", text="DataLoader worker exited unexpectedly in a container, bus error?")
        case = text.splitlines()[0].removeprefix("case: ")
        asked = next(line for line in text.splitlines() if line.startswith("next check: ")).split()[2].rstrip(",")
        before = [] if asked == "shm-room" else [f"{asked}=could-not"]
        for _ in range(9):
            after, _ = await said(client, "next_check", case=case, answers=before)
            asked = next(line for line in after.splitlines() if line.startswith("next check: ")).split()[2].rstrip(",")
            if asked == "shm-room":
                break
            before.append(f"{asked}=could-not")
        df = "Filesystem Size Used Avail Use% Mounted on\nshm 64M 64M 0 100% /dev/shm\n"
        after, wrong = await said(client, "next_check", case=case, answers=before, printed=df)
        assert not wrong and "The output shows how this check ended." in after and "answers=[..., shm-room=" in after
        assert "found out: shm-room=" in after
        unread, _ = await said(client, "next_check", case=case, answers=before, printed="hello")
        assert "does not show any of the outcomes" in unread and "found out: shm-room=" not in unread

    within(work)


def test_words_find_entries():
    async def work(client):
        text, wrong = await said(client, "search", query="共享内存 不足")
        assert not wrong and "shm" in text
        assert (await said(client, "search", query="zzyzx")) == ("no entry uses these words", False)
        assert "searched for: nccl timeout" in (await said(client, "search", query="nccl timout"))[0]
        message = "Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000"
        text, _ = await said(client, "search", query=message, limit=2)
        assert text.startswith("nccl-duplicate-gpu: ") and f"Proved by: {message}\n" in text
        assert len(text.splitlines()) == 2

    within(work)


def test_a_good_run_by_path_or_text_stands_beside_the_log(tmp_path):
    async def work(client):
        for good in ({"good_paths": ["good.log"]}, {"good_text": "hello\nall is well\n"}):
            text, wrong = await said(client, "match", text="hello\nKeyError: 'flux'\n", **good)
            assert not wrong and "not in the good run, exception: line 2: KeyError: 'flux'" in text
            assert "all is well" in text
        text, wrong = await said(client, "match", text="x", good_paths=["../outside.log"])
        assert wrong and "no readable file below" in text

    (tmp_path / "good.log").write_text("hello\nall is well\n")
    within(work, "--root", tmp_path)


REFUSED = [
    ("match", {"paths": ["/etc/passwd"]}, "no readable file below"),
    ("match", {"paths": ["../../../../README.md"]}, "no readable file below"),
    ("match", {}, "either paths or text"),
    ("match", {"paths": ["a"], "text": "b"}, "either paths or text"),
    ("match", {"text": "x" * (1 << 20) + "y"}, "at most 1 MiB"),
    ("match", {"text": 5}, "valid string"),
    ("match", {"text": "x", "good_text": "y" * (1 << 20) + "y"}, "at most 1 MiB"),
    ("match", {"text": "x", "good_text": "y", "good_paths": ["z"]}, "good_paths or good_text"),
    ("match", {"text": "x", "good_paths": ["/etc/passwd"]}, "no readable file below"),
    ("match", {"good_text": "x"}, "either paths or text"),
    ("entry", {"slug": "../../etc/passwd"}, "no entry has this name"),
    ("more", {"cursor": "abc-2"}, "ask again"),
    ("next_check", {"case": "c1"}, "call match again"),
    ("search", {"query": "x", "limit": 10_000}, "less than or equal to 20"),
    ("collect", {}, "unknown tool"),
]


def test_what_is_not_given_is_refused_with_what_to_do_and_the_session_goes_on():
    async def work(client):
        for tool, arguments, why in REFUSED:
            text, wrong = await said(client, tool, **arguments)
            assert wrong and why.lower() in text.lower() and "traceback" not in text.lower(), (tool, arguments, text)
        assert not (await said(client, "search", query="memory"))[1]

    within(work, "--root", SAMPLE.parent)


def test_an_answer_to_a_check_that_is_none_lists_those_that_are():
    async def work(client):
        text, _ = await said(client, "match", text="training hangs at the first all-reduce")
        case = text.splitlines()[0].removeprefix("case: ")
        for answer in ("no-such=x", "nonsense"):
            text, wrong = await said(client, "next_check", case=case, answers=[answer])
            assert wrong and ("there are" in text or "CHECK=OUTCOME" in text)

    within(work)


def test_collect_is_there_only_where_it_was_allowed():
    async def names(client):
        return {tool.name for tool in (await client.list_tools()).tools}

    async def looks(client):
        assert await names(client) == {*ROUND, "collect"}
        text, wrong = await said(client, "collect", pids=[os.getpid()])
        assert not wrong and "verdict: " in text

    assert within(names) == ROUND
    within(looks, "--collect")


def test_every_tool_says_what_it_takes():
    async def work(client):
        for tool in (await client.list_tools()).tools:
            assert tool.description and tool.annotations.read_only_hint
            assert all("description" in told or "default" in told for told in tool.input_schema["properties"].values())
        assert "Begin with match" in client.instructions

    within(work)


def test_over_http_on_this_machine_only():
    port = free_port()
    command = [sys.executable, "-m", "kb.terminal", "mcp", "--http", str(port), "--root", str(SAMPLE.parent)]
    server = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)

    async def work():
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            assert "nccl-duplicate-gpu" in (await said(client, "match", paths=[SAMPLE.name]))[0]

    try:
        until = time.monotonic() + 240
        while True:
            try:
                anyio.run(work)
                break
            except BaseException as error:  # not there yet
                if time.monotonic() > until or isinstance(error, KeyboardInterrupt):
                    raise
                time.sleep(0.3)
        # A page in the user's browser that calls itself by another name (DNS rebinding) gets nothing.
        headers = {"Host": "evil.example", "Content-Type": "application/json", "Accept": "application/json"}
        foreign = urllib.request.Request(f"http://127.0.0.1:{port}/mcp", b"{}", headers)
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(foreign)
        # Port in hexadecimal, behind the address: 0100007F is 127.0.0.1.
        listening = [line.split()[1] for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        assert [
            place for place in listening if place.endswith(f":{port:04X}") and not place.startswith("0100007F")
        ] == []
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
