"""An entry that was kept is the entry that was read, whatever it has."""

from dataclasses import replace
from pathlib import Path

from kb.cache.records import of_entry, of_shelves, to_both, to_catalogue, to_entry
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from tests.shelf import make_content


def test_every_real_entry_comes_back_the_same(catalogue):
    for entry in catalogue:
        assert to_entry(of_entry(entry, ()), entry.path.parents[2]) == entry


def test_what_others_added_to_an_entry_can_be_told_from_its_own(catalogue):
    entry = next(entry for entry in catalogue if entry.front.leads_to)
    record = of_entry(entry, ("own",))

    whole, own = to_both(record, entry.path.parents[2])

    assert whole == entry
    assert own == replace(entry, front=replace(entry.front, leads_to=("own",)))


def test_an_entry_lies_where_the_content_is_now(catalogue):
    entry = next(iter(catalogue))

    assert to_entry(of_entry(entry, ()), Path("/copy")).path == Path("/copy", entry.area, entry.slug, "entry.md")


def test_all_but_the_entries_comes_back_the_same(tmp_path):
    content = load(make_content(tmp_path / "content"))
    catalogue = Catalogue.of(content)

    again = to_catalogue(of_shelves(catalogue, content.root), content.root, {}, {}, {})

    for name in ("areas", "guides", "checks", "census", "situations"):
        assert getattr(again, name) == getattr(catalogue, name), name
