"""`rankdown search`: words in either language find entries, best first."""

import json

import pytest

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
