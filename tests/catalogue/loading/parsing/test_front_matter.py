"""A content file is cut into YAML and sections, and every failure to do so names its line."""

import pytest

from kb.catalogue.loading.parsing.front_matter import split
from kb.catalogue.loading.problems import Unreadable


def test_sections_keep_their_line_and_their_markdown():
    document = split("---\ntitle: x\n---\n\n## Symptoms\n\nIt hangs.\n\n## Fix\n\nStop.\n")

    assert [(s.title, s.line, s.markdown) for s in document.sections] == [
        ("Symptoms", 5, "It hangs."),
        ("Fix", 9, "Stop."),
    ]


def test_a_heading_inside_a_code_block_is_code():
    document = split("---\na: b\n---\n## Fix\n\n```bash\n## not a heading\n```\n")

    assert [s.title for s in document.sections] == ["Fix"]


def test_a_byte_order_mark_is_no_content():
    assert split("\ufeff---\na: b\n---\n").sections == ()


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("title: x\n", 1, "must begin with a line '---'"),
        ("---\ntitle: x\n", 1, "never closed"),
        ("---\ntitle: x\nsummary: RuntimeError: y\n---\n", 3, "needs quotes"),
        ("---\ntitle: [x\n---\n", 2, "bad YAML"),
        ("---\n- x\n---\n", 2, "`key: value`"),
    ],
    ids=["no fence", "open fence", "colon in a value", "open bracket", "a list"],
)
def test_what_cannot_be_cut_names_its_line(text, line, message):
    with pytest.raises(Unreadable) as failure:
        split(text)

    assert failure.value.line == line
    assert message in str(failure.value)


def test_the_hashes_that_close_a_heading_are_no_part_of_it():
    assert split("---\na: b\n---\n## Fix ##\n").sections[0].title == "Fix"


def test_a_heading_of_many_spaces_takes_no_time():
    """Time grew with the square of the spaces: these took minutes."""
    assert split("---\na: b\n---\n## x" + " " * 150_000 + "y\n").sections[0].line == 4
