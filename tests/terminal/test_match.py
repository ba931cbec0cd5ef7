"""`manage.py match` as a program uses it: input, output, exit status."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "content/nccl/nccl-duplicate-gpu/samples/000-transformers-barrier.log"


def match(*arguments, stdin=b""):
    command = [sys.executable, "manage.py", "match", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, cwd=ROOT, timeout=300)


def test_a_known_log_is_named_with_exit_status_0():
    run = match(stdin=SAMPLE.read_bytes())

    assert run.returncode == 0
    assert "nccl-duplicate-gpu" in run.stdout.decode()
    assert b"\x1b[" not in run.stdout


def test_a_start_that_finds_everything_kept_imports_no_reader_of_the_content():
    match(SAMPLE)
    program = (
        "import sys; from kb.terminal.commands.match import main; main(sys.argv[1:]);"
        "print({name.split('.')[0] for name in sys.modules} & {'django', 'yaml'})"
    )
    run = subprocess.run([sys.executable, "-c", program, SAMPLE], capture_output=True, cwd=ROOT, text=True, timeout=300)

    assert run.stdout.splitlines()[-1] == "set()"


def test_an_unknown_log_is_no_answer_with_exit_status_1():
    run = match(stdin=b"everything is wonderful\n")

    assert run.returncode == 1
    assert "No known failure" in run.stdout.decode()


def test_json_is_one_object():
    run = match(SAMPLE, "--json")
    answer = json.loads(run.stdout)

    assert run.returncode == 0
    assert answer["known"] and answer["matches"][0]["slug"] == "nccl-duplicate-gpu"
    assert answer["matches"][0]["evidence"][0]["line"] == 2


def test_a_batch_answers_every_case_in_order():
    cases = [{"id": "b", "text": SAMPLE.read_text()}, {"id": "a", "text": "wonderful"}, {"id": 3, "text": ""}]
    run = match("--jsonl", stdin="\n".join(map(json.dumps, cases)).encode())
    answers = [json.loads(line) for line in run.stdout.splitlines()]

    assert run.returncode == 0
    assert [answer["id"] for answer in answers] == ["b", "a", 3]
    assert answers[0]["matches"][0].keys() >= {"slug", "title", "score", "confident", "evidence"}
    assert answers[0]["matches"][0]["confident"]
    assert not any(m["confident"] for m in answers[1]["matches"])
    assert answers[2]["matches"] == []


def test_explain_shows_the_weights():
    assert "0.95  decisive line" in match(SAMPLE, "--explain").stdout.decode()
    assert json.loads(match(SAMPLE, "--explain", "--json").stdout)["explanation"][0]["slug"] == "nccl-duplicate-gpu"


def test_several_files_are_several_ranks_of_one_job(tmp_path):
    other = tmp_path / "rank1.log"
    other.write_text("all is well\n")
    answer = json.loads(match(other, SAMPLE, "--json").stdout)

    assert answer["matches"][0]["evidence"][0]["file"] == SAMPLE.name


def _all_of(screen):
    """What a terminal was shown; Linux ends it with an error where others end it with nothing."""
    shown = b""
    try:
        while piece := os.read(screen, 65536):
            shown += piece
    except OSError:
        pass
    return shown.decode()


def test_a_large_log_shows_its_progress_on_a_terminal_and_nothing_in_a_pipe(tmp_path):
    large = tmp_path / "large.log"
    large.write_bytes(b"step 1 loss 0.5\n" * 4_000_000)
    screen, terminal = pty.openpty()
    command = [sys.executable, "manage.py", "match", str(large)]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, cwd=ROOT)
    os.close(terminal)
    shown = _all_of(screen)
    answer, _ = run.communicate(timeout=300)

    assert "large.log" in shown and "MB" in shown
    assert b"No line proves a known failure" in answer
    assert match(large).stderr == b""


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["/no/such/file"], b"", "cannot read /no/such/file"),
        (["--jsonl"], b'{"id": 1}\n', "line 1 is not"),
        (["--jsonl"], b'{"id": 1, "text": "x"}\nnonsense\n', "line 2 is not"),
        (["--jsonl"], b'{"id": 1, "text": 5}\n', "line 1 is not"),
        (["--json", "--jsonl"], b"", "not allowed with"),
        (["--nonsense"], b"", "unrecognized"),
        (["--against", "/no/such/file"], b"x", "cannot read /no/such/file"),
        (["--against", "-"], b"x", "standard input is one log"),
        (["--against", str(SAMPLE), "--jsonl"], b"", "not with --jsonl"),
    ],
)
def test_bad_usage_says_what_and_has_exit_status_2(arguments, stdin, said):
    run = match(*arguments, stdin=stdin)

    assert run.returncode == 2
    assert said in run.stderr.decode()


@pytest.mark.parametrize(
    "stdin",
    [
        b"",
        b" \n\t ",
        bytes(range(256)) * 100,
        b"\xff\xfe\xff broken \xc3\x28 utf-8",
        b"a\x00b\x00",
        "训练 <script>alert(1)</script>".encode("utf-16"),
        b"\x89PNG\r\n\x1a\n" + b"x" * 1000,
        b"https://example.org/log.txt",
    ],
    ids=["empty", "blank", "binary", "bad utf-8", "nul", "utf-16", "screenshot", "address"],
)
def test_what_is_no_log_gets_a_clear_answer(stdin):
    run = match(stdin=stdin)

    assert run.returncode == 1
    assert run.stdout.strip() and b"Traceback" not in run.stderr


def test_a_file_that_cannot_be_read_to_its_end_is_bad_usage():
    run = match("/proc/self/mem")

    assert run.returncode == 2
    assert b"Traceback" not in run.stderr and b"reading failed" in run.stderr


def test_a_case_nested_without_end_is_named_with_its_line():
    run = match("--jsonl", stdin=b'{"id": 1, "text": "x"}\n' + b"[" * 100_000)

    assert run.returncode == 2
    assert b"line 2 is not" in run.stderr and b"Traceback" not in run.stderr


def test_no_id_and_no_terminal_is_too_odd_to_answer():
    run = match("--jsonl", stdin=b'{"id": "\\ud800", "text": "x"}\n')
    assert json.loads(run.stdout)["id"] == "\ud800"

    environment = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for form in ((), ("--json",)):
        command = [sys.executable, "manage.py", "match", *form]
        run = subprocess.run(command, input=SAMPLE.read_bytes(), capture_output=True, cwd=ROOT, env=environment)
        assert (run.returncode, b"Traceback" in run.stderr) == (0, False)


def spoilt(folder):
    """The block of words in the middle of the base gets other bytes; what a log is proved by stands elsewhere."""
    base = max(folder.glob("*.base-*"), key=lambda path: path.stat().st_mtime_ns)
    data = bytearray(base.read_bytes())
    for at in range(len(data) // 8, len(data) - len(data) // 8, 64):
        data[at] ^= 1
    base.write_bytes(data)


def test_a_cache_that_was_damaged_is_built_again_within_the_same_run(tmp_path, monkeypatch):
    monkeypatch.setenv("RANKDOWN_CACHE", str(tmp_path))
    ways = (lambda: match(SAMPLE, "--json"), lambda: match("--json", stdin=SAMPLE.read_bytes()))
    first = ways[0]()

    for built, again in enumerate(ways, 2):
        spoilt(tmp_path)
        second = again()

        assert (second.returncode, second.stdout, second.stderr) == (0, first.stdout, b"")
        assert len(list(tmp_path.glob("*.base-*"))) == built


HEALTHY = ROOT / "tests/healthy/nccl-bootstrap-2.18-2.21.log"


def test_a_good_run_beside_it_shows_what_only_this_one_says(tmp_path):
    failed, both = tmp_path / "failed.log", SAMPLE.read_bytes()
    failed.write_bytes(HEALTHY.read_bytes() + both)
    told = match(failed, "--against", HEALTHY).stdout.decode()
    answer = json.loads(match(failed, "--against", HEALTHY, "--json").stdout)

    assert "What the good run never says" in told and "also in the good run" not in told
    assert answer["against"]["good_lines"] == HEALTHY.read_bytes().count(b"\n")
    assert "Duplicate GPU" in " ".join(one["line"]["text"] for one in answer["against"]["new"])

    told = match(SAMPLE, "--against", failed, "--against", HEALTHY).stdout.decode()
    assert "Every kind of line in this log stands in the good run's log too" in told
    assert "also in the good run, failed.log:" in told


def test_a_good_run_may_come_through_a_pipe():
    assert "never says" in match(SAMPLE, "--against", "-", stdin=HEALTHY.read_bytes()).stdout.decode()
