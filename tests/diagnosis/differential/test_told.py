"""A description tells how checks ended; what a program printed, or a text that tells two outcomes, does not."""

from dataclasses import replace
from pathlib import Path

import pytest

from kb.catalogue.loading.content import Spoken
from kb.catalogue.schema.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome
from kb.diagnosis.differential.told import told_in
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read

IDLE = Outcome("idle", "one idle", "一张空闲", told_by=("one GPU <any>at 0 %", "单卡<any>利用率为 0"))
HELPED = Outcome("helped", "it helped", "有用", told_by=("with P2P off <any>runs",))
PHRASES = {"futile": Spoken(("not help",), ("没用",))}
OUTCOMES = (IDLE, HELPED, Outcome(COULD_NOT, "no", "不"))
CHECK = Check("gpus", Path("gpus.md"), CheckFront("t", ChineseCheck("t", "h"), 1, OUTCOMES), "")


def told(text, checks=(CHECK,), phrases=PHRASES):
    reading = read("", text, SignatureDatabase([]), True)
    return [(check.slug, seen.outcome.slug, seen.line) for check, seen in told_in(checks, [reading], phrases)]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("It hangs on my machine.\nThen one GPU of the eight is always at 0%, and I don't know why.", 2),
        ("多卡训练卡住，单卡GPU利用率为0，其余100%", 1),
        ("It hangs and I don't know. After it one GPU stays\tat 0 % here.", 1),
    ],
)
def test_what_the_author_says_is_an_answer_with_its_line(text, line):
    assert told(text) == [("gpus", "idle", line)]


@pytest.mark.parametrize(
    "text",
    [
        "[rank0]: one GPU: found at 0 %",
        "It hangs when one GPU is added. After it the others are at 0 % and I don't know why.",
        "",
    ],
    ids=["a program printed it", "two sentences", "nothing"],
)
def test_nothing_else_is(text):
    assert told(text) == []


def test_a_text_that_tells_two_outcomes_tells_none():
    assert told("When it hangs, one GPU is at 0 %. But with P2P off it always runs, and I don't know why.") == []


def of(*told_by):
    return Check(
        "p2p", Path("p2p.md"), replace(CHECK.front, outcomes=(Outcome("same", "s", "一样", told_by=told_by),)), ""
    )


@pytest.mark.parametrize(
    "text", ["P2P_OFF=1 does not help", "I set `P2P_OFF` to 1; P2P_OFF=1 didn't help", "P2P_OFF=1\n，没用"]
)
def test_a_phrase_stands_for_each_way_to_say_it(text):
    assert [outcome for _, outcome, _ in told(text, [of("P2P_OFF=1<any><futile>")])] == ["same"]


def test_a_full_stop_reaches_into_the_next_sentence():
    assert told("I set P2P_OFF=1. It does not help.", [of("P2P_OFF=1. It does <futile>")]) == [("p2p", "same", 1)]


@pytest.mark.parametrize("text", ["it ends with exit code 137", "after 30 %"])
def test_a_number_is_no_part_of_another(text):
    assert told(text, [of("exit code 1", "exit code 13", "0 %")]) == []


def contents_told(catalogue, text):
    reading = read("", text, SignatureDatabase([]), True)
    return {(check.slug, seen.outcome.slug) for check, seen in told_in(catalogue.checks, [reading], catalogue.phrases)}


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Multi-GPU training hangs. NCCL_P2P_DISABLE=1 does not help", ("p2p-disabled", "as-before")),
        ("It hangs, I set NCCL_P2P_DISABLE=1 and it still hangs", ("p2p-disabled", "as-before")),
        ("export NCCL_P2P_DISABLE=1 didn't work", ("p2p-disabled", "as-before")),
        ("I set NCCL_P2P_DISABLE=1. No luck", ("p2p-disabled", "as-before")),
        ("NCCL_P2P_DISABLE=1 试过了，不行", ("p2p-disabled", "as-before")),
        ("（已尝试 export NCCL_P2P_DISABLE=1\n，但是没有效果）", ("p2p-disabled", "as-before")),
        ("With NCCL_P2P_DISABLE=1 it works", ("p2p-disabled", "only-with-it")),
        ("加上 NCCL_P2P_DISABLE=1 就好了", ("p2p-disabled", "only-with-it")),
        ("my job dies with exit code 137 in kubernetes", ("first-exit-code", "sigkill")),
        ("训练跑着跑着 pod 退出码 137", ("first-exit-code", "sigkill")),
        ("the worker got SIGSEGV", ("first-exit-code", "sigsegv")),
        ("stuck, 8x A100, utilization 100% on all", ("gpus-while-frozen", "all-busy")),
        ("卡住，nvidia-smi 显示 GPU 利用率全是 100%", ("gpus-while-frozen", "all-busy")),
        ("单卡情况下没有问题，可以顺利训练", ("one-gpu-alone", "runs-well")),
        ("It works fine on a single GPU", ("one-gpu-alone", "runs-well")),
        ("telnet 10.0.0.2 29500 ok", ("master-port", "open")),
    ],
)
def test_the_commonest_sentences_are_read(catalogue, text, outcome):
    assert outcome in contents_told(catalogue, text)


@pytest.mark.parametrize(
    "text",
    ["其中一张卡利用率一直为 0", "每个进程都在 CPU 上加载模型", "日志卡在数据加载完成之后", "synchronize timed out"],
)
def test_what_only_sounds_alike_is_not(catalogue, text):
    told = contents_told(catalogue, text)
    assert told <= {("gpus-while-frozen", "one-idle")}


ALIKE = Outcome("alike", "equal", "一样", told_by=("same number of batches", "exit code 137", "batch 数一样"))
COUNTED = Check("batches", Path("batches.md"), CheckFront("t", ChineseCheck("t", "h"), 1, (ALIKE, OUTCOMES[2])), "")


@pytest.mark.parametrize(
    "text",
    [
        "DDP workers do not get the same number of batches, some hang at the end of the epoch",
        "the ranks don't get the same number of batches and it hangs",
        "Not every rank has the same number of batches, it hangs at the end.",
        "no rank was killed, no exit code 137 or so, it is just stuck",
        "它卡住了，各卡不是 batch 数一样",
    ],
)
def test_what_the_author_denies_is_no_answer(text):
    assert told(text, (COUNTED,)) == []


@pytest.mark.parametrize(
    "text",
    [
        "It does not crash, all ranks have the same number of batches",
        "Now every rank has the same number of batches and it still hangs",
        "It never prints anything although all ranks have the same number of batches",
        "没有报错，各卡 batch 数一样，还是卡住",
    ],
)
def test_what_is_denied_before_it_leaves_it_standing(text):
    assert told(text, (COUNTED,)) == [("batches", "alike", 1)]
