"""What a delta adds: numbers go on where those of the base end, and what is gone is named."""

import json

import pytest

from kb.cache.build import base_tables, delta_tables
from kb.cache.kept import Kept
from kb.cache.tables import File, write
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.finder import Finder
from tests.contents import edit, write_entry


@pytest.fixture
def base(content, tmp_path):
    write_entry(content, "first")
    write_entry(content, "second")
    read = load(content)
    catalogue = Catalogue.of(read)
    with (tmp_path / "base").open("wb") as out:
        write(out, base_tables(catalogue, read.own, content, Finder(catalogue).tables()))
    return Kept(content, File((tmp_path / "base").open("rb")), None)


def test_a_delta_has_only_what_is_new(base, content):
    edit(content / "nccl/first/entry.md", "widget first was", "gizmo was")
    read = load(content)
    catalogue = Catalogue.of(read)

    tables = delta_tables(catalogue, read.own, content, [catalogue.by_slug["first"]], base.base())

    assert list(tables["entries"]) == ["first"]
    assert tables["lines"] == {"2": b"gizmo was not frobnicated in time"}
    assert json.loads(tables["uses"]["gizmo was not frobnicated in time"]) == [["first", 0]]
    facts = {key: json.loads(value) for key, value in tables["facts"].items()}
    assert (facts["gone"], facts["unused"], facts["fresh"]) == (["first"], [0], ["first"])


def test_what_is_only_removed_needs_no_database(base, content):
    catalogue = Catalogue.of(load(content))

    tables = delta_tables(catalogue, {}, content, [], base.base())

    assert tables["patterns"] == {}
    assert json.loads(tables["facts"]["gone"]) == []
