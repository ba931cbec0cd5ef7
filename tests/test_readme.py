"""What the README says is so."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "CONTRIBUTING.md", "docs/CONTRIBUTING.zh.md")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_path_in_the_map_exists():
    table = README.split("## Where what is")[1].split("\n## ")[0]
    cells = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
    paths = [path for cell in cells for path in re.findall(r"`([^`]+)`", cell)]

    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_map_leaves_out_no_part_of_the_code():
    table = README.split("## Where what is")[1]
    parts = [path.name for path in (ROOT / "kb").iterdir() if path.is_dir() and not path.name.startswith("__")]

    assert [part for part in parts if f"kb/{part}/" not in table] == []


def test_every_make_target_that_is_named_exists():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    for document in DOCUMENTS:
        named = set(re.findall(r"\bmake ([a-z-]+)\b(?=`|\s{2,}#)", (ROOT / document).read_text(encoding="utf-8")))
        assert named and named <= targets, document


def test_make_help_lists_every_target():
    makefile = (ROOT / "Makefile").read_text()
    phony = re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split()
    shown = subprocess.run(["make", "help"], capture_output=True, text=True, cwd=ROOT, check=True).stdout

    assert [target for target in phony if not re.search(rf"^{target}\b", shown, re.MULTILINE)] == []


def test_every_environment_variable_that_is_named_is_read():
    settings = "".join((ROOT / "kb" / name).read_text() for name in ("environment.py", "settings.py"))

    assert all(name in settings for name in re.findall(r"^\| `(RANKDOWN_\w+)`", README, re.MULTILINE))


def test_every_relative_link_leads_somewhere():
    for document in DOCUMENTS:
        for link in re.findall(r"\]\((?!https?:|/)([^)#]+)\)", (ROOT / document).read_text(encoding="utf-8")):
            assert (ROOT / document).parent.joinpath(link).exists(), f"{document}: {link}"
