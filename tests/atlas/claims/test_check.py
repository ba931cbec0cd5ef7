"""What content states of versions × what the releases have, without a network."""

from kb.atlas.claims import check_kept, stated
from kb.atlas.table import save
from kb.catalogue.loading.loader import load
from tests.atlas.claims.widget import LINE, TORCH, WITH
from tests.atlas.shelves import atlas_of
from tests.contents import edit, write_entry


def test_what_is_kept_beside_the_content_is_checked_without_a_network(content, shelf):
    path = write_entry(content, "cold-widget", line=LINE)
    edit(path, "    proof: decisive", '    proof: decisive\n    versions: "torch 2.1 and later"')
    assert check_kept(load(content)) == []

    (content / "atlas.yaml").write_text("torch: {distributions: [torch], since: '2.0', members: []}\n")
    save(atlas_of(shelf, {"2.0.0": WITH, "2.1.0": WITH}, (LINE,)), content)

    (problem,) = check_kept(load(content))
    assert "torch 2.0.0 has the line" in str(problem)


def test_the_releases_around_a_stated_version_are_worth_opening(content):
    path = write_entry(content, "cold-widget", line=LINE)
    edit(path, "    proof: decisive", '    proof: decisive\n    versions: "torch 2.1.2 to 2.4, NCCL 2.18"')
    edit(path, "leads_to:", 'versions:\n  - {package: torch, specifier: ">=2.6,<3", note: x}\nleads_to:')
    (entry,) = load(content).entries

    assert {str(version) for version in stated(entry, TORCH)} == {"2.1.2", "2.6", "3"}
