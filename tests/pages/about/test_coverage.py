"""The coverage page counts what is there, and claims nothing that was not run."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.pages.about.coverage import as_markdown, coverage_page
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import append
from tests.contents import edit, write_entry
from tests.runner.entries import SAMPLE, write_reproduction

ENVIRONMENT = {"torch": "2.13.0", "python": "3.11", "gpus": []}


@pytest.fixture
def page(content):
    write_entry(content, "plain", area="ddp", kind="silent", proof="supporting")
    path = write_reproduction(content, "proved")
    edit(path, "url: https://example.org/widget", "document: Source document 007, a log")
    entry = next(entry for entry in load(content).entries if entry.slug == "proved")
    plan = plan_for(entry)
    record = {"date": "2026-11-21", "verdict": "verified", "environment": ENVIRONMENT, "entry_digest": plan.digest()}
    record["broken"] = {"evidence": [f"line 1: {SAMPLE}"]}
    append(plan, record)
    return coverage_page(Catalogue.of(load(content)))


def test_every_area_has_its_numbers(page):
    numbers = {row.name: dict(zip(page.columns, row.numbers, strict=True)) for row in page.areas}

    assert numbers["NCCL"] | {"entries": 1, "error": 1, "proved by a line": 1, "verified": 1} == numbers["NCCL"]
    assert (
        numbers["Data parallel"] | {"silent": 1, "proved by a line": 0, "not reproduced": 1} == numbers["Data parallel"]
    )
    assert page.total.numbers[0] == 2


def test_what_the_entries_rest_on(page):
    cited = {row.name: row.numbers for row in page.sources}
    assert cited == {"documents that others wrote": (1,), "public addresses": (1,)}


def test_verified_says_where_and_not_reproduced_says_why(page):
    assert [(entry.word, entry.where) for entry in page.entries] == [
        ("verified", "2026-11-21, torch 2.13.0, Python 3.11, CPU"),
        ("not reproduced", "needs a widget"),
    ]


def test_the_readmes_table_has_a_row_for_each_area_and_a_total(page):
    lines = as_markdown(page).splitlines()

    assert [line.split("|")[1].strip() for line in lines] == ["area", "---", "NCCL", "Data parallel", "All"]
