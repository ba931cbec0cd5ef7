"""`rankdown serve`: the site, by the production server, where its packages are installed."""

import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.servers import free_port, wait_until
from tests.terminal.door import COMMAND, ROOT


def status(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as answer:
        return answer.status


def answers(port):
    try:
        return status(port, "/healthz") == 200
    except OSError:
        return False


def test_pages_and_their_look_are_served_until_it_is_told_to_stop():
    port = free_port()
    process = subprocess.Popen([*COMMAND, "serve", "--port", str(port)], cwd=ROOT, stdout=-3, stderr=-3)
    try:
        wait_until(lambda: answers(port))
        assert {status(port, path) for path in ("/", "/failures/nccl-duplicate-gpu/", "/static/site.css")} == {200}
    finally:
        process.send_signal(signal.SIGTERM)
        ended = process.wait(60)
    assert ended == 0


@pytest.mark.parametrize("missing", ["django", "waitress"])
def test_what_is_not_installed_is_named_with_the_command_that_installs_it(missing):
    program = (
        f"import importlib.util as u, sys; known = u.find_spec\n"
        f"u.find_spec = lambda name: None if name == {missing!r} else known(name)\n"
        "from kb.terminal.cli import main; sys.exit(main(['serve']))"
    )
    shown = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)

    assert shown.returncode == 2
    assert f"the site needs {missing}: " in shown.stderr and "pip install 'rank-down[site]'" in shown.stderr
