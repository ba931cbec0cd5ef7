"""What a check has printed, as a page says it: the outcome with its line, a contradiction, or what would tell."""

from pathlib import Path

from kb.catalogue.schema.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome, ShownBy
from kb.diagnosis.differential.outcomes import output_of
from kb.pages.answers.output import output_view

OUTCOMES = (
    Outcome("wet", "It is wet.", "湿", shown_by=(ShownBy(line="humidity is <int> percent", absent=("dry season",)),)),
    Outcome("dry", "It is dry.", "干", shown_by=(ShownBy(line="dust was found"),)),
    Outcome("dull", "It is dull.", "闷"),
    Outcome(COULD_NOT, "No.", "否"),
)
CHECK = Check("air", Path("air.md"), CheckFront("How is the air?", ChineseCheck("空气？", "看"), 1, OUTCOMES), "")


def view(text):
    return output_view(output_of(CHECK, [("", text)]))


def test_the_line_that_shows_an_outcome_is_shown_with_its_place():
    found = view("$ air\nhumidity is 90 percent\n")

    assert [(seen.words, seen.place, seen.text) for seen in found.seen] == [
        ("It is wet.", "line 2", "humidity is 90 percent")
    ]
    assert found.check == "How is the air?" and found.would == ()


def test_where_nothing_shows_an_outcome_it_says_what_would():
    found = view("nice weather")

    assert found.would == (
        ("It is wet.", ("humidity is <int> percent, without dry season",)),
        ("It is dry.", ("dust was found",)),
        ("It is dull.", ("only somebody who looks can tell",)),
    )


def test_what_contradicts_itself_is_shown_line_by_line():
    found = view("humidity is 90 percent\ndust was found")

    assert [seen.place for seen in found.seen] == ["line 1", "line 2"]
    assert "exclude each other" in found.sentence and found.would == ()
