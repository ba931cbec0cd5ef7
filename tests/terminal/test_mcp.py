"""`rankdown mcp`: what it needs and what it is given, said before it serves; tests/agents has what it serves."""

import subprocess
import sys

from tests.terminal.door import ROOT, rankdown


def test_its_input_ends_and_so_does_it():
    assert rankdown("mcp", stdin=b"").returncode == 0


def test_a_root_that_is_none_is_bad_usage():
    shown = rankdown("mcp", "--root", "/no/such/folder")

    assert shown.returncode == 2 and b"--root: cannot open /no/such/folder" in shown.stderr


def test_without_the_sdk_it_says_what_to_install():
    program = (
        "import importlib.util as u, sys; known = u.find_spec\n"
        "u.find_spec = lambda name: None if name == 'mcp' else known(name)\n"
        "from kb.terminal.cli import main; sys.exit(main(['mcp']))"
    )
    shown = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert shown.returncode == 2 and "pip install 'rank-down[mcp]'" in shown.stderr
