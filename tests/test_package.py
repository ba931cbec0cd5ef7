"""`pip install rank-down`: one file, the same whenever it is built, that does all of it where nothing else is."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.package import ROOT, Installed, build
from tests.servers import free_port, wait_until
from tests.terminal.test_serve import answers, status

SAMPLE = ROOT / "content/nccl/nccl-duplicate-gpu/samples/000-transformers-barrier.log"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def requirements(name):
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    return [Requirement(line) for line in lines if line and not line.startswith("-r")]


PINS = {pin.name.lower(): pin for name in ("requirements.txt", "requirements-dev.txt") for pin in requirements(name)}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def bare(tmp_path_factory, wheel):
    return Installed(tmp_path_factory.mktemp("bare"), wheel)


@pytest.fixture(scope="module")
def whole(tmp_path_factory, wheel):
    return Installed(tmp_path_factory.mktemp("whole"), wheel, "[site]")


def test_a_wheel_built_again_later_and_elsewhere_is_the_same_to_the_byte(wheel, tmp_path):
    assert build(tmp_path, TZ="Asia/Shanghai", LANG="C", PYTHONHASHSEED="7").read_bytes() == wheel.read_bytes()


def test_it_holds_the_code_and_the_content_and_no_tests(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    below = {name.split("/")[0] for name in names}
    content = git_files("content")

    assert below == {"kb", "rankdown", f"rank_down-{version()}.dist-info"}
    assert {f"rankdown/{path}" for path in (*content, "CONTRIBUTING.md", "docs/CONTRIBUTING.zh.md")} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def git_files(folder):
    command = ["git", "ls-files", "-z", "--", folder]
    shown = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if shown.returncode:
        pytest.skip("what belongs to the repository is asked of git")
    return [name for name in shown.stdout.split("\0") if name]


def version():
    from kb import __version__

    return __version__


def test_what_the_wheel_asks_for_is_what_we_pin_and_each_pin_is_in_its_range():
    groups = [PROJECT["dependencies"], *PROJECT["optional-dependencies"].values()]
    ranges = {asked.name.lower(): asked for group in groups for asked in map(Requirement, group)}
    site = [PROJECT["dependencies"], PROJECT["optional-dependencies"]["site"]]

    for name, asked in ranges.items():
        (pin,) = PINS[name].specifier
        assert asked.specifier.contains(pin.version), f"{asked}, but we run {pin.version}"
    named = {Requirement(text).name.lower() for group in site for text in group}
    assert named == {pin.name.lower() for pin in requirements("requirements.txt")}


def test_the_build_needs_what_the_tests_build_with():
    (backend,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]

    assert Requirement(backend) == PINS["hatchling"]


def test_without_the_extras_there_is_no_site_and_all_else_works(bare):
    assert bare.python("import django").returncode == 1
    assert bare.run("--version").stdout.decode() == f"rankdown {version()}\n"


@pytest.mark.parametrize(
    ("words", "stdin", "status", "said"),
    [
        (["match", SAMPLE], None, 0, "nccl-duplicate-gpu"),
        (["match"], b"wonderful", 1, "No known failure"),
        (["match", "/none"], None, 2, ""),
        (["search", "two", "ranks", "one", "GPU"], None, 0, "nccl-duplicate-gpu"),
        (["show", "nccl-duplicate-gpu"], None, 0, "# Two ranks sit on one GPU"),
        (["collect", "--pid", os.getpid(), "--pause", "0.1"], None, 0, "== end =="),
        (["run", "--list"], None, 0, "nccl-duplicate-gpu"),
        (["run", "nccl-duplicate-gpu", "--python", "/none"], None, 3, ""),
        (["watch", "--", "echo", "the job's own"], None, 0, "the job's own\n"),
        (["triage", SAMPLE, "-o", "triage"], None, 0, "1 jobs: 1 known"),
        (["completion", "bash"], None, 0, "nccl-duplicate-gpu"),
    ],
)
def test_every_command_works_far_from_the_repository(bare, words, stdin, status, said):
    shown = bare.run(*words, stdin=stdin)

    assert shown.returncode == status, shown.stderr.decode()
    assert said in shown.stdout.decode() and b"Traceback" not in shown.stderr


def test_where_no_site_is_the_answer_names_commands_that_work(bare):
    text = bare.run("match", SAMPLE).stdout.decode()
    (slug,) = re.findall(r"All of it: rankdown show (\S+)", text)
    shown = bare.run("show", slug)

    assert shown.returncode == 0 and shown.stdout.startswith(b"# Two ranks sit on one GPU\n")


@pytest.mark.parametrize(("command", "extra"), [("serve", "site"), ("mcp", "mcp")])
def test_what_needs_an_extra_says_so(bare, command, extra):
    shown = bare.run(command)

    assert shown.returncode == 2 and f"pip install 'rank-down[{extra}]'" in shown.stderr.decode()


def test_a_run_is_not_recorded_into_the_installed_package(bare, tmp_path):
    shown = bare.run("run", "nccl-duplicate-gpu", "--record")
    assert shown.returncode == 2 and b"--record would write into the installed package" in shown.stderr

    elsewhere = bare.run("run", "nccl-duplicate-gpu", "--record", "--content", ROOT / "content", "--python", "/no/such")
    assert elsewhere.returncode == 3


def test_without_its_extra_triage_still_answers_and_says_what_the_report_needs(bare):
    shown = bare.run("triage", SAMPLE, "-o", "without")

    assert shown.returncode == 0 and (bare.home / "without" / "jobs.jsonl").exists()
    assert not (bare.home / "without" / "report.html").exists()
    assert "report.html needs" in shown.stderr.decode() and "'rank-down[triage]'" in shown.stderr.decode()


def test_with_its_extra_triage_writes_its_report_far_from_the_repository(tmp_path, wheel):
    extra = Installed(tmp_path / "extra", wheel, "[triage]")
    shown = extra.run("triage", SAMPLE, "-o", "with")

    assert shown.returncode == 0, shown.stderr.decode()
    assert "nccl-duplicate-gpu" in (extra.home / "with" / "report.html").read_text()
    assert (extra.home / "with" / "jobs.parquet").exists()


def other_pythons():
    """Interpreters of this machine that the package is for, besides the one that runs the tests; one a version."""
    named = [shutil.which(f"python3.{minor}") for minor in range(11, 15)]
    found = {}
    for path in [*filter(None, named), *sorted(Path.home().glob(".pyenv/versions/3.1?.*/bin/python"))]:
        asked = subprocess.run([path, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True)
        if asked.returncode == 0 and (3, 11) <= (version := tuple(map(int, asked.stdout.split()))) <= (3, 14):
            found.setdefault(version, path)
    return {f"3.{minor}": path for (_, minor), path in sorted(found.items()) if (3, minor) != sys.version_info[:2]}


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_it_works_on_every_python_that_it_is_for_and_that_is_here(wheel, tmp_path, version):
    if version not in (others := other_pythons()):
        pytest.skip(f"no other Python {version} on this machine")
    installed = Installed(tmp_path, wheel, python=others[version])
    matched = installed.run("match", SAMPLE, "--against", ROOT / "tests/healthy/nccl-bootstrap-2.18-2.21.log")

    assert f"python{version}" in installed.python("import kb; print(kb.__file__)").stdout.decode()
    assert (matched.returncode, matched.stderr) == (0, b"") and b"nccl-duplicate-gpu" in matched.stdout
    assert installed.run("search", "SIGKILL").returncode == 0


def test_with_its_extra_serve_is_the_site(whole):
    assert whole.run("match", SAMPLE).returncode == 0  # the first start compiles the catalogue
    port = free_port()
    process = subprocess.Popen(whole.command("serve", "--port", port), env=whole.around, cwd=whole.home, stderr=-1)
    try:
        wait_until(lambda: answers(port))
        pages = ("/", "/failures/nccl-duplicate-gpu/", "/contributing/", "/zh/contributing/", "/static/site.css")
        assert {status(port, path) for path in pages} == {200}
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_another_content_folder_is_taken_where_it_is_named(bare, tmp_path):
    shown = bare.run("match", SAMPLE, RANKDOWN_CONTENT=str(tmp_path))

    assert b"nccl-duplicate-gpu" not in shown.stdout


def test_no_file_of_the_repository_is_read(bare):
    shown = bare.python("import kb.environment as e; print(e.CONTENT_DIR)").stdout.decode()

    assert shown.startswith(str(bare.folder)) and not Path(shown).is_relative_to(ROOT)
