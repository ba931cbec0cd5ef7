"""What entries state of versions × what the releases have."""

from dataclasses import replace

import pytest
from packaging.version import Version

from kb.atlas.claims import check, check_kept, stated
from kb.atlas.released.plan import Package
from kb.atlas.table import save
from kb.catalogue.loader import load
from tests.atlas.shelves import atlas_of, member
from tests.contents import edit, write_entry

LINE = "the widget <int> was not frobnicated in time"
TORCH = Package("torch", ("torch",), Version("2.0"), (), called=("PyTorch",))
WITHOUT, WITH = (
    [member("torch/a.py")],
    [member("torch/a.py", "the widget %d was not frobnicated in time", names=("device_id",))],
)


@pytest.fixture
def problems(content, shelf):
    """Problems of an entry with these claims; releases as letters: y has the words, n lacks them, ? nobody opened."""

    def of(releases: str, signature: str = "", specifier: str = "", note: str = "`device_id` is new.") -> list[str]:
        path = write_entry(content, "cold-widget", line=LINE)
        edit(path, "    proof: decisive", f'    proof: decisive\n    versions: "{signature or "any"}"')
        if specifier:
            edit(
                path,
                "leads_to:",
                f'versions:\n  - package: PyTorch\n    specifier: "{specifier}"\n    note: "{note}"\nleads_to:',
            )
        members = {"y": WITH, "n": WITHOUT, "?": None}
        atlas = atlas_of(shelf, {f"2.{n}.0": members[c] for n, c in enumerate(releases)}, (LINE,), ("device_id",))
        return [str(problem) for problem in check(load(content), [TORCH], atlas)]

    return of


@pytest.mark.parametrize(
    ("releases", "signature"),
    [
        ("nyyn", "torch 2.1 to 2.2"),
        ("nyyy", "torch 2.1 and later"),
        ("yynn", "PyTorch 2.1 and older"),
        ("nyyn", "seen with torch 2.1 to 2.2"),
        ("yyyy", "seen with torch 2.1 to 2.2"),
        ("n?yy", "torch 2.1 and later"),
        ("nnnn", "torch 2.1 and later"),
    ],
)
def test_a_claim_that_the_releases_bear_out_or_cannot_refute_is_left_alone(problems, releases, signature):
    assert problems(releases, signature) == []


@pytest.mark.parametrize(
    ("releases", "signature", "words"),
    [
        (
            "nyyy",
            "torch 2.0 and later",
            "torch 2.0.0 lacks the line, which is in the releases from 2.1.0, still in 2.3.0",
        ),
        ("yyyy", "torch 2.1 to 2.2", "torch 2.0.0 has the line"),
        ("nyyn", "torch 2.1 to 2.3", "torch 2.3.0 lacks the line"),
        ("n?yy", "torch 2.0 and later", "is in the releases after 2.0.0, by 2.2.0"),
    ],
)
def test_a_signature_that_the_releases_contradict_is_named_with_its_line(problems, releases, signature, words):
    (problem,) = problems(releases, signature)

    assert words in problem and "entry.md:16:" in problem


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


def test_what_is_kept_beside_the_content_is_checked_without_a_network(content, shelf):
    path = write_entry(content, "cold-widget", line=LINE)
    edit(path, "    proof: decisive", '    proof: decisive\n    versions: "torch 2.1 and later"')
    assert check_kept(load(content)) == []

    (content / "atlas.yaml").write_text("torch: {distributions: [torch], since: '2.0', members: []}\n")
    save(atlas_of(shelf, {"2.0.0": WITH, "2.1.0": WITH}, (LINE,)), content)

    (problem,) = check_kept(load(content))
    assert "torch 2.0.0 has the line" in str(problem)


def test_a_name_that_never_changed_says_nothing_about_a_default(problems):
    assert problems("yyyy", specifier=">=2.2", note="the default of `device_id` is new") == []


def test_the_releases_around_a_stated_version_are_worth_opening(content):
    path = write_entry(content, "cold-widget", line=LINE)
    edit(path, "    proof: decisive", '    proof: decisive\n    versions: "torch 2.1.2 to 2.4, NCCL 2.18"')
    edit(path, "leads_to:", 'versions:\n  - {package: torch, specifier: ">=2.6,<3", note: x}\nleads_to:')
    (entry,) = load(content).entries

    assert {str(version) for version in stated(entry, TORCH)} == {"2.1.2", "2.6", "3"}
