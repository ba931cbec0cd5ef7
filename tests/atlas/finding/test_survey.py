"""The shelf × the wanted texts → rows."""

from packaging.version import Version

from kb.atlas.finding import survey
from kb.atlas.finding.find import Finder
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.released.plan import Package
from kb.atlas.table import Row
from tests.atlas.shelves import atlas_of, member, put, whole

LINE_TEXT = "the store barrier timed out after <int> seconds on rank <int>"
HAS = "the store barrier timed out after {} seconds on rank {}"


def strings(versions) -> list[str]:
    return sorted(map(str, versions))


def test_a_line_is_in_a_release_that_has_all_that_the_best_release_has(shelf):
    releases = {
        "2.0": [member("torch/a.py", "another text altogether")],
        "2.1": [member("torch/a.py", "the store barrier timed out after {} minutes")],
        "2.2": [member("torch/a.py", HAS)],
        "2.3": [member("torch/moved.py", "now the store barrier timed out after %d seconds on rank %d")],
    }
    row = atlas_of(shelf, releases, (LINE_TEXT,)).rows["torch", LINE_TEXT]

    assert (strings(row.has), strings(row.partly)) == (["2.2", "2.3"], ["2.1"])
    assert row.where == "torch/moved.py:f"


def test_a_release_whose_literal_could_print_the_line_with_other_words_filled_in_is_no_no(shelf):
    releases = {
        "2.0": [member("torch/a.py", HAS)],
        "2.1": [member("torch/a.py", "the {} barrier timed {} after {} seconds on {} {}")],
        "2.2": [member("torch/a.py", "the {} barrier was {} after {} seconds on {} {}")],
    }
    row = atlas_of(shelf, releases, (LINE_TEXT,)).rows["torch", LINE_TEXT]

    assert (strings(row.has), strings(row.partly)) == (["2.0"], ["2.1"])


def test_a_line_that_no_release_has_enough_of_has_no_row(shelf):
    assert atlas_of(shelf, {"2.0": [member("a.py", "the store barrier")]}, (LINE_TEXT,)).rows == {}


def test_names_have_rows_in_the_packages_that_they_are_asked_of():
    items = [Wanted(LINE, LINE_TEXT), Wanted(NAME, "A_B"), Wanted(NAME, "x_y", frozenset({"NCCL"}))]
    package = Package("torch", ("torch",), Version("2"), ())

    assert survey.asked(items, package.name) == items[:2]


def test_what_is_known_of_releases_that_are_not_on_the_shelf_stays(shelf):
    put(
        shelf,
        {
            "2.2": [member("torch/a.py", "the store barrier timed out after {} seconds")],
            "2.3": [member("torch/a.py", HAS)],
        },
    )
    known = Row("torch", LINE, LINE_TEXT, frozenset({Version("2.1")}), frozenset({Version("2.0")}), 1.0, "torch/a.py:f")

    (row,) = survey.rows(
        survey.Looking(shelf, "torch", whole(["2.2", "2.3"])), Finder([Wanted(LINE, LINE_TEXT)]), [known]
    )

    assert (strings(row.has), strings(row.partly)) == (["2.1", "2.3"], ["2.0", "2.2"])


def test_less_than_the_best_known_release_had_is_no_line(shelf):
    put(shelf, {"2.2": [member("torch/a.py", "the store barrier timed out after {} seconds on {}")]})
    known = Row("torch", LINE, LINE_TEXT, frozenset({Version("2.1")}), share=1.0)

    (row,) = survey.rows(survey.Looking(shelf, "torch", whole(["2.2"])), Finder([Wanted(LINE, LINE_TEXT)]), [known])

    assert strings(row.has) == ["2.1"]


def test_a_line_is_told_by_a_light_read_where_no_whole_release_has_it_elsewhere(shelf):
    put(shelf, {"2.2": [member("torch/a.py", HAS)], "2.3": [member("torch/lib/big.so", HAS)]})
    for versions, light in ((["2.2"], True), (["2.2", "2.3"], False)):
        looking = survey.Looking(shelf, "torch", whole(versions), is_light=lambda path: path.endswith(".py"))
        (row,) = survey.rows(looking, Finder([Wanted(LINE, LINE_TEXT)]))

        assert row.light == light


def test_a_name_is_told_by_a_light_read_likewise(shelf):
    put(shelf, {"2.2": [member("torch/a.py", names=("a_b",))], "2.3": [member("torch/lib/big.so", names=("a_b",))]})
    for versions, light in ((["2.2"], True), (["2.2", "2.3"], False)):
        looking = survey.Looking(shelf, "torch", whole(versions), is_light=lambda path: path.endswith(".py"))
        (row,) = survey.rows(looking, Finder([Wanted(NAME, "a_b")]))

        assert row.light == light


def test_what_light_members_tell_is_kept_where_no_release_is_on_the_shelf(shelf):
    known = Row("torch", NAME, "a_b", frozenset({Version("2.2")}), light=True)
    looking = survey.Looking(shelf, "torch", {}, is_light=lambda path: path.endswith(".py"))

    assert survey.rows(looking, Finder([Wanted(NAME, "a_b")]), [known]) == [known]
