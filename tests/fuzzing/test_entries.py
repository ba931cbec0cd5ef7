"""Whatever a contributor writes: the check names every problem by file and line, and never breaks."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from kb.catalogue.loading.loader import load
from kb.management.commands.check_content import _problems
from tests.contents import AREAS, write_entry
from tests.fuzzing.grammar import LOGS, entry_changes, entry_file
from tests.fuzzing.profiles import fuzzed


@given(entry_changes(), st.integers(0, 5000), LOGS)
@fuzzed(60)
def test_a_bent_entry_has_problems_with_file_and_line(change, at, sample):
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        (root / "areas.yaml").write_text(AREAS, encoding="utf-8")
        write_entry(root, "sound")
        path = write_entry(root, "bent", line="another widget was not frobnicated in time")
        path.write_bytes(entry_file(path.read_text(encoding="utf-8"), *change, at))
        (path.parent / "samples" / "fuzzed.log").write_bytes(sample)
        problems = _problems(load(root))

        for problem in problems:
            assert problem.file.is_relative_to(root) and problem.line >= 1 and problem.message
            assert problem.file.exists()
            assert problem.line <= problem.file.read_bytes().count(b"\n") + 1
