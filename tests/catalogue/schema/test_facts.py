"""The vocabulary and the tables that speak it: what one says, the other knows."""

from pathlib import Path

import pytest

from kb.catalogue.schema.facts import BY_NAME, VOCABULARY, WATCHDOG
from kb.reading.kinds import KINDS
from tests.reading.tables.reading import PASTED, tables

READING = Path(__file__).parents[3] / "kb" / "reading"


def test_every_fact_has_one_name_and_a_unit():
    assert len(BY_NAME) == len(VOCABULARY)
    assert all(kind.says and kind.tables for kind in VOCABULARY)


def test_every_fact_is_said_by_the_watchdog_or_a_table_or_a_stack_that_is_registered():
    kinds = {kind.name for kind in KINDS} | {WATCHDOG}

    assert {name for kind in VOCABULARY for name in kind.tables} <= kinds
    code = "\n".join(path.read_text(encoding="utf-8") for path in READING.rglob("*.py"))
    assert [name for name in BY_NAME if f'"{name}"' not in code] == []


@pytest.mark.parametrize("path", sorted(PASTED.glob("*.txt")), ids=lambda path: path.stem)
def test_what_a_table_says_is_in_the_vocabulary_with_its_unit_and_its_words(path):
    for block in tables(path.read_text(encoding="utf-8")):
        for fact in block.said.facts:
            kind = BY_NAME[fact.name]
            assert block.kind in kind.tables
            assert isinstance(fact.value, str) == (kind.unit in ("word", "version"))
            assert not kind.words or fact.value in kind.words
