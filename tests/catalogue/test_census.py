"""content/census.tsv: how often each failure was met, and in which situation."""

import pytest

from kb.catalogue.census import COLUMNS, SITUATIONS, Census, Met, read_census
from kb.catalogue.loading.loader import load
from tests.census import TABLE, described, reports, table

HEADER = "\t".join(COLUMNS)


def row(slug="cold", threads="7", sampled="400", date="2026-11-22", **situations):
    counts = (situations.get(name.replace("-", "_"), "0") for name in SITUATIONS)
    return "\t".join([slug, threads, *counts, sampled, date])


def test_each_line_is_a_failure_with_its_threads_and_situations():
    census = read_census("\n".join([HEADER, row(start="4", first_step="2"), row("warm", "3", wrong="3")]))

    assert census.met == {"cold": Met(7, {"start": 4, "first-step": 2}), "warm": Met(3, {"wrong": 3})}
    assert (census.sampled, census.date) == (400, "2026-11-22")


def test_a_failure_that_nobody_reported_has_no_threads():
    census = read_census(f"{HEADER}\n{row()}\n")

    assert census.threads("cold") == 7
    assert census.threads("never-heard-of") == 0


def test_the_usual_share_of_a_situation_is_that_of_all_reports_and_never_nothing():
    usual = read_census("\n".join([HEADER, row(start="4"), row("warm", start="2", slow="4")])).usual

    assert sum(usual.values()) == pytest.approx(1)
    assert set(usual) == set(SITUATIONS)
    assert usual["start"] == pytest.approx(7 / 20) and usual["slow"] == pytest.approx(5 / 20)
    assert usual["exit"] == pytest.approx(1 / 20)


def test_without_a_census_every_situation_is_as_usual_as_any_other():
    assert len(set(Census().usual.values())) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: the header must be slug threads start"),
        (HEADER.replace("\t", " "), "with tabs between"),
        (f"{HEADER}\n{row()}\tmore", "line 2: 14 cells, whole numbers but for slug and date"),
        (f"{HEADER}\n{row()}\n{row(start='some')}", "line 3: 14 cells"),
        (f"{HEADER}\n{row(threads='-1')}", "line 2"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text, message):
    with pytest.raises(ValueError, match="line") as error:
        read_census(text)

    assert message in str(error.value)


def test_a_broken_census_is_a_problem_of_the_content_and_hides_nothing_else(content):
    (content / "census.tsv").write_text("cold 7\n", encoding="utf-8")

    loaded = load(content)

    assert loaded.census == Census()
    assert [problem.file.name for problem in loaded.problems] == ["census.tsv"]


def test_without_the_file_nothing_is_known_and_nothing_is_wrong(content):
    assert (load(content).census, load(content).problems) == (Census(), [])


def test_the_census_that_the_catalogue_holds_is_that_of_our_labelled_reports(catalogue):
    told = described(reports())

    assert {entry.slug: entry.reported for entry in catalogue if entry.reported} == {
        slug: tuple(text.splitlines()) for slug, text in told.items()
    }
    assert TABLE.read_text(encoding="utf-8") == table(reports(), catalogue.census.date)


def test_a_report_that_is_held_back_counts_for_nothing_yet():
    told = [
        {"text": "It  is\ncold.", "entries": ["cold"], "situation": "start"},
        {"text": "Ice.", "entries": ["cold"], "situation": "start", "held_back": True},
    ]

    assert described(told) == {"cold": "It is cold.\n"}
    assert read_census(table(told, "2026-11-22")).met == {"cold": Met(1, {"start": 1})}
