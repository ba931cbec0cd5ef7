"""The file of a new entry is written from the schema, so filling it in is all that is left to do."""

from dataclasses import fields

import pytest
import yaml

from kb.catalogue.drafting.template import PROMPTS, Proposal, blank_entry
from kb.catalogue.loading.parsing.front_matter import split
from kb.catalogue.loading.parsing.reading import read
from kb.catalogue.schema.entry import SECTIONS, FrontMatter
from tests.catalogue.checks.broken import problems_of

PROPOSAL = Proposal(
    line="it's cold: <int>",
    kind="error",
    retry="change-first",
    area="nccl",
    alike=("warm-widget", "hot-widget"),
    leads_to=("torn-table",),
)


def keys_of(text):
    return yaml.safe_load(text.split("---\n")[1])


def test_it_has_every_key_and_every_section():
    text = blank_entry()

    assert all(f"{f.name}:" in text and f.metadata["help"] in text for f in fields(FrontMatter))
    assert [section.title for section in split(text).sections] == list(SECTIONS)


def test_no_optional_key_stands_there_empty():
    keys = keys_of(blank_entry())

    assert keys.keys() == {"title", "summary", "zh", "kind", "retry", "symptoms", "sources", "reproduction"}
    assert keys["sources"] == [{"supports": "", "url": ""}]
    assert keys["reproduction"] == {"not_run": ""}


def test_what_the_log_tells_is_in_place():
    keys = keys_of(blank_entry(PROPOSAL))

    assert keys["signatures"] == [{"line": "it's cold: <int>", "proof": "decisive"}]
    assert (keys["kind"], keys["leads_to"]) == ("error", ["torn-table"])


def test_whether_to_retry_is_for_the_writer_to_say():
    text = blank_entry(PROPOSAL)

    assert keys_of(text)["retry"] == "TODO"
    assert "nearest entries: change-first" in text
    assert "nearest to this log: warm-widget, hot-widget" in text


@pytest.mark.parametrize("proposal", [Proposal(), PROPOSAL], ids=["without a log", "from a log"])
def test_each_thing_left_to_do_is_one_problem(proposal):
    problems = []
    read(FrontMatter, split(blank_entry(proposal)).node, lambda *p: problems.append(p[1]))

    keys = ["title", "summary", "zh.title", "zh.summary", "zh.fix"]
    keys += ([] if proposal.kind else ["kind"]) + [
        "retry",
        "sources[1].supports",
        "sources[1].url",
        "reproduction.not_run",
    ]
    assert [message.split(" is ")[0] for message in problems] == keys


def test_nothing_that_the_template_wrote_passes(content):
    """Every key filled in but the bodies: all five are still refused."""
    folder = content / "nccl" / "cold-widget"
    folder.mkdir(parents=True)
    text = (
        blank_entry(PROPOSAL).replace("retry: TODO", "retry: as-is").replace("leads_to: [torn-table]", "leads_to: []")
    )
    text = text.replace("zh: []", "zh: [冷]").replace("en: []", "en: [cold]").replace("fix: ''", "fix: 冷")
    text = text.replace("url: ''", "url: https://example.org").replace("''  #", "冷  #")
    (folder / "entry.md").write_text(text, encoding="utf-8")

    messages = [message for _, message in problems_of(content)]

    assert [m for m in messages if "still has" in m] == [
        f"'## {section}' still has {PROMPTS[section]!r}: write it instead" for section in SECTIONS
    ]


def test_an_optional_key_is_filled_in_by_taking_its_comment_away():
    text = blank_entry()
    block = text[text.index("# versions:") : text.index("# leads_to:")]
    opened = "\n".join(line.removeprefix("# ") for line in block.splitlines())

    assert yaml.safe_load(opened)["versions"] == [{"package": "", "specifier": "", "note": ""}]
    assert "  # launch: plain  #" in text and "  # seconds: 90  #" in text
