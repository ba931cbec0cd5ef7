"""YAML from a stranger becomes a tree, or a problem with its line; never a crash, never a long wait."""

import pytest

from kb.catalogue.loading.parsing.yaml_tree import compose
from kb.catalogue.loading.problems import Unreadable


def test_the_marks_count_the_lines_of_the_file():
    node = compose("a: b\nc: d", first_line=2)

    assert [key.start_mark.line + 1 for key, _ in node.value] == [2, 3]


@pytest.mark.parametrize("text", ["[" * 100_000, "a: " + "{" * 100_000, "- " * 100_000, "? " * 100_000])
def test_deep_nesting_is_refused_before_anything_recurses(text):
    """libyaml composes by recursion in C: without the check, the process ends with a segmentation fault."""
    with pytest.raises(Unreadable, match="nested more than 8 deep"):
        compose(text)


@pytest.mark.parametrize(("text", "sign"), [("a: x\nb: &c d", "&c"), ("a: x\nb: *c", r"\*c")])
def test_anchors_and_aliases_are_refused(text, sign):
    with pytest.raises(Unreadable, match=f"{sign} is a YAML alias") as failure:
        compose(text)

    assert failure.value.line == 2


@pytest.mark.parametrize("text", ["a: x\nfix: 加 #SBATCH --requeue", "a: x\nb: [see #12, c]", "a: x\nb: y  #!/bin/sh"])
def test_a_value_that_ends_at_a_sharp_sign_asks_for_quotes(text):
    with pytest.raises(Unreadable, match=r"'#\S+' and the rest for a comment") as failure:
        compose(text)

    assert failure.value.line == 2


@pytest.mark.parametrize("text", ["a: x  # a comment", "a: 'x #y'", "a: C#x", "a: x ## y", "a: |\n  x #y", "#x\na: b"])
def test_a_comment_and_a_quoted_sharp_sign_are_none(text):
    assert compose(text).value


def test_lists_of_mappings_of_lists_are_not_deep():
    assert compose("signatures:\n  - together: [a, b]\n").value


@pytest.mark.parametrize("text", ["", "- a", "just text", "a: \x00", "a: b\n---\nc: d", "%YAML 9.9\n---\na: b"])
def test_what_is_no_mapping_says_so(text):
    with pytest.raises(Unreadable):
        compose(text)
