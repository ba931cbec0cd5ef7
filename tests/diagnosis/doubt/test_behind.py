"""What an answer only named the class of, in public reports that it proves."""

import json

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.doubt.behind import behind
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.markdown_report import as_markdown
from tests.contents import write_entry

TABLE = (
    "proved\twas\treports\nclass\tclass\t3\nclass\tcold\t2\nclass\twarm\t1\nclass\t-\t1\ncold\tcold\t9\ncold\twarm\t1\n"
)
LINE = "WidgetError: something went wrong"


@pytest.fixture
def catalogue(content):
    for slug, line in (("class", LINE), ("cold", "WidgetError: too cold"), ("warm", "WidgetError: too warm")):
        write_entry(content, slug, line=line)
    (content / "proofs.tsv").write_text(TABLE)
    return Catalogue.of(load(content))


def test_it_names_the_commonest_first_and_counts_what_has_no_entry(catalogue):
    found = behind("class", catalogue)

    assert (found.reports, found.another) == (7, 4)
    assert [(entry.slug, number) for entry, number in found.named] == [("cold", 2), ("warm", 1)]
    assert "Of 7 sampled public reports" in found.words and "(2)" in found.words


def test_a_single_report_may_be_a_label_that_can_be_argued(catalogue):
    assert behind("cold", catalogue) is None


def test_what_nobody_counted_has_nothing_behind_it(catalogue):
    assert behind("warm", catalogue) is None


def test_answer_page_and_message_say_it(catalogue):
    answer = Matcher(catalogue).match_text(f"{LINE}\n")

    assert json.loads(json.dumps(as_json(answer)))["behind"] == {
        "reports": 7,
        "another": 4,
        "named": [{"slug": "cold", "reports": 2}, {"slug": "warm", "reports": 1}],
    }
    assert answer.behind.words in as_markdown(answer, "")
    assert [match.slug for match in answer.others] == ["cold", "warm"]


def test_an_answer_that_was_always_right_says_nothing(catalogue):
    answer = Matcher(catalogue).match_text("WidgetError: too cold\n")

    assert answer.behind is None and as_json(answer)["behind"] is None
