"""One program runs in a folder that is gone afterwards."""

import sys
from pathlib import Path

from kb.runner.reproduce import reproduce
from tests.runner.entries import plan_of


def run(plan, keep=None):
    return reproduce(plan, sys.executable, lambda state: None, keep)


def test_a_program_sees_its_own_files_and_leaves_nothing(content, tmp_path):
    seen = tmp_path / "seen"
    program = f"import os\nopen({str(seen)!r}, 'w').write(os.getcwd())\nopen('litter', 'w').write('x')\n"

    run(plan_of(content, fixed=program))

    folder = Path(seen.read_text())
    assert folder.name.startswith("rankdown-") and not folder.exists()


def test_a_program_that_gloo_crashed_on_its_way_out_is_run_again(content, tmp_path):
    """The first run aborts as gloo's threads do, after its work; the second ends well."""
    counter = tmp_path / "runs"
    crash = "terminate called " + "without an active exception"
    program = f"import os\nopen({str(counter)!r}, 'a').write('x')\nif os.path.getsize({str(counter)!r}) == 1:\n"
    program += f"    print({crash!r}, flush=True)\n    os.abort()\n"

    verdict = run(plan_of(content, fixed=program)).verdict

    assert (verdict.word, counter.read_text()) == ("verified", "xx")
