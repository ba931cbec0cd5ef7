"""What changed, as Markdown."""

from packaging.version import Version

from kb.atlas.released.plan import Package
from kb.atlas.report import news
from kb.catalogue.loading.loader import load
from tests.atlas.shelves import atlas_of, member
from tests.contents import write_entry

LINE = "the widget <int> was not frobnicated in time"
TORCH = Package("torch", ("torch",), Version("2.0"), ())
RELEASES = {
    "2.0": [member("torch/a.py", "the widget %d was not frobnicated in time")],
    "2.1": [member("torch/a.py", "widget %d was never frobnicated in time")],
}


def test_a_line_that_is_gone_is_told_with_its_new_wording_and_the_entries_that_rest_on_it(content, shelf):
    write_entry(content, "cold-widget", line=LINE)
    text = "\n".join(news(load(content), atlas_of(shelf, RELEASES, (LINE,)), shelf, [TORCH], {"torch": Version("2.0")}))

    assert text.startswith("# torch 2.1 after 2.0")
    assert f"- `{LINE}`: last in 2.0, gone by 2.1 (torch/a.py:f)" in text
    assert "now: `widget %d was never frobnicated in time`" in text
    assert "cold-widget: 0 of the 1 decisive lines that this package ever had are in 2.1" in text
    assert "New messages where entries' lines stand: 1" in text


def test_a_package_without_a_newer_release_is_not_mentioned(content, shelf):
    atlas = atlas_of(shelf, RELEASES, (LINE,))

    assert list(news(load(content), atlas, shelf, [TORCH], {"torch": Version("2.1")})) == []
