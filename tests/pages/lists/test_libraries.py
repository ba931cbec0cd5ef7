"""An entry is about the libraries that print its lines and those that its notes name."""

from __future__ import annotations

import pytest
from packaging.version import Version

from kb.atlas.table import Atlas, Release, Row, save
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.pages.lists.browse import Chosen, browse_page
from kb.pages.lists.libraries import FEWEST, choices, libraries
from tests.contents import write_entry

PLAN = """
torch: {distributions: [torch], since: "2.0", members: ["torch/*.py"]}
NCCL: {distributions: [nvidia-nccl-cu12, nvidia-nccl-cu13], since: "2.20", members: ["*.so"]}
Ray: {distributions: [ray], called: [Ray Train], since: "2.0", members: ["*.py"]}
"""


@pytest.fixture
def catalogue(content):
    lines = {f"entry-{name}": f"the widget of {name} was not frobnicated" for name in "abc"}
    for slug, line in lines.items():
        write_entry(content, slug, line=line)
    (content / "atlas.yaml").write_text(PLAN)
    release = Release(Version("2.29.0"), "f", "2026-01-02")
    carrier = "nvidia-nccl-cu13"
    had = {(carrier, line): Row(carrier, "line", line, frozenset({release.version})) for line in lines.values()}
    save(Atlas({carrier: [release]}, had, dict.fromkeys(lines.values(), "line")), content)
    return Catalogue.of(load(content))


def test_a_library_is_one_that_prints_a_line_of_the_entry(catalogue):
    assert set(libraries(catalogue).values()) == {frozenset({"NCCL"})}


def test_without_an_atlas_there_is_none(content):
    write_entry(content, "entry-a")
    assert libraries(load(content).entries) == {"entry-a": frozenset()}


def test_only_what_narrows_enough_can_be_chosen():
    assert choices([{"torch", "Ray"}, {"torch"}, {"torch", "NCCL"}] * (FEWEST - 1) + [{"Ray"}]) == ["torch", "Ray"]


def test_the_list_narrows_by_library(catalogue):
    page = browse_page(catalogue, Chosen(library="NCCL"))
    assert [(choice.label, choice.count, choice.chosen) for choice in page.libraries] == [
        ("any library", 3, False),
        ("NCCL", 3, True),
    ]
    assert all("library=NCCL" in choice.url for choice in page.kinds)
