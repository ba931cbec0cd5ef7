"""The issue that a reader may open: only with a repository, masked, and never too long for an address."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.pages.answers.feedback import feedback
from tests.shelf import LOG, UNKNOWN_LOG, make_content

SECRET = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Matcher:
    return Matcher(Catalogue.of(load(make_content(tmp_path_factory.mktemp("feedback") / "content"))))


@pytest.fixture
def repository(monkeypatch):
    monkeypatch.setattr(settings, "REPO", "https://git.example/o/n")


def test_without_a_repository_there_is_nothing_to_open(small, monkeypatch):
    monkeypatch.setattr(settings, "REPO", "")
    assert feedback(small.match_text(LOG)) is None


def test_a_wrong_answer_names_entry_score_and_lines(small, repository):
    told = feedback(small.match_text(LOG))

    assert told.wrong and "duplicate-gpu (score 0.95)" in told.body
    assert "Duplicate GPU detected : rank 0 and rank 2" in told.body


def test_the_address_says_exactly_what_the_page_shows(small, repository):
    told = feedback(small.match_text(UNKNOWN_LOG))
    asked = parse_qs(urlsplit(told.address).query)

    assert not told.wrong
    assert asked == {"title": ["Missing failure"], "body": [told.body]}


def test_a_secret_is_not_in_it(small, repository):
    told = feedback(small.match_text(f"RuntimeError: login failed with token {SECRET}\n"))
    assert SECRET not in told.body and SECRET not in told.address


def test_a_log_of_nothing_but_errors_fits_into_an_address(small, repository):
    told = feedback(small.match_text("".join(f"ValueError: {'x' * 390} {n}\n" for n in range(500))))
    assert len(told.address) < 8_000
