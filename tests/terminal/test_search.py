"""`rankdown search`: words in either language find entries, best first."""

import json

import pytest

from kb.library import library
from tests.terminal.door import rankdown


@pytest.mark.parametrize("words", [["two", "ranks", "one", "GPU"], ["两个", "rank", "同一块"]])
def test_words_of_either_language_find_the_entry(words):
    shown = rankdown("search", *words)

    assert shown.returncode == 0
    assert b"nccl-duplicate-gpu  Two ranks sit on one GPU\n" in shown.stdout
    assert b"\x1b[" not in shown.stdout


def test_a_program_gets_as_many_as_it_wants_best_first():
    found = json.loads(rankdown("search", "--json", "--limit", "3", "shared", "memory").stdout)

    assert len(found) == 3 and found[0].keys() == {"slug", "area", "title", "summary", "score"}
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)


def test_words_that_no_entry_uses_find_nothing_with_exit_status_1():
    assert (rankdown("search", "zzyzx").returncode, rankdown("search", "zzyzx", "--json").stdout) == (1, b"[]\n")


@pytest.mark.parametrize(("words", "said"), [([], "WORD"), (["x", "--limit", "0"], "no number from 1 on")])
def test_bad_usage(words, said):
    shown = rankdown("search", *words)

    assert shown.returncode == 2 and said in shown.stderr.decode()


def slugs(*words):
    return [one["slug"] for one in json.loads(rankdown("search", "--json", *words).stdout)]


def test_a_message_is_matched_like_a_log_and_says_which_line_proves_it():
    message = "Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000"
    first, *others = json.loads(rankdown("search", "--json", message).stdout)

    assert (first["slug"], first["proved_by"]) == ("nccl-duplicate-gpu", message)
    assert others and not any("proved_by" in one for one in others)
    assert f"This line proves it: {message}\n" in rankdown("search", message).stdout.decode()


def test_a_code_and_a_typo_are_understood():
    assert slugs("exit", "code", "137")[0] == slugs("SIGKILL")[0] == "worker-killed-sigkill"
    assert b"No entry has all of these words. Showing nccl timeout.\n" in rankdown("search", "nccl timout").stdout


@pytest.mark.parametrize("query", ["nccl timeout", "SIGKILL", "nccl timout", "共享内存", "checkpoint hangs at 100%"])
def test_the_order_is_that_of_the_site(query):
    found = library.current().lookup.find(query)

    assert slugs(query) == [*(match.slug for match in found.proved), *(hit.entry.slug for hit in found.hits)][:10]


def test_in_chinese():
    assert "两个 rank" in rankdown("search", "nccl-duplicate-gpu", "--lang", "zh").stdout.decode()
