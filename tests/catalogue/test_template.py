"""The file of a new entry is written from the schema, so filling it in is all that is left to do."""

from dataclasses import fields

from kb.catalogue.entry import SECTIONS, FrontMatter
from kb.catalogue.parsing.front_matter import split
from kb.catalogue.parsing.reading import read
from kb.catalogue.template import blank_entry


def test_it_has_every_key_and_every_section():
    text = blank_entry("A cold widget")

    assert all(f"{f.name}:" in text and f.metadata["help"] in text for f in fields(FrontMatter))
    assert [section.title for section in split(text).sections] == list(SECTIONS)


def test_what_is_left_to_do_is_reported_and_nothing_else():
    problems = []
    read(FrontMatter, split(blank_entry("A cold widget", "it's cold: 5")).node, lambda *p: problems.append(p[1]))

    assert problems
    assert all("is empty" in message or "must be a list" in message for message in problems), problems


def test_the_error_line_becomes_the_first_signature():
    assert "line: 'it''s cold: 5'" in blank_entry("A cold widget", "it's cold: 5")
