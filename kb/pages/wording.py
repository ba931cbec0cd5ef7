"""The site's words for what the schema abbreviates."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.census import Census
from kb.matching.match import CONFIDENT


@dataclass(frozen=True, slots=True)
class Words:
    """A term in English and Chinese, with the sentence that explains it."""

    key: str
    en: str
    zh: str
    meaning: str


KINDS = {
    words.key: words
    for words in (
        Words("error", "stops with an error", "报错退出", "The job ends and prints a message."),
        Words("hang", "hangs", "卡死", "Nothing moves; a watchdog may end it much later."),
        Words("silent", "wrong without a word", "无提示出错", "It runs on, and the result is wrong."),
        Words("slow", "slow", "变慢", "It is right, but it takes too long."),
        Words("harmless", "harmless", "无害", "The line frightens, but nothing is wrong: look elsewhere."),
    )
}

RETRIES = {
    words.key: words
    for words in (
        Words("as-is", "retry as it is", "可直接重试", "Start the job again as it is: the cause passes by itself."),
        Words(
            "exclude-node",
            "retry without the node",
            "排除故障节点后重试",
            "Start the job again without the machine that failed: it fails there every time, and nowhere else.",
        ),
        Words(
            "change-first",
            "change something first",
            "先修改再重试",
            "Do not just start it again: it fails the same way until something is changed.",
        ),
    )
}


def confidence(score: float) -> str:
    """A score in words; below CONFIDENT it is called a guess."""
    if score >= 0.9:
        return "almost certain"
    return "very likely" if score >= CONFIDENT else "a guess"


def met(slug: str, census: Census) -> str:
    """How often a failure was met in the census; empty where nobody met it."""
    threads = census.threads(slug)
    return f"met in {threads} of {census.sampled:,} sampled reports" if threads else ""


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 line`, `2,345 lines`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
