"""`rankdown COMMAND`: the right module, its exit status, and errors that say what to do."""

import json
import re
import subprocess

import pytest

from kb import __version__
from kb.terminal.cli import COMMANDS
from tests.terminal.door import COMMAND, ROOT, SAMPLE, rankdown


def test_the_exit_statuses_are_those_of_manage_py_match():
    assert rankdown("match", SAMPLE).returncode == 0
    assert rankdown("match", stdin=b"wonderful\n").returncode == 1
    bad = rankdown("match", "/no/such/file")
    assert (bad.returncode, bad.stderr) == (
        2,
        b"rankdown match: cannot read /no/such/file: No such file or directory\n",
    )


def test_a_program_gets_the_same_answer_as_from_manage_py():
    command = [COMMAND[0], "manage.py", "match", "--json", SAMPLE]
    usual = subprocess.run(command, capture_output=True, cwd=ROOT)

    assert json.loads(rankdown("match", SAMPLE, "--json").stdout) == json.loads(usual.stdout)


def test_help_lists_every_command_and_each_describes_itself():
    listed = rankdown("--help").stdout.decode()

    assert all(re.search(rf"^    {name}\b", listed, re.MULTILINE) for name in COMMANDS), listed
    for name in COMMANDS:
        shown = rankdown(name, "--help")
        assert shown.returncode == 0 and shown.stdout.startswith(f"usage: rankdown {name}".encode())


def test_it_knows_its_version():
    assert rankdown("--version").stdout.decode() == f"rankdown {__version__}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "the following arguments are required: COMMAND"),
        (["mach"], "invalid choice: 'mach'"),
    ],
)
def test_bad_usage_lists_the_commands(arguments, said):
    shown = rankdown(*arguments)

    assert shown.returncode == 2 and said in shown.stderr.decode()


def test_a_reader_that_goes_away_is_no_error():
    program = f"{' '.join(COMMAND)} show nccl-watchdog-timeout | head -n 1"
    shown = subprocess.run(["bash", "-c", program], capture_output=True, cwd=ROOT, timeout=60)

    assert (shown.returncode, shown.stderr) == (0, b"")


def test_django_is_not_loaded():
    program = "import sys; from kb.terminal.cli import main; main(sys.argv[1:]); print('django' in sys.modules)"
    for words in (["search", "shared", "memory"], ["show", "nccl-duplicate-gpu"], ["run", "--list"]):
        run = subprocess.run([COMMAND[0], "-c", program, *words], capture_output=True, cwd=ROOT, text=True, timeout=60)
        assert run.stdout.splitlines()[-1] == "False"
