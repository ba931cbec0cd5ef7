"""Entry → the releases that have its lines."""

from packaging.version import Version

from kb.atlas.table import Atlas, Release, Row, save
from kb.catalogue.loading.loader import load
from kb.pages.entries.released import released
from tests.contents import write_entry

LINE = "the widget <int> was not frobnicated in time"
PLAN = "torch:\n  distributions: [torch]\n  since: '2.0'\n  members: ['torch/*.py']\n"


def entry_of(content):
    write_entry(content, "cold-widget", line=LINE)
    return load(content).entries[0]


def save_atlas(content, has: str) -> None:
    (content / "atlas.yaml").write_text(PLAN)
    releases = [Release(Version(v), "f", "2026-01-02") for v in ("2.0.0", "2.1.0")]
    row = Row("torch", "line", LINE, frozenset({Version(has)}))
    save(Atlas({"torch": releases}, {("torch", LINE): row}, {LINE: "line"}), content)


def test_a_page_shows_what_the_atlas_beside_its_content_says(content):
    entry = entry_of(content)
    save_atlas(content, "2.1.0")

    (strip,) = released(entry)
    assert (strip.package, strip.words) == ("torch", "from 2.1.0, still in 2.1.0")


def test_a_renewed_atlas_is_read_again(content):
    entry = entry_of(content)
    save_atlas(content, "2.1.0")
    released(entry)
    save_atlas(content, "2.0.0")

    assert not released(entry)[0].newest_has_it


def test_without_an_atlas_nothing_is_shown(content):
    assert released(entry_of(content)) == ()
