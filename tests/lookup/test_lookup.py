"""What people type into the search box, and what they must find first."""

from __future__ import annotations

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.census import COLUMNS
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.lookup.lookup import MOST_SHOWN, Lookup
from tests.contents import write_entry


@pytest.fixture(scope="module")
def lookup(catalogue, matcher) -> Lookup:
    return Lookup(catalogue, matcher)


def first(lookup, query, count=1):
    results = lookup.find(query)
    return [*(m.slug for m in results.proved), *(hit.entry.slug for hit in results.hits)][:count]


def test_a_message_is_matched_like_a_log(lookup):
    results = lookup.find("Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000")
    assert [match.slug for match in results.proved] == ["nccl-duplicate-gpu"]
    assert "nccl-duplicate-gpu" not in [hit.entry.slug for hit in results.hits]


@pytest.mark.parametrize(
    "query, wanted",
    [
        ("TORCH_NCCL_ASYNC_ERROR_HANDLING", "nccl-watchdog-timeout"),
        ("exit code -9", "worker-killed-sigkill"),
        ("137", "worker-killed-sigkill"),
        ("Xid 79", "gpu-fallen-off-bus"),
        ("nccl timout", "nccl-watchdog-timeout"),
        ("oom", "cuda-out-of-memory"),
    ],
)
def test_what_is_asked_for_stands_among_the_first_three(lookup, query, wanted):
    assert wanted in first(lookup, query, 3)


@pytest.mark.parametrize("query", ["exit code -9", "exitcode: -9", "137", "SIGKILL"])
def test_a_code_finds_the_entry_that_is_about_it_first(lookup, query):
    assert first(lookup, query) == ["worker-killed-sigkill"]


@pytest.mark.parametrize("query", ["oom", "OOM", "out of memory", "显存不足", "cuda oom"])
def test_running_out_of_memory_is_first_of_all_the_gpu(lookup, query):
    assert first(lookup, query) == ["cuda-out-of-memory"]


@pytest.mark.parametrize("query", ["多卡训练卡住", "卡住", "training hangs", "job stuck no output"])
def test_what_stands_still_leads_to_hangs_and_to_their_guide(lookup, catalogue, query):
    found = [catalogue.by_slug[slug] for slug in first(lookup, query, 6)]
    assert sum(entry.front.kind == "hang" for entry in found) >= 4
    assert lookup.find(query).guide.slug == "debugging-a-hang"


@pytest.mark.parametrize("query", ["CUDA", "which launcher", "Xid 79"])
def test_hits_that_have_little_in_common_offer_no_guide(lookup, query):
    assert lookup.find(query).guide is None


def test_of_two_that_fit_alike_the_one_met_more_often_comes_first(content):
    for slug in ("a-seldom", "b-often"):
        write_entry(content, slug)
    often = ["b-often", "20", *["0"] * (len(COLUMNS) - 4), "100", "2026-11-22"]
    (content / "census.tsv").write_text("\t".join(COLUMNS) + "\n" + "\t".join(often) + "\n")
    catalogue = Catalogue.of(load(content))

    assert first(Lookup(catalogue, Matcher(catalogue)), "widget cold", 2) == ["b-often", "a-seldom"]


def test_a_name_is_one_word(lookup, catalogue):
    name = "TORCH_NCCL_ASYNC_ERROR_HANDLING"
    files = settings.CONTENT_DIR.glob("*/*/entry.md")
    using = {path.parent.name for path in files if name.lower() in path.read_text("utf-8").lower()}
    assert set(first(lookup, name, MOST_SHOWN)) <= using


def test_a_typo_is_corrected_and_said(lookup):
    assert lookup.find("nccl timout").meant == "nccl timeout"
    assert lookup.find("nccl timeout").meant == ""
    assert lookup.find("which launcher").meant == "", "nothing was corrected"


def test_all_that_use_the_words_are_counted(lookup):
    results = lookup.find("nccl")
    assert results.total > len(results.hits) == MOST_SHOWN


@pytest.mark.parametrize("query", ["ibv_modify_qp failed", "shared memory bus error", "多卡训练 loss 变成 nan"])
def test_what_shares_only_the_common_words_is_not_in_the_list(lookup, catalogue, query):
    assert lookup.find(query).total < len(catalogue) / 10


def test_the_score_is_what_they_are_ordered_by(lookup):
    scores = [hit.score for hit in lookup.find("shared memory").hits]
    assert len(scores) > 2 and scores == sorted(scores, reverse=True)


def test_the_rare_word_of_a_query_decides_and_not_failed(lookup):
    assert "roce-address-unresolved" in first(lookup, "ibv_modify_qp failed", 2)


def test_a_chinese_query_is_answered_in_chinese(lookup):
    quotes = ["".join(text for text, _ in hit.quote) for hit in lookup.find("卡住").hits]
    assert any(quotes) and all("卡" in quote for quote in quotes if quote)


@pytest.mark.parametrize("query", ["", " ", "zzzqqq", "((((", "*:*", "a" * 400, "\n\n"])
def test_nothing_is_found_for_nothing(lookup, query):
    assert first(lookup, query) == []


@pytest.mark.parametrize("sign", "慢卡崩死")
def test_a_chinese_character_alone_finds_what_holds_it(lookup, sign):
    hits = lookup.find(sign).hits

    assert hits and all(sign in "".join((hit.entry.front.zh.title, *hit.entry.front.symptoms.zh)) for hit in hits[:5])


def test_slow_finds_what_is_slower(lookup):
    assert "ddp-slower-than-single-gpu" in first(lookup, "slow", 5)
    assert first(lookup, "slower") == ["ddp-slower-than-single-gpu"]
