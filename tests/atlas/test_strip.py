"""What a page shows of the releases that have a line."""

from packaging.version import Version

from kb.atlas.released.plan import Package
from kb.atlas.strip import strips
from kb.atlas.table import NO, UNKNOWN, YES
from kb.catalogue.loading.loader import load
from tests.atlas.shelves import DATE, atlas_of, member
from tests.contents import write_entry

LINE = "the widget <int> was not frobnicated in time"
WITHOUT, WITH = [member("torch/a.py")], [member("torch/a.py", "the widget %d was not frobnicated in time")]
TORCH = Package("torch", ("torch",), Version("2.0"), ())


def test_one_cell_a_minor_release_shows_its_newest_patch_that_was_opened(content, shelf):
    write_entry(content, "cold-widget", line=LINE)
    releases = {"2.0.0": WITHOUT, "2.0.1": WITHOUT, "2.1.0": WITH, "2.1.1": None, "2.2.0": None, "2.3.0": WITH}
    (entry,) = load(content).entries
    (strip,) = strips(entry, [TORCH], atlas_of(shelf, releases, (LINE,)))

    assert [(cell.release, cell.status) for cell in strip.cells] == [
        ("2.0.1", NO),
        ("2.1.0", YES),
        ("2.2.0", UNKNOWN),
        ("2.3.0", YES),
    ]
    assert (strip.package, strip.words, strip.newest_has_it, strip.read) == (
        "torch",
        "from 2.1.0, still in 2.3.0",
        True,
        DATE,
    )


def test_a_line_that_no_package_has_shows_nothing(content, shelf):
    write_entry(content, "cold-widget", line=LINE)
    (entry,) = load(content).entries

    assert strips(entry, [TORCH], atlas_of(shelf, {"2.0.0": WITHOUT}, (LINE,))) == []
