"""The catalogue answers what leads to what, both ways, however far apart."""

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from tests.contents import edit, write_entry


def catalogue_of(content):
    return Catalogue.of(load(content))


def test_a_consequence_of_a_consequence_is_one(content):
    write_entry(content, "oom", leads_to="timeout")
    write_entry(content, "timeout", leads_to="table")
    write_entry(content, "table")
    catalogue = catalogue_of(content)

    assert catalogue.leads_to("oom", "table")
    assert not catalogue.leads_to("table", "oom")
    assert [entry.slug for entry in catalogue.follows_from("table")] == ["timeout"]
    assert catalogue.all_causes("table") == {"oom", "timeout"} and catalogue.all_causes("oom") == frozenset()
    assert [entry.slug for entry in catalogue.leads_on_to("oom")] == ["timeout"]


def test_look_alikes_are_shown_on_both_pages(content):
    first = write_entry(content, "first")
    write_entry(content, "second")
    edit(first, "leads_to: []", "tell_apart: [{slug: second, check: feel it}]")
    catalogue = catalogue_of(content)

    assert [(entry.slug, check) for entry, check in catalogue.neighbours("first")] == [("second", "feel it")]
    assert [(entry.slug, check) for entry, check in catalogue.neighbours("second")] == [("first", "feel it")]


def test_both_go_by_their_names_on_both_pages(content):
    path = write_entry(content, "first")
    write_entry(content, "second")
    edit(path, "leads_to: []", 'leads_to: []\ntell_apart:\n  - {slug: second, check: "<this> is cold; <that> is warm"}')
    catalogue = Catalogue.of(load(content))

    (_, mine), (_, its) = *catalogue.neighbours("first"), *catalogue.neighbours("second")

    assert mine == its == "“About first” is cold; “About second” is warm"


def test_entries_come_in_the_order_of_the_areas(content):
    write_entry(content, "a-widget", area="ddp")
    write_entry(content, "z-widget", area="nccl")

    assert [entry.slug for entry in catalogue_of(content)] == ["z-widget", "a-widget"]


def test_a_former_slug_leads_to_todays(content):
    path = write_entry(content, "today")
    edit(path, "leads_to: []", "aliases: [yesterday]")

    assert catalogue_of(content).aliases == {"yesterday": "today"}
