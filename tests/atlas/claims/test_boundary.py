"""The places at which a specifier begins or ends to hold, and who opened the releases beside them."""

import pytest
from packaging.version import Version

from kb.atlas.claims.boundary import boundaries, opened_for, releases_of, versions_in
from kb.atlas.table import Atlas, Release
from tests.atlas.claims.widget import TORCH

RELEASES = [Version(f"2.{n}.0") for n in range(5)]


@pytest.mark.parametrize(
    ("specifier", "newer"),
    [
        (">=2.2", ["2.2.0"]),
        ("<2.2", ["2.2.0"]),
        ("<=2.2.0", ["2.3.0"]),
        (">=2.1,<2.3", ["2.1.0", "2.3.0"]),
        (">=2", []),
    ],
)
def test_a_boundary_is_named_by_the_release_beyond_it(specifier, newer):
    assert [str(one.newer.version) for one in boundaries(specifier, RELEASES, set())] == newer


def test_it_is_known_only_where_both_sides_were_opened():
    (known,) = boundaries(">=2.2", RELEASES, {Version("2.1.0"), Version("2.2.0")})
    (unknown,) = boundaries(">=2.2", RELEASES, {Version("2.2.0")})

    assert known.is_opened() and not unknown.is_opened()


def test_a_specifier_names_versions_and_all_names_none():
    assert set(versions_in(">=2.2,!=2.4.*")) == {Version("2.2"), Version("2.4")}
    assert versions_in("all") == versions_in("some day") == []


def test_releases_of_a_package_are_known_before_anybody_opens_them():
    atlas = Atlas({"torch": [Release(Version("2.1.0"), "f", "2026-01-02"), Release(Version("2.0.0"))]})

    assert releases_of(TORCH, atlas) == [Version("2.0.0"), Version("2.1.0")]
    assert opened_for("`device_id` is new", TORCH, atlas) == {Version("2.1.0")}
