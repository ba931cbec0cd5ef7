"""A boundary in running text stands under `versions:` too, where the releases are asked."""

import pytest
from packaging.version import Version

from kb.atlas.claims.prose import unstated
from kb.atlas.table import Atlas, Release
from kb.catalogue.loading.loader import load
from tests.atlas.claims.widget import TORCH
from tests.contents import CHECK, CHINESE, edit, write_entry

RELEASES = ("2.0.0", "2.1.0", "2.1.1", "2.2.0", "2.3.0")


@pytest.fixture
def entry(content):
    return write_entry(content, "it")


def told(content) -> list[str]:
    atlas = Atlas({"torch": [Release(Version(number)) for number in RELEASES]})
    return [f"{one.file.name}:{one.line}: {one.message}" for one in unstated(load(content), [TORCH], atlas)]


def state(entry, specifier: str) -> None:
    edit(entry, "leads_to:", f'versions:\n  - {{package: PyTorch, specifier: "{specifier}", note: x}}\nleads_to:')


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("The widget was not", "Since torch 2.2 the widget was not", 3),
        ("没有人调用初始化函数", "从 torch 2.2 起没有人调用初始化函数", 6),
        ("needs a widget", "needs a widget and torch 2.2 or newer", 21),
        ("Nobody called frobnicate before", "Nobody\ncalled, since torch 2.2, frobnicate before", 31),
        ("All versions behave", "All since torch 2.2 behave", 46),
    ],
)
def test_a_boundary_that_stands_in_running_text_alone_is_named_with_its_line(content, entry, old, new, line):
    edit(entry, old, new)
    (problem,) = told(content)

    assert problem.startswith(f"entry.md:{line}: ") and "state it under `versions:` (package torch)" in problem


@pytest.mark.parametrize(
    ("words", "specifier"),
    [
        ("since torch 2.2", ">=2.2"),
        ("before torch 2.2", ">=2.2"),
        ("up to torch 2.1", "<2.2"),
        ("torch 2.1.1 and older", "<=2.1.1"),
        ("torch 2.1 to 2.2", ">=2.1,<2.3"),
    ],
)
def test_it_may_repeat_what_versions_states_in_other_words(content, entry, words, specifier):
    edit(entry, "Nobody called", f"Nobody, {words}, called")
    assert told(content)

    state(entry, specifier)
    assert told(content) == []


def test_another_boundary_is_no_statement_of_this_one(content, entry):
    state(entry, ">=2.1")
    edit(entry, "Nobody called", "Nobody, since torch 2.2, called")

    assert len(told(content)) == 1


def test_the_range_of_a_signature_is_compared_with_the_releases_too(content, entry):
    edit(entry, "    proof: decisive", "    proof: decisive\n    versions: torch 2.2 and later")
    edit(entry, "Nobody called", "Nobody, since torch 2.2, called")

    assert told(content) == []


@pytest.mark.parametrize("words", ["torch before 2.0", "torch 2.3 and older", "torch 1.4 and older"])
def test_where_no_release_is_known_on_one_side_there_is_nothing_to_compare(content, entry, words):
    edit(entry, "Nobody called", f"Nobody, {words}, called")

    assert told(content) == []


@pytest.mark.parametrize("text", ["```bash\npip install 'torch>=2.2'\n```", "`torch>=2.2`"])
def test_a_command_draws_no_boundary(content, entry, text):
    edit(entry, "Nobody called frobnicate before using it.", f"Nobody called it.\n\n{text}\n")

    assert told(content) == []


def test_a_body_in_chinese_is_read_too(content, entry):
    (entry.parent / "entry.zh.md").write_text(CHINESE.replace("没有人先", "torch 2.2 之前没有人先"), encoding="utf-8")

    assert [line[:14] for line in told(content)] == ["entry.zh.md:7:"]


def test_what_a_linked_entry_states_may_be_repeated(content, entry):
    state(write_entry(content, "other"), ">=2.2")
    edit(entry, "There are none that look like it.", "[The other](/failures/other/), since torch 2.2.")

    assert told(content) == []


def test_a_guide_repeats_its_entries_and_generated_tables_are_left_alone(content, entry):
    (content / "guides").mkdir()
    guide = content / "guides" / "reading.md"
    body = "Read it, [it](/failures/it/).\n\n<!-- rows -->\n| torch 2.1 to 2.2 |\n<!-- /rows -->\n\nSince torch 2.2.\n"
    guide.write_text(f"---\ntitle: A guide\nsummary: How to read it.\n---\n\n{body}", encoding="utf-8")
    assert [line.split(" ")[0] for line in told(content)] == ["reading.md:12:"]

    state(entry, ">=2.2")
    assert told(content) == []


def test_a_check_repeats_the_entries_that_it_tells_apart(content):
    entry = write_entry(content, "first")
    (content / "checks").mkdir()
    check = content / "checks" / "cold.md"
    check.write_text(CHECK.replace("Touch it", "Touch it (torch 2.2 or newer)"), encoding="utf-8")
    edit(check, "en: It is warm", "en: It is warm since torch 2.2")
    assert [line.split(" ")[0] for line in told(content)] == ["cold.md:24:", "cold.md:16:"]

    state(entry, ">=2.2")
    assert told(content) == []
