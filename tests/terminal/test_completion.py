"""What a shell completes: commands, options, slugs; asked of bash itself."""

import shutil
import subprocess

import pytest

from tests.terminal.door import ROOT, rankdown

ASK = (
    "source {script}; COMP_WORDS=(rankdown {words}); COMP_CWORD={at}; {function}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
)


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    path = tmp_path_factory.mktemp("completion") / "rankdown.bash"
    path.write_bytes(rankdown("completion", "bash").stdout)
    return path


def completed(script, *words):
    shown = subprocess.run(["bash", "-c", f"source {script}; complete -p rankdown"], capture_output=True, text=True)
    function = shown.stdout.split("-F ")[1].split()[0]
    asked = ASK.format(script=script, words=" ".join(words), at=len(words), function=function)
    return set(subprocess.run(["bash", "-c", asked], capture_output=True, text=True, cwd=ROOT).stdout.split())


def test_commands(script):
    assert completed(script, "s") == {"search", "show", "serve"}


def test_slugs_of_today_for_what_takes_them(script):
    assert completed(script, "show", "nccl-dup") == {"nccl-duplicate-gpu"}
    assert "nccl-duplicate-gpu" in completed(script, "run", "nccl-dup")


def test_options(script):
    assert completed(script, "match", "--js") == {"--json", "--jsonl"}


def test_files(script):
    assert "README.md" in completed(script, "match", "READ")


@pytest.mark.skipif(shutil.which("zsh") is None, reason="needs zsh")
def test_zsh_reads_its_script(tmp_path):
    (tmp_path / "_rankdown").write_bytes(rankdown("completion", "zsh").stdout)

    assert subprocess.run(["zsh", "-n", str(tmp_path / "_rankdown")]).returncode == 0


def test_a_shell_that_nobody_knows_is_bad_usage():
    assert rankdown("completion", "csh95").returncode == 2
