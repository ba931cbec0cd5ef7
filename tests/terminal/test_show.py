"""`rankdown show`: the same document for a person and for a program."""

import os
import pty
import subprocess

import pytest

from tests.contents import write_check, write_entry
from tests.terminal.door import COMMAND, ROOT, rankdown


def test_in_a_pipe_it_is_markdown():
    text = rankdown("show", "nccl-duplicate-gpu").stdout.decode()

    assert text.startswith("# Two ranks sit on one GPU\n") and "\n## Fix\n" in text


def test_on_a_terminal_it_is_laid_out_and_markdown_where_asked_for():
    assert b"# Two ranks" not in on_a_terminal("nccl-duplicate-gpu")
    assert b"# Two ranks sit on one GPU" in on_a_terminal("nccl-duplicate-gpu", "--markdown")


def on_a_terminal(*words):
    screen, terminal = pty.openpty()
    run = subprocess.Popen([*COMMAND, "show", *words], stdout=terminal, cwd=ROOT)
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(screen, 65536):
            shown += piece
    except OSError:  # the end, on Linux
        pass
    assert run.wait(60) == 0
    return shown


def test_checks_and_guides_are_shown_too(content):
    write_entry(content, "first"), write_entry(content, "second")
    write_check(content)
    shown = rankdown("show", "cold-or-warm", RANKDOWN_CONTENT=str(content)).stdout.decode()

    assert shown.startswith("# Is the widget cold?\n") and "widget --temperature" in shown
    guide = next(path.stem for path in (ROOT / "content/guides").glob("*.md") if not path.name.endswith(".zh.md"))
    assert rankdown("show", guide).returncode == 0


@pytest.mark.parametrize(
    ("slug", "said"), [("nccl-duplicate", "perhaps nccl-duplicate-gpu"), ("zzyzx", "rankdown search WORDS")]
)
def test_a_name_that_is_none_says_which_are_near(slug, said):
    shown = rankdown("show", slug)

    assert (shown.returncode, shown.stdout) == (2, b"") and said in shown.stderr.decode()


def test_a_former_name_still_leads_there(content):
    path = write_entry(content, "first")
    path.write_text(path.read_text().replace("leads_to: []", "leads_to: []\naliases: [former]"))

    assert rankdown("show", "former", RANKDOWN_CONTENT=str(content)).stdout.startswith(b"# About first\n")
