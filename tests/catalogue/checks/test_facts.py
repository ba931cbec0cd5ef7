"""A comparison of a fact is refused in its file and line where it says nothing."""

import pytest

from tests.catalogue.checks.broken import messages_after, problems_of
from tests.contents import write_entry

BELOW = "leads_to: []"


def with_signature(text):
    return f"  - {{{text}}}\nleads_to: []"


def test_a_fact_that_can_be_compared_is_no_problem(content):
    assert messages_after(content, BELOW, with_signature("fact: shm_bytes < 1 GiB, proof: supporting")) == []


def test_a_signature_is_a_line_or_a_fact(content):
    neither = messages_after(content, BELOW, with_signature("proof: supporting"))

    assert neither == ["a signature is a line or a fact: give it one of the two"]


def test_the_problem_names_the_line_of_the_fact(content):
    path = write_entry(content, "it")
    path.write_text(path.read_text().replace(BELOW, "  - proof: supporting\n    fact: shm_byte < 1 GiB\nleads_to: []"))
    (line, text) = next((line, text) for line, text in problems_of(content) if "shm_byte" in text)

    assert path.read_text().split("\n")[line - 1].strip() == "fact: shm_byte < 1 GiB"
    assert "did you mean 'shm_bytes'?" in text


@pytest.mark.parametrize("key", ["together", "absent"])
def test_facts_beside_a_line_are_checked_too(content, key):
    wrong = f"    proof: decisive\n    {key}: ['fact: xid = many']"

    assert any("needs a whole number" in text for text in messages_after(content, "    proof: decisive", wrong))
