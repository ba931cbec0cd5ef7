"""A pasted text -> the facts in it, read as a whole log is."""

from pathlib import Path

from kb.reading.blocks import Blocks
from kb.reading.kinds import KINDS
from kb.reading.tables.fact import Table
from kb.reading.text.stretches import stretches

PASTED = Path(__file__).parent / "pasted"


def tables(text):
    """The blocks of a text that are tables."""
    found = Blocks(KINDS)
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    return [block for block in found.found if isinstance(block.said, Table)]


def facts(text):
    return [fact for block in tables(text) for fact in block.said.facts]


def told(text, *names):
    """(name, value, of) of the facts with these names, in order; of all where none is given."""
    return [(f.name, f.value, f.of) for f in facts(text) if not names or f.name in names]


def values(text, name):
    return [fact.value for fact in facts(text) if fact.name == name]


def pasted(name):
    return (PASTED / f"{name}.txt").read_text(encoding="utf-8")
