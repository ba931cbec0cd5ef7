"""What a signature proves, and what half a line and words may only suggest."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.finder import Finder
from kb.reading.errors import ErrorLine
from kb.reading.one_pass import read
from tests.contents import write_entry


@pytest.fixture
def finder(content):
    write_entry(content, "cold", line="the widget is much too cold", title="A cold widget")
    write_entry(content, "lost", line="gadget <int> lost its dear old partner", title="A lonely gadget")
    return Finder(Catalogue.of(load(content)))


def test_a_signature_in_any_of_a_jobs_logs_makes_one_match(finder):
    logs = (("a", "the widget is much too cold\n"), ("b", "x\nthe widget is much too cold\n"))
    (match,) = finder.by_signature(read(name, log, finder.signatures, keep=False) for name, log in logs)

    assert (match.slug, match.confident) == ("cold", True)
    assert [(item.file, item.line) for item in match.evidence] == [("a", 1), ("b", 2)]


def test_half_a_line_and_words_are_guesses(finder):
    half = ErrorLine(1, "error: gadget 7 lost its dear old par")
    found = {match.slug: match for match in finder.with_guesses([], [half], "cold widget")}

    assert {ground.kind for ground in found["lost"].grounds} >= {"near line"}
    assert {ground.kind for ground in found["cold"].grounds} == {"words"}
    assert not any(match.confident for match in found.values())
