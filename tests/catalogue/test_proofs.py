"""content/proofs.tsv: what public reports that an entry proves turned out to be."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.catalogue.proofs import COLUMNS, Proofs, read_proofs
from kb.diagnosis.matcher import Matcher
from tests.contents import write_entry
from tests.proofs import TABLE, counted, table

HEADER = "\t".join(COLUMNS)


def test_each_entry_has_its_reports_and_what_else_they_were():
    found = read_proofs(f"{HEADER}\ncold\tcold\t3\ncold\twarm\t2\nwarm\t-\t1\n")

    assert found == {"cold": Proofs(5, {"warm": 2}), "warm": Proofs(1, {"-": 1})}
    assert found["cold"].another == 2


@pytest.mark.parametrize("text", ["", "proved was reports", f"{HEADER}\ncold\tcold", f"{HEADER}\ncold\tcold\tmany"])
def test_what_cannot_be_read_is_said_with_its_line(text):
    with pytest.raises(ValueError, match="line"):
        read_proofs(text)


def test_what_cannot_be_read_is_a_problem_of_the_content(content):
    (content / "proofs.tsv").write_text("who\tknows\n")

    assert any("header must be" in problem.message for problem in load(content).problems)


def test_only_proofs_of_reports_with_a_sure_label_are_counted(content):
    write_entry(content, "cold", line="WidgetError: too cold")
    text = "WidgetError: too cold\n"
    told = [("cold", "high", ["cold"]), ("warm", "high", []), ("cold", "low", ["cold"]), ("unknown", "high", [])]
    found = [{"text": text, "label": label, "sure": sure, "entries": right} for label, sure, right in told]
    found += [found[0] | {"text": "It is cold."}, found[0] | {"held_back": True}]

    counts = counted(found, Matcher(Catalogue.of(load(content))))

    assert table(counts) == f"{HEADER}\ncold\tcold\t1\ncold\t-\t1\n"


def test_the_table_is_of_the_catalogue():
    rows = [line.split("\t") for line in TABLE.read_text().splitlines()[1:]]
    known = {path.parent.name for path in TABLE.parent.glob("*/*/entry.md")}

    assert {proved for proved, _, _ in rows} <= known and {was for _, was, _ in rows} <= known | {"-"}
