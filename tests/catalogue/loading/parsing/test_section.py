"""A section is a heading with the line where it stands and the text below it."""

from kb.catalogue.loading.parsing.front_matter import split


def test_a_section_knows_where_its_heading_stands():
    first, second = split("---\ntitle: x\n---\n## Symptoms\n\nIt hangs.\n\n## Fix\nStop.\n").sections

    assert (first.title, first.line, first.markdown.strip()) == ("Symptoms", 4, "It hangs.")
    assert (second.title, second.line) == ("Fix", 8)
