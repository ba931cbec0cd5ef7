"""What runs on every pull request: only what it needs, from actions that cannot change under it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

WORKFLOWS = sorted((Path(__file__).parents[1] / ".github" / "workflows").glob("*.yml"))
PINNED = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")


def steps(path: Path) -> list[dict]:
    return [step for job in yaml.safe_load(path.read_text())["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit_and_says_its_release(path):
    assert all(PINNED.fullmatch(step["uses"]) for step in steps(path) if "uses" in step)
    assert all("# v" in line for line in path.read_text().splitlines() if "uses:" in line)


def test_a_pull_request_may_read_and_no_more():
    told = yaml.safe_load((WORKFLOWS[0].parent / "content.yml").read_text())
    assert told["permissions"] == {"contents": "read"}
    # YAML reads the key `on` as true. With pull_request_target a stranger's code would have our token.
    assert set(told[True]) == {"pull_request"}
    assert "secrets" not in str(told) and "GH_TOKEN" not in str(told)


def test_its_commands_are_commands_of_this_repository():
    runs = " ".join(step.get("run", "") for step in steps(WORKFLOWS[0].parent / "content.yml"))
    commands = Path(__file__).parents[1] / "kb" / "management" / "commands"
    named = re.findall(r"manage\.py (\w+)", runs)
    assert named and all((commands / f"{name}.py").is_file() for name in named)


def test_nothing_of_a_pull_request_is_executed():
    checkout, *rest = steps(WORKFLOWS[0].parent / "content.yml")
    assert checkout["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    runs = [line.strip() for step in rest for line in step.get("run", "").splitlines()]
    assert not any(line.startswith("../theirs") or "cd ../theirs" in line for line in runs)


@pytest.mark.skipif(not shutil.which("git"), reason="needs git")
def test_the_commands_name_the_changed_files_of_the_pull_request(tmp_path):
    """As in the workflow, with `origin` a folder and manage.py a program that says what it was given."""
    origin, work = tmp_path / "origin", tmp_path / "work"
    git(tmp_path, "init", "-q", "-b", "main", str(origin))
    write(origin, {"content/a/one/entry.md": "1", "content/a/two/entry.md": "2", "kb/code.py": "base"})
    git(origin, "add", "."), git(origin, "commit", "-qm", "base")
    git(tmp_path, "clone", "-q", str(origin), str(work))
    git(origin, "checkout", "-qb", "theirs")
    write(origin, {"content/a/one/entry.md": "changed", "content/a/new/entry.md": "n", "kb/code.py": "evil"})
    git(origin, "rm", "-q", "content/a/two/entry.md"), git(origin, "add", "."), git(origin, "commit", "-qm", "theirs")
    git(origin, "update-ref", "refs/pull/7/head", "HEAD")
    stand_in = work / ".venv" / "bin" / "python"
    write(work, {".venv/bin/python": '#!/bin/sh\nprintf "%s\\n" "$@" > told\n'})
    stand_in.chmod(0o755)
    _, _, _, take, render, *_ = steps(WORKFLOWS[0].parent / "content.yml")
    for step in (take, render):
        subprocess.run(["bash", "-ec", step["run"]], cwd=work, env=os.environ | {"NUMBER": "7"}, check=True)
    told = (work / "told").read_text().split()
    assert told[:4] == ["manage.py", "preview", "-o", "preview"]
    assert told[4:] == ["../theirs/content/a/new/entry.md", "../theirs/content/a/one/entry.md"]
    assert (work / "kb" / "code.py").read_text() == "base" and not (tmp_path / "theirs/content/a/two").exists()


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)
