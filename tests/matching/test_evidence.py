"""What of a log is cited for an entry, in which order, and why."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.evidence import MOST_EVIDENCE, best_first, cited, grounds, reason, shared_by
from kb.matching.match import Ground, Match
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from tests.contents import edit, write_entry


@pytest.fixture
def database(content):
    write_entry(content, "cold", line="the widget is much too cold")
    both = write_entry(content, "both", line="gadget lost its partner", sample="gadget lost its partner\nit was slow")
    edit(both, "    proof: decisive", "    proof: decisive\n    together: [it was slow]")
    return SignatureDatabase(Catalogue.of(load(content)).entries)


def evidence(database, log):
    hits = database.satisfied(read("", log, database, keep=False).found)
    return best_first([item for hit in hits for item in cited(hit)])


def test_lines_that_prove_together_are_all_cited(database):
    found = evidence(database, "it was slow\nx\ngadget lost its partner\n")

    assert [(item.line, item.proof) for item in found] == [(3, "decisive"), (1, "together")]
    assert "together" in reason(found)
    assert [ground.kind for ground in grounds(found)] == ["decisive line"]


def test_source_code_that_quotes_the_message_counts_only_where_the_message_is_missing(database):
    quoted = '    raise RuntimeError("the widget is much too cold")\n'

    assert [item.proof for item in evidence(database, quoted)] == ["echo"]
    assert [item.line for item in evidence(database, quoted + "the widget is much too cold\n")] == [2]


def test_a_message_that_is_repeated_without_end_is_cited_to_a_bound(database):
    assert len(evidence(database, "the widget is much too cold\n" * 500)) == MOST_EVIDENCE


def test_where_ranks_stand_tells_the_more_the_fewer_failures_it_fits(database):
    entries = {use.owner.slug: use.owner for uses in database.compiled.uses.values() for use in uses}
    generic, special = Ground("where ranks stand", "apart", 0.4), Ground("where ranks stand", "in generate", 0.4)
    words = Ground("words", "", 0.2)
    found = shared_by(
        [Match(entries["cold"], 0.4, (), "", (generic, words)), Match(entries["both"], 0.4, (), "", (generic, special))]
    )

    assert [[round(ground.score, 2) for ground in match.grounds] for match in found] == [[0.7, 0.2], [0.7, 1.0]]


def test_of_a_line_that_goes_together_a_printed_place_is_cited_and_the_nearest(database):
    log = "我的训练 it was slow 怎么办\nit was slow\nx\nx\nit was slow\ngadget lost its partner\n"

    assert [(item.line, item.proof) for item in evidence(database, log)] == [(6, "decisive"), (5, "together")]
