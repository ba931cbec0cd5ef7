"""What a paste is searched for: exceptions first, then errors, then the rest, and nothing that only followed."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.differential.query import query_of, telling_lines
from kb.matching.match import Evidence, Match
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from tests.contents import write_entry

LOG = "two nodes, the first step\n[rank1]: KeyError: 'lr'\nERROR: the launcher stops the others\nsee the table above\n"


@pytest.fixture
def entry(content):
    write_entry(content, "table", line="see the table above")
    (entry,) = Catalogue.of(load(content)).entries
    return entry


def query(log, followed=()):
    reading = read("", log, SignatureDatabase([]), keep=False)
    errors = reading.errors
    return query_of(errors.exceptions(), errors.lines, [reading], None, followed).split("\n")


def test_what_tells_most_comes_first():
    assert query(LOG)[:2] == ["[rank1]: KeyError: 'lr'", "ERROR: the launcher stops the others"]


def test_what_only_followed_from_an_exception_is_not_searched_for(entry):
    followed = Match(entry, 0.95, (Evidence(3, "", "decisive", ""), Evidence(4, "", "decisive", "")), "")

    assert set(query(LOG, [followed])) == {"[rank1]: KeyError: 'lr'", "two nodes, the first step"}


def test_where_hardly_any_line_is_an_error_every_line_may_be_nearly_known():
    few = read("", "half a mess\n", SignatureDatabase([]), keep=False)
    many = read(
        "", "".join(f"ERROR: of gadget {n}\n" for n in "abcde") + "half a mess\n", SignatureDatabase([]), keep=False
    )

    assert "half a mess" in {line.text for line in telling_lines([few])}
    assert "half a mess" not in {line.text for line in telling_lines([many])}
