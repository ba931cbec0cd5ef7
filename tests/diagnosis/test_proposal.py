"""What a log suggests for the entry that nobody has written about it yet."""

import re

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.checks.signatures import defects
from kb.catalogue.drafting.punching import with_holes
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.proposal import propose
from kb.matching.patterns import Line
from kb.reading.text.compact import Compact
from kb.reading.text.lines import without_prefix
from tests.contents import write_entry

TABLE = "the table of torn widgets"
SAMPLES = sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))


@pytest.fixture
def matcher_of(content):
    """A matcher of three entries, two of which three others lead to, as to torchrun's table."""
    write_entry(content, "table", line=TABLE, area="ddp")
    for n in range(3):
        write_entry(content, f"cause-{n}", leads_to="table", line=f"widget number {n} was torn by its owner")
    return Matcher(Catalogue.of(load(content)))


def test_the_exception_that_nothing_explains_is_the_line_and_not_the_last_one(matcher_of):
    log = f"step 1\n[rank1]: ValueError: gather_list on rank 3 is wrong\n[rank0]: RuntimeError: {TABLE}\n"

    proposal = propose(matcher_of.match_text(log))

    assert proposal.line == "ValueError: gather_list on rank <int> is wrong"
    assert (proposal.kind, proposal.leads_to, proposal.follows_from) == ("error", ("table",), ())


@pytest.mark.parametrize(
    "line, proof",
    [
        ("KeyError: Caught KeyError in DataLoader worker process 0.", "supporting"),
        ("TypeError: forward() got an unexpected keyword argument 'widget'", "supporting"),
        ("RuntimeError: the flux capacitor is not calibrated", "decisive"),
        ("widget.errors.KeyError: torn", "decisive"),
    ],
)
def test_what_any_program_may_raise_is_not_proposed_as_proof(matcher_of, line, proof):
    assert propose(matcher_of.match_text(f"{line}\n")).proof == proof


def test_without_an_exception_it_is_the_first_error_line_that_no_entry_cites(matcher_of):
    log = f"widget number 1 was torn by its owner, error\ncannot use port 29500\nfatal: {TABLE}\n"

    proposal = propose(matcher_of.match_text(log))

    assert proposal.line == "cannot use port <int>"
    assert (proposal.follows_from, proposal.leads_to) == (("cause-1",), ("table",))


def test_area_and_retry_are_those_of_the_nearest_entries(matcher_of, content):
    proposal = propose(matcher_of.match_text("RuntimeError: widget was torn by somebody\n"))

    assert (proposal.area, proposal.retry) == ("nccl", "change-first")
    assert "cause-0" in proposal.alike


def test_a_log_without_an_error_suggests_no_line(matcher_of):
    proposal = propose(matcher_of.match_text("step 1 loss 0.5\n"))

    assert (proposal.line, proposal.kind) == ("", "")


def test_only_timeouts_are_a_hang(matcher):
    log = (
        "[rank1]:[E1122 03:00:01.000000000 ProcessGroupNCCL.cpp:632] [Rank 1] Watchdog caught collective operation "
        "timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600028 "
        "milliseconds before timing out.\n"
    )

    assert propose(matcher.match_text(log)).kind == "hang"


def test_what_is_proposed_from_real_logs_finds_them_again_and_keeps_the_rules(matcher):
    """Every error line of every sample; those of few words are for the writer to make longer."""
    lines = {
        without_prefix(line.text) for path in SAMPLES for line in matcher.match([("", path.read_bytes())]).error_lines
    }
    proposed = {line: with_holes(line) for line in lines if len(line) < 300}
    long_enough = {line: punched for line, punched in proposed.items() if not list(defects(punched, 12))}
    missed = [
        (line, punched)
        for line, punched in long_enough.items()
        if not re.search(Line(punched).pattern, Compact(line).data, re.IGNORECASE)
    ]

    assert len(long_enough) > 0.9 * len(proposed) > 500
    assert missed == []
