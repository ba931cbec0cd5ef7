"""The same command through Django: its help, and call_command from other programs."""

import io

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.core.management.base import CommandError

SAMPLE = settings.CONTENT_DIR / "nccl/nccl-duplicate-gpu/samples/000-transformers-barrier.log"


def test_it_is_listed_beside_the_other_commands():
    assert get_commands()["match"] == "kb"
    assert "exit status" in load_command_class("kb", "match").help.lower()


def test_called_from_a_program_it_ends_with_the_same_status(capsys):
    with pytest.raises(SystemExit) as ended:
        call_command("match", str(SAMPLE))

    assert ended.value.code == 0
    assert "nccl-duplicate-gpu" in capsys.readouterr().out


def test_bad_usage_is_a_command_error_with_status_2():
    with pytest.raises(CommandError) as problem:
        call_command("match", "/no/such/file.log", stdout=io.StringIO())

    assert problem.value.returncode == 2
    assert "cannot read" in str(problem.value)
