"""Facts prove and hint as lines do, and evidence shows the line, the value and the comparison."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.matching.finder import Finder
from kb.matching.match import Told
from kb.reading.one_pass import read
from tests.contents import write_entry

DF = "Filesystem      Size  Used Avail Use% Mounted on\nshm   {size}  {size} 0 100% /dev/shm\n"
BELOW = "leads_to: []"


def finder(content, *signatures, line="the widget is much too cold"):
    path = write_entry(content, "full", line=line)
    more = "".join(f"  - {{{signature}}}\n" for signature in signatures)
    path.write_text(path.read_text().replace(BELOW, more + BELOW))
    return Finder(Catalogue.of(load(content)))


def matches(found, *files):
    return found.by_signature([read(name, text, found.signatures, keep=False) for name, text in files])


def test_a_decisive_fact_is_an_answer_and_shows_why(content):
    found = finder(content, "fact: shm_bytes < 1 GiB, proof: decisive")
    (match,) = matches(found, ("a.txt", DF.format(size="64M")))
    (item,) = match.evidence

    assert match.confident
    assert (item.file, item.line, item.text) == ("a.txt", 2, "shm   64M  64M 0 100% /dev/shm")
    assert item.fact.sentence == "size of /dev/shm: 64 MiB (shm_bytes < 1 GiB, /dev/shm)"
    assert match.reason == "Only this failure looks like this."


def test_a_fact_that_does_not_hold_says_nothing(content):
    assert matches(finder(content, "fact: shm_bytes < 1 GiB, proof: decisive"), ("", DF.format(size="16G"))) == []


def test_a_supporting_fact_is_a_hint(content):
    (match,) = matches(finder(content, "fact: shm_used >= 95%, proof: supporting"), ("", DF.format(size="16G")))

    assert not match.confident


def test_two_facts_of_one_line_are_both_shown(content):
    found = finder(content, "fact: shm_bytes < 1 GiB, proof: supporting", "fact: shm_used >= 95%, proof: supporting")
    (match,) = matches(found, ("", DF.format(size="64M")))

    assert [item.fact.condition for item in match.evidence] == ["shm_bytes < 1 GiB", "shm_used >= 95%"]


def test_it_holds_where_it_holds_for_any_host_and_the_evidence_says_which(content):
    found = finder(content, "fact: shm_bytes < 1 GiB, proof: supporting")
    head = "rankdown-collect 1\nhost: {}\n\n== df at=0.1s ==\n"
    files = [(host, head.format(host) + DF.format(size=size)) for host, size in (("node1", "16G"), ("node2", "64M"))]
    (match,) = matches(found, *files)

    assert [(item.file, item.fact.host) for item in match.evidence] == [("node2", "node2")]


def test_the_rank_of_a_section_is_the_evidences(content):
    found = finder(content, "fact: fd_limit <= 1024, proof: supporting")
    limits = "Limit                     Soft Limit           Hard Limit           Units\nMax open files            1024                 4096                 files\n"  # noqa: E501
    (match,) = matches(found, ("", f"rankdown-collect 1\n\n== limits pid=7 rank=3 at=0.1s ==\n{limits}"))

    assert match.evidence[0].rank == "3"


@pytest.mark.parametrize(("size", "proved"), [("64M", True), ("16G", False)])
def test_a_line_can_need_a_fact_of_another_file_of_the_job(content, size, proved):
    found = finder(content, "line: gadgets lost their partner, proof: decisive, together: ['fact: shm_bytes < 1 GiB']")
    found = matches(found, ("rank0.log", "gadgets lost their partner\n"), ("df.txt", DF.format(size=size)))

    assert [match.confident for match in found] == ([True] if proved else [])


@pytest.mark.parametrize(("size", "proved"), [("64M", False), ("16G", True)])
def test_a_line_can_be_ruled_out_by_a_fact(content, size, proved):
    found = finder(content, "line: gadgets lost their partner, proof: decisive, absent: ['fact: shm_bytes < 1 GiB']")

    assert bool(matches(found, ("", "gadgets lost their partner\n" + DF.format(size=size)))) == proved


def test_a_fact_alone_may_need_a_line(content):
    found = finder(content, "fact: shm_bytes < 1 GiB, proof: supporting, together: [gadgets lost their partner]")

    assert matches(found, ("", DF.format(size="64M"))) == []
    assert matches(found, ("", DF.format(size="64M") + "gadgets lost their partner\n")) != []


def test_a_line_that_proves_as_a_line_is_not_cited_again_as_a_fact(content):
    found = finder(content, "fact: xid = 79, proof: decisive", line="GPU has fallen off the bus")
    (match,) = matches(found, ("", "[ 1.0] NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n"))

    assert [item.fact for item in match.evidence] == [None]


def test_a_word_is_said_and_no_internal_name():
    told = Told("standing_in = collective", "collective", "process 6473", "", 1)
    assert told.sentence == "what a rank waits in, by its stack: a collective (process 6473)"
    with speaking("zh"):
        assert told.sentence == "从栈看，rank 在等什么：某个集合通信（process 6473）"
