"""Entry -> the few lines that a tired reader needs first."""

from __future__ import annotations

import re

from kb.catalogue.schema import holes
from kb.catalogue.schema.check import Check
from kb.catalogue.schema.entry import Entry, Retry
from kb.language import address, in_chinese, marked

RETRY = {
    "as-is": marked("Retry as it is: the cause is transient."),
    "exclude-node": marked("Retry without the node that failed."),
    "change-first": marked("Do not retry unchanged: it will fail again."),
}
# What says it better where the job does not end with an error.
RETRY_UNCHANGED = {
    "hang": marked("Do not retry unchanged: it will hang again."),
    "silent": marked("Do not retry unchanged: the result will be wrong again."),
    "slow": marked("Do not retry unchanged: it will be as slow again."),
}
SURVIVED = marked("Find what ended the other process first: that decides whether a retry helps.")
HARMLESS = marked("Nothing to do: the job is not affected.")
CODE_BLOCK = re.compile(r"^(?P<fence>```+|~~~+).*?^(?P=fence)[ \t]*$", re.MULTILINE | re.DOTALL)
# A sentence that says what not to do, with the mark of a list or of bold in front.
WARNING = re.compile(r"^[-*+\s]*(?:do not|don't|never|avoid)\b.*", re.IGNORECASE | re.DOTALL)
SENTENCE_END = re.compile(r"(?<=[.!?])(?:\*\*)?\s+(?=[A-Z*`\[])|\n[ \t]*\n|\n(?=[-*+] )")
PROSE = re.compile(r"^(?![#>|`~\s]|[-*+] |\d+[.)] )")
# Stands for a hole of a signature where people read it.
GAP = "…"
# A line that is cut before what differs ends with these.
OPENING = tuple("([{=,")


def message(entry: Entry) -> str:
    """The line by which people know the failure: its first decisive one, else its first; empty where it prints none."""
    printed = sorted(entry.front.printed, key=lambda signature: signature.proof != "decisive")
    return as_shown(printed[0].line) if printed else ""


def as_shown(line: str) -> str:
    """A signature's line for people: what differs between runs is left out, visibly."""
    told = "".join(part if isinstance(part, str) else GAP for part in holes.parts(line)).rstrip()
    return f"{told}{GAP}" if told.endswith(OPENING) else told


def fix_in_short(entry: Entry) -> str:
    """Markdown of the Fix section's first paragraph and first code block; either may be missing.

    In the reader's language; a code block is English where nobody has translated its comments.
    """
    fix = entry.section("Fix")
    first = entry.front.zh.fix if in_chinese() else _first_paragraph(CODE_BLOCK.sub("\n", fix))
    told = next((section.markdown for section in entry.chinese if section.title == "Fix"), "") if in_chinese() else ""
    block = CODE_BLOCK.search(told) or CODE_BLOCK.search(fix)
    parts = [first, block.group(0) if block else ""]
    return "\n\n".join(part for part in parts if part)


def _first_paragraph(markdown: str) -> str:
    paragraphs = [text.strip() for text in re.split(r"\n[ \t]*\n", markdown) if text.strip()]
    return next((text for text in paragraphs if PROSE.match(text)), paragraphs[0] if paragraphs else "")


def retry_of(entry: Entry, own: Retry | None = None) -> str:
    """Whether to start the job again, in a sentence, in English: a message to be translated.

    `own` is the verdict of a match, whose lines may know it better than the entry.
    """
    kind, retry = entry.front.kind, own or entry.front.retry
    if kind == "harmless":
        return HARMLESS
    if retry == "change-first" and entry.front.printed_by == "survivors":
        return SURVIVED
    return RETRY_UNCHANGED.get(kind, RETRY[retry]) if retry == "change-first" else RETRY[retry]


def warnings(entry: Entry) -> tuple[str, ...]:
    """The sentences of the Fix section that say what not to do, in order."""
    prose = CODE_BLOCK.sub("\n\n", entry.section("Fix"))
    sentences = (" ".join(text.split()) for text in SENTENCE_END.split(prose))
    return tuple(text.lstrip("-*+ ").replace("**", "") for text in sentences if WARNING.match(text))


def where(found: Entry | Check, site_url: str) -> str:
    """Where the rest stands: its address, or the command that shows it where there is no site."""
    return site_url + address(found.url) if site_url else f"rankdown show {found.slug}"
