"""What an entry's page says about runs."""

from __future__ import annotations

import json

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.language import speaking
from kb.pages.entries.verification import verification
from tests.shelf import make_content


@pytest.fixture
def folder(tmp_path):
    return make_content(tmp_path / "content")


def verified(folder, slug="duplicate-gpu"):
    return verification(Catalogue.of(load(folder)).by_slug[slug])


def test_two_programs_become_the_diff_of_the_fix(folder):
    shown = verified(folder)
    assert shown.programs == ("broken.py", "fixed.py")
    assert '<span class="gi">+torch.zeros(1).cuda(rank)</span>' in shown.diff


@pytest.mark.parametrize(
    "ending, told",
    [
        ("py", '"""What {name} is for.\n\nAt length."""\n\n'),
        ("sh", "#!/bin/bash\n# What {name} is for.\n#\n# At length.\n"),
    ],
)
def test_what_the_programs_say_of_themselves_is_not_in_the_diff(folder, ending, told):
    entry = folder / "nccl/duplicate-gpu"
    for name in ("broken", "fixed"):
        (entry / f"{name}.py").unlink()
        (entry / f"{name}.{ending}").write_text(told.format(name=name) + f"# a comment\nrun = {name!r}\n")
    diff = verified(folder).diff
    assert "is for" not in diff and "At length" not in diff
    assert diff.count('class="gd"') == diff.count('class="gi"') == 2  # the header, and the line that differs


@pytest.mark.parametrize(
    "how, command",
    [
        ("{needs: [gpu]}", "python broken.py"),
        ("{needs: [gpu], launch: torchrun, processes: 4}", "torchrun --nproc-per-node=4 broken.py"),
        ("{needs: [gpu], arguments: [--a, b c]}", "python broken.py --a 'b c'"),
        ("{needs: [gpu], launch: torchrun, nodes: 2}", ""),
    ],
)
def test_a_reader_is_told_how_to_get_the_program_and_start_it(folder, how, command):
    path = folder / "nccl/duplicate-gpu/entry.md"
    path.write_text(path.read_text().replace("reproduction: {needs: [gpu]}", f"reproduction: {how}"))
    fetch = verified(folder).fetch
    assert fetch.splitlines()[1:] == ([command] if command else [])
    assert fetch == "" or fetch.startswith(f"curl -fO {settings.SITE_URL}/failures/duplicate-gpu/broken.py\n")


def test_one_program_alone_has_no_diff(folder):
    (folder / "nccl/duplicate-gpu/fixed.py").unlink()
    assert verified(folder).diff == ""


def test_why_nobody_ran_it_is_told(folder):
    assert verified(folder, "bad-ordinal").not_run.html == "No GPU here."


def test_a_run_says_where_and_with_what_result(folder):
    (run,) = verified(folder).runs
    assert (run.date, run.verified, run.needs) == ("2026-11-20", True, "gpu")
    assert run.environment == "torch 2.13.0, NCCL 2.28, GPUs: H100"
    assert (run.broken, run.fixed) == ("message (3 s)", "exit 0 (4 s)")


def test_what_a_run_came_to_is_said_in_the_readers_language(folder):
    record = folder / "nccl/duplicate-gpu/runs.jsonl"
    told = {"broken": {"outcome": "hang", "seconds": 3.2}, "fixed": {"outcome": "ended with status 0"}}
    record.write_text(json.dumps({"date": "2026-01-01"} | told))
    with speaking("zh"):
        (run,) = verified(folder).runs
    assert (run.broken, run.fixed) == ("卡死 (3 s)", "以状态 0 结束")


def test_runs_come_newest_first(folder):
    record = folder / "nccl/duplicate-gpu/runs.jsonl"
    record.write_text("\n".join(json.dumps({"date": date}) for date in ("2026-01-01", "2026-03-01", "2026-02-01")))
    assert [run.date for run in verified(folder).runs] == ["2026-03-01", "2026-02-01", "2026-01-01"]


@pytest.mark.parametrize("line", ["", "not json", "[]", "null", "5", '{"broken": 5}', '{"environment": []}'])
def test_a_line_that_is_no_run_does_not_break_the_page(folder, line):
    (folder / "nccl/duplicate-gpu/runs.jsonl").write_text(line + "\n")
    assert len(verified(folder).runs) <= 1


def test_the_recorded_log_is_shown_and_a_missing_one_is_not(folder):
    assert verified(folder).log == ""
    samples = folder / "nccl/duplicate-gpu/samples"
    samples.mkdir(exist_ok=True)
    (samples / "reproduced.log").write_text("RuntimeError: <script>\n")
    assert verified(folder).log == "RuntimeError: <script>\n"
