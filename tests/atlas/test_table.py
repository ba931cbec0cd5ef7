"""The two files of the atlas."""

from packaging.version import Version

from kb.atlas.table import NO, NOWHERE, PARTLY, UNKNOWN, YES, Atlas, Release, Row, load, runs, save

V = Version
RELEASES = [
    Release(V("2.0.0"), "a.whl", "2026-01-02"),
    Release(V("2.0.1")),
    Release(V("2.1.0"), "b.whl", "2026-01-02", True),
]


def atlas() -> Atlas:
    row = Row(
        "torch",
        "line",
        "the widget\\is <int>",
        frozenset({V("2.1.0")}),
        frozenset({V("2.0.0")}),
        0.87,
        "torch/a.py:f",
        True,
    )
    return Atlas({"torch": list(RELEASES)}, {("torch", row.text): row}, {row.text: "line", "never found": "name"})


def test_what_is_written_is_read_back(tmp_path):
    save(atlas(), tmp_path)

    assert load(tmp_path) == atlas()
    assert f"name\tnever found\t{NOWHERE}" in (tmp_path / "atlas.tsv").read_text()


def test_where_nothing_was_read_the_atlas_is_empty(tmp_path):
    assert load(tmp_path) == Atlas()


def test_four_answers():
    text = "the widget\\is <int>"

    assert [atlas().status("torch", text, release) for release in RELEASES] == [PARTLY, UNKNOWN, YES]
    assert atlas().status("torch", "never found", RELEASES[0]) == NO
    assert atlas().status("torch", "nobody asked for this", RELEASES[0]) == UNKNOWN


def test_a_release_that_was_read_lightly_says_no_only_of_texts_that_need_nothing_else():
    light = Release(V("2.2.0"), "c.whl", "2026-01-02", light=True)
    rows = [Row("torch", "name", name, frozenset({V("2.1.0")}), light=name == "told") for name in ("told", "untold")]
    some = Atlas({"torch": [light]}, {("torch", row.text): row for row in rows}, {"told": "name", "untold": "name"})

    assert [some.status("torch", name, light) for name in ("told", "untold")] == [NO, UNKNOWN]


def test_runs_join_neighbours_among_the_releases_that_were_read():
    read = [V("1.0"), V("1.2"), V("1.10"), V("2.0")]

    assert runs({V("1.2"), V("1.10"), V("1.0")}, read) == "1.0..1.10"
    assert runs({V("1.0"), V("1.10"), V("2.0")}, read) == "1.0 1.10..2.0"
    assert runs((), read) == ""
