"""Fixtures of the claims: an entry that states something of versions, and the releases that bear it out or do not."""

import pytest

from kb.atlas.claims import check
from kb.catalogue.loading.loader import load
from tests.atlas.claims.widget import LINE, TORCH, WITH, WITHOUT
from tests.atlas.shelves import atlas_of
from tests.contents import edit, write_entry


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
