"""Reading what the plan names, and going on where it stopped."""

from packaging.version import Version

from kb.atlas.finding.wanted import LINE, NAME, Wanted
from kb.atlas.released.index import connected
from kb.atlas.released.plan import Package, read_lightly
from kb.atlas.session import Session, looked_for, progress, update
from kb.atlas.table import Atlas, Release, Row
from kb.catalogue.loading.content import Content
from kb.catalogue.loading.loader import load
from tests.atlas.package_index import wheel
from tests.contents import edit, write_entry

LINE_TEXT = "the widget <int> was not frobnicated in time"
PACKAGE = Package("W", ("w",), Version("1.0"), ("w/*.py",))
WANTED = [Wanted(LINE, LINE_TEXT)]


def serve(package_index, *versions: str) -> None:
    for version in versions:
        source = f'print("the widget %d was not frobnicated in time", {version!r})'
        package_index.files[f"w-{version}-py3-none-any.whl"] = wheel({"w/a.py": source})


def read_all(session: Session) -> dict:
    releases = session.plan(PACKAGE)
    for distribution, version in session.wants(PACKAGE, releases):
        session.read(PACKAGE, distribution, releases[distribution][version], None)
    return releases


def test_a_release_on_the_shelf_is_not_asked_for_again(package_index, shelf, tmp_path):
    serve(package_index, "1.0.0", "1.1.0")
    with connected() as index:
        session = Session(index, shelf, Content(tmp_path))
        read_all(session)
        package_index.asked.clear()
        serve(package_index, "1.2.0")
        read_all(session)

    assert {name for name, _ in package_index.asked} == {"w-1.2.0-py3-none-any.whl"}


def test_a_file_that_cannot_be_read_is_named_and_the_others_are_read(package_index, shelf, tmp_path):
    serve(package_index, "1.0.0", "1.1.0")
    package_index.files["w-1.1.0-py3-none-any.whl"] = b"this is no zip archive"
    atlas = Atlas()
    with connected() as index:
        session = Session(index, shelf, Content(tmp_path))
        update(atlas, session, PACKAGE, read_all(session), WANTED, carry=False)

    assert "w-1.1.0-py3-none-any.whl" in session.unread[0]
    assert [(str(release.version), bool(release.read)) for release in atlas.releases["w"]] == [
        ("1.0.0", True),
        ("1.1.0", False),
    ]


def test_a_release_in_two_distributions_is_read_from_the_first(package_index, shelf, tmp_path):
    both = Package("W", ("w", "v"), Version("1.0"), ("w/*.py",))
    serve(package_index, "1.0.0", "1.1.0")
    package_index.files |= {"v-1.0.0-py3-none-any.whl": wheel({}), "v-0.9.0-py3-none-any.whl": wheel({})}
    package_index.files["v-1.2.0-py3-none-any.whl"] = wheel({})
    with connected() as index:
        session = Session(index, shelf, Content(tmp_path))
        wants = session.wants(both, session.plan(both))

    assert [(name, str(version)) for name, version in wants] == [("w", "1.1.0"), ("w", "1.0.0"), ("v", "1.2.0")]


def test_releases_around_a_stated_boundary_are_wanted(package_index, shelf, content):
    serve(package_index, "1.0.0", "1.0.1", "1.0.2", "1.0.3")
    path = write_entry(content, "cold-widget")
    edit(path, "leads_to:", 'versions:\n  - {package: W, specifier: ">=1.0.2", note: x}\nleads_to:')
    with connected() as index:
        session = Session(index, shelf, load(content))
        wants = session.wants(PACKAGE, session.plan(PACKAGE))

    assert {str(version) for _, version in wants} == {"1.0.0", "1.0.1", "1.0.2", "1.0.3"}


def test_of_all_but_the_newest_patch_only_the_light_members_are_read(package_index, shelf, tmp_path):
    package = Package("W", ("w",), Version("1.0"), ("w/*",), lightly=("w/*.py",))
    for version in ("1.0.0", "1.0.1"):
        source = 'print("the widget %d was not frobnicated in time")'
        members = {"w/a.py": source, "w/big.h": '"a text of the big file"'}
        package_index.files[f"w-{version}-py3-none-any.whl"] = wheel(members)
    atlas = Atlas()
    with connected() as index:
        session = Session(index, shelf, Content(tmp_path))
        releases = session.plan(package)
        for _, version in session.wants(package, releases):
            light = version in read_lightly(package, releases["w"])
            session.read(package, "w", releases["w"][version], None, light)
        update(atlas, session, package, releases, WANTED, carry=False)

    assert [(str(release.version), release.light) for release in atlas.releases["w"]] == [
        ("1.0.0", True),
        ("1.0.1", False),
    ]
    assert [member.path for member in shelf.members("w", Version("1.0.0"), package.part)] == ["w/a.py"]
    assert len(atlas.rows["w", LINE_TEXT].has) == 2 and atlas.rows["w", LINE_TEXT].light


def test_what_is_known_of_releases_elsewhere_is_carried_only_if_asked(package_index, shelf, tmp_path):
    serve(package_index, "1.0.0", "1.1.0")
    row = Row("w", LINE, LINE_TEXT, frozenset({Version("1.0.0")}))
    for carry, dates in ((True, ["2020-01-01", ""]), (False, ["", ""])):
        atlas = Atlas({"w": [Release(Version("1.0.0"), "f", "2020-01-01")]}, {("w", LINE_TEXT): row}, {LINE_TEXT: LINE})
        with connected() as index:
            session = Session(index, shelf, Content(tmp_path))
            update(atlas, session, PACKAGE, session.plan(PACKAGE), WANTED, carry)

        assert [release.read for release in atlas.releases["w"]] == dates
        assert bool(atlas.rows) == carry


def test_a_line_that_says_too_little_was_not_looked_for():
    assert looked_for([*WANTED, Wanted(LINE, "out of memory"), Wanted(NAME, "A_B")]) == {LINE_TEXT: LINE, "A_B": NAME}


def test_nothing_is_shown_when_piped(capsys):
    with progress() as tell:
        tell("reading")

    assert capsys.readouterr() == ("", "")
