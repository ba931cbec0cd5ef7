"""The real content, kept and opened again, answers samples as if it had just been read."""

import pytest
from django.conf import settings

from kb.cache.folder import Folder
from kb.cache.keeper import Keeper
from kb.catalogue.loading.loader import load
from kb.diagnosis.explain import explain
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import explanation_as_json
from kb.diagnosis.reports.text_report import as_text
from kb.library import edition_of
from tests.cache.shelves import answers
from tests.reading.tables.reading import PASTED


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """The real catalogue's matcher out of the cache, and the one that was built."""
    root = settings.CONTENT_DIR
    keeper = Keeper(Folder(tmp_path_factory.mktemp("cache")), root)
    seen, content = keeper.seen(root), load(root)
    edition = edition_of(content)
    keeper.keep(content, edition.catalogue, edition.matcher.finder, seen)
    return Matcher(*keeper.open(root, thorough=True)[:2]), edition.matcher


def pastes(catalogue):
    for entry in catalogue:
        samples = [sample.read_text(encoding="utf-8", errors="replace") for sample in entry.samples()]
        # Half a log proves less, and what people say proves nothing: then words and half lines are asked.
        yield from (*samples, *(sample[: len(sample) // 3] for sample in samples))
        yield "\n".join((*entry.front.symptoms.en, *entry.front.symptoms.zh))


def test_samples_and_symptoms_have_the_same_answer(both):
    kept, matcher = both
    # Of every fourth entry: each one's tables are kept in the same way.
    texts = list(pastes([*matcher.catalogue][::4]))

    assert len(texts) > 400
    assert answers(kept, texts) == answers(matcher, texts)


def test_every_pasted_table_has_the_same_answer(both):
    kept, matcher = both
    texts = [path.read_text(encoding="utf-8") for path in PASTED.glob("*.txt")]

    assert answers(kept, texts) == answers(matcher, texts)


def test_terminal_and_explanation_are_the_same(both):
    kept, matcher = both
    for text in list(pastes(matcher.catalogue))[::29]:
        old, new = matcher.match_text(text), kept.match_text(text)
        assert as_text(old) == as_text(new)
        assert explanation_as_json(explain(old, matcher)) == explanation_as_json(explain(new, kept))


def test_every_page_of_the_catalogue_finds_the_same(both):
    kept, catalogue = (one.catalogue for one in both)
    assert (kept.areas, kept.guides) == (catalogue.areas, catalogue.guides)
    assert kept.entries == catalogue.entries
    assert kept.aliases == catalogue.aliases
    for slug in catalogue.by_slug:
        for asked in ("follows_from", "leads_on_to", "neighbours", "guides_for"):
            assert getattr(kept, asked)(slug) == getattr(catalogue, asked)(slug)
    assert kept.by_slug.get("nothing-like-it") is None
