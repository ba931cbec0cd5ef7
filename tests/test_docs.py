"""Every example in docs/ is run as it stands there, and the library's names are as typed as they say."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rankdown

ROOT = Path(__file__).parents[1]
LIBRARY = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
SAMPLE = (ROOT / "content/nccl/nccl-duplicate-gpu/samples/000-transformers-barrier.log").read_text()
TRIAGE = (ROOT / "docs" / "triage.md").read_text(encoding="utf-8")
LINE = "Duplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010"


def example(heading, page=LIBRARY):
    """The program below a heading."""
    return re.search(r"```python\n(.*?)```", f"\n{page}".split(f"\n{heading}\n")[1], re.DOTALL)[1]


def run(program, *arguments, **variables):
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    around = os.environ | {"PYTHONPATH": path} | variables
    return subprocess.run(
        [sys.executable, program, *arguments], capture_output=True, text=True, env=around, timeout=120
    )


def test_the_first_example_prints_the_answer(tmp_path):
    (tmp_path / "first.py").write_text(example("# Rank Down as a library"))
    shown = run(tmp_path / "first.py")

    assert shown.stdout.startswith("nccl-duplicate-gpu change-first ['Duplicate GPU detected")
    assert "Two ranks sit on one GPU" in shown.stdout


@pytest.mark.parametrize(("status", "lines"), [("1:0", 1), ("0:0", 0)])
def test_an_epilogue_writes_a_line_for_each_failed_job(tmp_path, status, lines):
    (tmp_path / "epilogue.py").write_text(example("## A job scheduler's epilogue"))
    (tmp_path / "slurm-4711.out").write_text(SAMPLE)
    (tmp_path / "slurm-42.out").write_text("another job")
    shown = run(tmp_path / "epilogue.py", tmp_path, SLURM_JOB_ID="4711", SLURM_JOB_EXIT_CODE2=status)
    file = tmp_path / "failures.jsonl"
    written = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    assert shown.returncode == 0, shown.stderr
    assert [(told["job"], told["slug"], told["retry"]) for told in written] == [
        ("4711", "nccl-duplicate-gpu", "change-first")
    ] * lines


def test_pytest_shows_the_answer_below_a_test_that_fails_with_a_known_failure(tmp_path):
    (tmp_path / "conftest.py").write_text(example("## A pytest plugin"))
    (tmp_path / "test_it.py").write_text(
        f"def test_known():\n    raise RuntimeError({LINE!r})\ndef test_unknown():\n    assert 1 == 2\n"
    )
    shown = run("-m", "pytest", "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path).stdout

    assert "2 failed" in shown and shown.count("- rank down -") == 1
    assert "rankdown show nccl-duplicate-gpu" in shown


LIGHTNING = """
import sys, types
try:
    import lightning.pytorch
except ImportError:
    # Lightning calls `on_exception(trainer, pl_module, exception)` of whatever is derived from Callback.
    sys.modules["lightning"], sys.modules["lightning.pytorch"] = types.ModuleType("lightning"), types.ModuleType("p")
    sys.modules["lightning.pytorch"].Callback = object
"""


def test_a_callback_says_what_its_rank_met(tmp_path):
    call = f"""
try:
    raise RuntimeError({LINE!r})
except RuntimeError as error:
    RankDown().on_exception(types.SimpleNamespace(global_rank=3), None, error)
"""
    (tmp_path / "callback.py").write_text(LIGHTNING + example("## A Lightning callback") + call)
    shown = run(tmp_path / "callback.py")

    assert shown.stdout.startswith("[rank 3] Two ranks sit on one GPU"), shown.stderr


def test_the_cost_of_each_failure_is_in_the_table_of_triage(tmp_path):
    from kb.triage.answers.row import Row
    from kb.triage.records.parquet import write

    (tmp_path / "triage").mkdir()
    rows = [
        Row(str(n), "file", "known", slug="some-entry", gpu_hours=hours) for n, hours in enumerate((700.0, 800.0, None))
    ]
    write([*rows, Row("x", "file", "unknown", slug="a-guess", gpu_hours=9.0)], tmp_path / "triage" / "jobs.parquet")
    (tmp_path / "cost.py").write_text(example("## An example", TRIAGE))
    shown = subprocess.run([sys.executable, "cost.py"], cwd=tmp_path, capture_output=True, text=True)

    assert shown.stdout == "     1,500 GPU hours      3 jobs  rankdown show some-entry\n", shown.stderr


def test_no_example_is_longer_than_it_says():
    for heading in ("## A job scheduler's epilogue", "## A pytest plugin", "## A Lightning callback"):
        assert len(example(heading).strip().splitlines()) <= 11


def test_every_public_name_is_described():
    named = set(re.findall(r"`(\w+)", LIBRARY))

    assert set(rankdown.__all__) - named <= {"BrokenContent", "__version__"}


TYPED = """
from rankdown import Answer, Catalogue, Entry, Match, Matcher, as_json, as_text, match_files, open_matcher

matcher: Matcher = open_matcher()
catalogue: Catalogue = matcher.catalogue
entry: Entry = catalogue.by_slug["slug"]
answer: Answer = match_files(["a.log"], matcher)
best: Match | None = answer.best
text: str = as_text(answer)
told: dict[str, object] = as_json(answer)
if best is not None:
    line: int = best.evidence[0].line
"""


def typed(tmp_path, program):
    """What mypy says of the library and of a program that uses it; of the code behind it only the types count."""
    (tmp_path / "uses.py").write_text(program)
    words = ["--strict", "--follow-imports=silent", "--cache-dir", str(tmp_path / "cache"), "--no-error-summary"]
    command = [sys.executable, "-m", "mypy", *words, "rankdown", str(tmp_path / "uses.py")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600).stdout


def test_the_public_names_are_typed_strictly_and_a_wrong_use_is_seen(tmp_path):
    wrong = "number: int = answer.best\nanswer.bset\n"

    assert typed(tmp_path, TYPED) == ""
    said = typed(tmp_path, TYPED + wrong)
    assert said.count("error:") == 2 and "bset" in said


def test_both_packages_say_that_they_are_typed():
    assert (ROOT / "rankdown" / "py.typed").exists() and (ROOT / "kb" / "py.typed").exists()
