"""What a log proves, read with the standard library alone."""

import subprocess
import sys

import pytest

from kb.catalogue.schema.entry import Signature
from kb.runner.evidence.shown import measured, proofs, unusable, within

SIGNATURE = Signature("widget <int> was not frobnicated in time", proof="decisive")


def test_a_line_that_satisfies_the_signature_is_cited_with_its_number():
    (proof,) = proofs("x\n[rank0]: widget 7 was not frobnicated in time\n", (SIGNATURE,))

    assert (proof.line, proof.text) == (2, "[rank0]: widget 7 was not frobnicated in time")


def test_source_code_that_quotes_the_message_is_no_proof():
    assert proofs('  raise ValueError("widget 7 was not frobnicated in time")\n', (SIGNATURE,)) == []


def test_together_and_absent_are_part_of_the_proof():
    both = Signature(
        "the widget was late", proof="decisive", together=("the gadget was early",), absent=("all is well",)
    )

    assert proofs("the widget was late\n", (both,)) == []
    assert proofs("the widget was late\nthe gadget was early\n", (both,))
    assert proofs("the widget was late\nthe gadget was early\nall is well\n", (both,)) == []


def test_measured_values_come_in_order():
    assert measured("MEASURED loss = 1.5\nnoise\nMEASURED loss = 2e-3\nMEASURED other = 9\n", "loss") == [1.5, 0.002]


@pytest.mark.parametrize(
    ("value", "bound", "kept"), [(2, ">= 2.0", True), (1.9, ">= 2.0", False), (0, "== 0", True), (1, "< 1", False)]
)
def test_bounds(value, bound, kept):
    assert within(value, bound) is kept


def test_what_is_no_bound_says_how_to_write_one():
    with pytest.raises(ValueError, match=r"such as '>= 2.0'"):
        within(1, "about two")


def test_evidence_of_a_long_line_still_proves():
    log = "step " * 500 + "the widget 7 was not frobnicated in time"

    (proof,) = proofs(log, (SIGNATURE,))

    assert proofs(proof.text, (SIGNATURE,))


def test_what_is_no_number_is_no_value():
    log = "MEASURED x = nan\nMEASURED x = 1.2.3\nMEASURED x = -2.5e-3\n"

    assert measured(log, "x") == [-2.5e-3]
    assert unusable(log, "x") == ["nan", "1.2.3"]


def test_nothing_but_yaml_is_needed():
    """On a cluster node there is no Hyperscan, no Django, no ftfy."""
    absent = ["django", "hyperscan", "ftfy", "whoosh", "markdown", "rich"]
    blocked = f"import sys\nfor name in {absent}: sys.modules[name] = None\n"
    program = blocked + "import kb.runner.__main__ as m, sys; sys.exit(m.main(['list', '--json']))"

    assert subprocess.run([sys.executable, "-c", program], capture_output=True).returncode == 0
