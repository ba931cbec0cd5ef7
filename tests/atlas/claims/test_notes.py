"""A note under `versions:` × the releases that have the names in it."""

from dataclasses import replace

import pytest

from kb.atlas.claims import check
from kb.catalogue.loading.loader import load
from tests.atlas.claims.widget import LINE, TORCH, WITH, WITHOUT
from tests.atlas.shelves import atlas_of
from tests.contents import edit, write_entry


def test_a_boundary_between_releases_that_nobody_opened_is_no_knowledge(problems):
    (problem,) = problems("n?yy", specifier=">=2.2")

    assert "the boundary lies between 2.1.0 and 2.2.0, and not both were opened" in problem


def test_a_boundary_between_two_that_were_opened_is(problems):
    assert problems("nnyy", specifier=">=2.2") == []


def test_a_name_that_came_with_another_release_contradicts_the_note(problems):
    (problem,) = problems("nyyy", specifier=">=2.2")

    assert "PyTorch" not in problem and "`device_id` is in the releases from 2.1.0, still in 2.3.0" in problem


def test_a_name_beside_the_release_that_brought_it_is_an_aside(problems):
    note = "Frobnicated by default; `device_id` (since 2.1) brings the old ways back."

    assert problems("nyyy", specifier=">=2.2", note=note) == []


@pytest.mark.parametrize(("told", "found"), [(True, 0), (False, 1)])
def test_a_light_read_is_enough_for_names_that_it_can_know(content, shelf, told, found):
    path = write_entry(content, "cold-widget", line=LINE)
    edit(
        path, "leads_to:", 'versions:\n  - {package: torch, specifier: ">=2.1", note: "`device_id` is new."}\nleads_to:'
    )
    atlas = atlas_of(shelf, {"2.0.0": WITHOUT, "2.1.0": WITH}, (LINE,), ("device_id",))
    atlas.releases["torch"] = [replace(release, light=True) for release in atlas.releases["torch"]]
    atlas.rows = {key: replace(row, light=told) for key, row in atlas.rows.items()}

    assert len(list(check(load(content), [TORCH], atlas))) == found


def test_a_name_that_never_changed_says_nothing_about_a_default(problems):
    assert problems("yyyy", specifier=">=2.2", note="the default of `device_id` is new") == []
