"""How far to trust the answers: figures as they were measured, and none where nothing was."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.pages.about.trust import FILE, in_short, of_public_reports, trust_view
from kb.runner.recording.standing import Standing, standing
from tests.shelf import make_content

MEASURED = {
    "date": "2026-11-22",
    "kinds": {
        "real samples": {
            "cases": 696, "first right": 0.986, "in first three": 0.99, "answered": 0.954, "answered wrongly": 0.001
        },
        "healthy logs": {
            "cases": 42, "first right": 0.0, "in first three": 0.0, "answered": 0.0, "answered wrongly": 0.0
        },
    },
    "sure": {"answers": 2070, "right": 2066},
    "bins": [[6, 536, 454], [9, 2070, 2066]],
}  # fmt: skip


@pytest.fixture
def shelf(tmp_path):
    return Catalogue.of(load(make_content(tmp_path / "content")))


def test_the_figures_are_those_that_were_measured(shelf, tmp_path):
    (tmp_path / FILE).write_text(json.dumps(MEASURED))
    shown = trust_view(shelf, {}, tmp_path)

    assert (shown.sure, shown.right, shown.precision) == ("2,070", "2,066", "99.8%")
    assert shown.kinds[0].first == "98.6%"
    assert shown.bins[1] == ("0.9–1.0", "2,070", "99.8%")


def test_guesses_are_compared_with_how_often_they_are_right(shelf, tmp_path):
    (tmp_path / FILE).write_text(json.dumps(MEASURED))
    assert trust_view(shelf, {}, tmp_path).guesses == (
        "Lower scores are guesses, and claim too little: 65% on average, right in 85% of the cases."
    )
    (tmp_path / FILE).write_text(json.dumps(MEASURED | {"bins": [[6, 10, 2]]}))
    assert "too much" in trust_view(shelf, {}, tmp_path).guesses


def test_what_real_reports_get_stands_beside_our_own_cases(shelf, tmp_path):
    shares = {"has an entry": 0.87, "right first": 0.43, "among three": 0.59, "proven": 0.12, "another proven": 0.04}
    (tmp_path / FILE).write_text(json.dumps(MEASURED | {"field": {"reports": 196, "among ten": 0.7, **shares}}))
    told = trust_view(shelf, {}, tmp_path).field

    assert (told.reports, told.known, told.first) == (196, "87.0%", "43.0%")
    assert (told.sure, told.right) == (24 + 8, 24)
    assert "24 of 32 answers to public reports were right" in in_short(shelf, 0, tmp_path)
    assert of_public_reports(tmp_path) == "of all its proved answers, 24 of 32 were right for public reports"


def test_of_a_healthy_log_no_answer_can_be_right(shelf, tmp_path):
    (tmp_path / FILE).write_text(json.dumps(MEASURED))
    healthy = trust_view(shelf, {}, tmp_path).kinds[1]

    assert (healthy.first, healthy.third, healthy.wrong) == ("", "", "0.0%")


def test_without_a_measurement_nothing_is_claimed(shelf, tmp_path):
    shown = trust_view(shelf, {}, tmp_path)
    assert (shown.date, shown.kinds, shown.precision, shown.guesses) == ("", (), "", "")
    assert of_public_reports(tmp_path) == ""


def test_entries_are_reproduced_waiting_or_not_reproducible(shelf, tmp_path):
    words = ["verified", "stale", "never run", "not reproduced"]
    shown = trust_view(shelf, {str(n): Standing(word) for n, word in enumerate(words)}, tmp_path)
    assert (shown.reproduced, shown.waiting, shown.impossible) == (1, 2, 1)


def test_the_census_counts_reports_and_entries_met(shelf, tmp_path):
    shown = trust_view(shelf, {}, tmp_path)
    assert (shown.sampled, shown.entries_met, shown.census_date) == ("20", 2, "2026-11-22")


def test_every_real_entry_stands_somewhere(catalogue):
    shown = trust_view(catalogue, {e.slug: standing(e) for e in catalogue}, settings.CONTENT_DIR)
    assert shown.reproduced + shown.waiting + shown.impossible == len(catalogue)
    assert shown.date and int(shown.sure.replace(",", "")) > 1000
