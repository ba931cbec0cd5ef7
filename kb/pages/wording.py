"""The site's words for what the schema abbreviates."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kb.catalogue.census import Census
from kb.catalogue.schema.entry import FrontMatter, Signature
from kb.language import gettext, marked, ngettext
from kb.matching.match import CONFIDENT, SURE


@dataclass(frozen=True, slots=True)
class Words:
    """A term of the schema as the reader should read it, with the sentence that explains it."""

    key: str
    term: str
    sentence: str

    @property
    def name(self) -> str:
        return gettext(self.term)

    @property
    def meaning(self) -> str:
        return gettext(self.sentence)


KINDS = {
    words.key: words
    for words in (
        Words("error", marked("stops with an error"), marked("The job ends and prints a message.")),
        Words("hang", marked("hangs"), marked("Nothing moves; a watchdog may end it much later.")),
        Words("silent", marked("silent: no error"), marked("It runs on, and the result is wrong.")),
        Words("slow", marked("slow"), marked("It is right, but it takes too long.")),
        Words("harmless", marked("harmless"), marked("The line looks alarming, but nothing is wrong: look elsewhere.")),
    )
}

RETRIES = {
    words.key: words
    for words in (
        Words("as-is", marked("retry as it is"), marked("Start the job again as it is: the cause passes by itself.")),
        Words(
            "exclude-node",
            marked("retry without the node"),
            marked("Start the job again without the machine at fault: it happens there every time, and nowhere else."),
        ),
        Words(
            "change-first",
            marked("change something first"),
            marked("Started again as it is, it fails the same way."),
        ),
    )
}
# What becomes of an unchanged job that does not end with an error.
UNCHANGED = {
    "hang": marked("Started again as it is, it hangs the same way."),
    "silent": marked("Started again as it is, it goes wrong the same way."),
    "slow": marked("Started again as it is, it is as slow."),
}
SURVIVED = marked("What ended the other process decides whether to retry.")
NOTHING = marked("nothing to do"), marked("The job is not affected: there is nothing to restart or change.")


def retry_of(front: FrontMatter, own: str = "") -> Words:
    """What to do with the job of such a failure; `own` is the verdict of a match, which may know it better."""
    kind, retry = front.kind, own or front.retry
    words = RETRIES[retry]
    if kind == "harmless":
        return Words(retry, *NOTHING)
    if retry == "change-first" and front.printed_by == "survivors":
        return replace(words, sentence=SURVIVED)
    return replace(words, sentence=UNCHANGED.get(kind, words.sentence)) if retry == "change-first" else words


def own_retry(signature: Signature) -> str:
    """The verdict of a line that has one of its own, named; empty where the entry's counts."""
    told = gettext("Where this line proves it: {name}.")
    return told.format(name=RETRIES[signature.retry].name) if signature.retry else ""


def confidence(score: float) -> str:
    """A score in words; below CONFIDENT it is called a guess."""
    if score >= SURE:
        return gettext("proved by the log")
    return gettext("very likely") if score >= CONFIDENT else gettext("a guess")


def met(slug: str, census: Census) -> str:
    """How often a failure was met in the census; empty where nobody met it."""
    threads = census.threads(slug)
    told = gettext("met in {threads} of {sampled} sampled reports")
    return told.format(threads=threads, sampled=counted(census.sampled)) if threads else ""


def counted(number: int) -> str:
    """A count as every page writes it: 2,954."""
    return f"{number:,}"


def lines(number: int) -> str:
    """`1 line`, `2,345 lines`."""
    return ngettext("{number} line", "{number} lines", number).format(number=counted(number))


def characters(number: int) -> str:
    return ngettext("{number} character", "{number} characters", number).format(number=counted(number))


def values(number: int) -> str:
    return ngettext("{number} value", "{number} values", number).format(number=counted(number))


def entries(number: int) -> str:
    return ngettext("{number} entry", "{number} entries", number).format(number=counted(number))
