"""`rankdown watch`: the job as it is; when it dies or hangs, the answer stands under its log."""

import json
import os
import signal
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.collect.jobs import wait_until
from tests.terminal.door import COMMAND, ROOT, SAMPLE, rankdown

DIES = f"import sys; sys.stderr.write(open({str(SAMPLE)!r}).read()); sys.exit(7)"


def watch(tmp_path, *words, **variables):
    return rankdown("watch", "-o", tmp_path, *words, **variables)


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The first start compiles the catalogue; at the lowest priority, beside a job that lives, that takes a while."""
    assert rankdown("match", SAMPLE).returncode == 0


@pytest.fixture
def webhook():
    """(address, what was posted)."""
    told = []

    class Takes(BaseHTTPRequestHandler):
        def do_POST(self):
            told.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Takes)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", told
    server.shutdown()
    server.server_close()


def test_a_job_that_goes_well_is_as_if_nobody_watched(tmp_path):
    program = "import sys; print('out'); print('err', file=sys.stderr)"
    shown = watch(tmp_path, "--", sys.executable, "-c", program)

    assert (shown.returncode, shown.stdout, shown.stderr) == (0, b"out\n", b"err\n")
    assert list(tmp_path.iterdir()) == []


def test_a_job_that_dies_keeps_its_status_and_gets_its_answer_below_its_log(tmp_path, webhook):
    address, told = webhook
    shown = watch(tmp_path, "--webhook", address, "--", sys.executable, "-c", DIES)
    said = shown.stderr.decode()

    assert shown.returncode == 7
    assert said.startswith(SAMPLE.read_text())
    assert said.index("[rankdown] it ended with status 7") < said.index("Two ranks sit on one GPU")
    (posted,) = told
    assert posted["answer"]["matches"][0]["slug"] == "nccl-duplicate-gpu" and posted["answer"]["known"]
    assert posted["job"]["why"].startswith("it ended with status 7")


def test_secrets_of_the_command_are_not_posted(tmp_path, webhook):
    address, told = webhook
    secret = "hf_" + "aB3dE5fG7hI9" * 3
    watch(tmp_path, "--webhook", address, "--", sys.executable, "-c", DIES, "--token", secret)

    assert secret not in json.dumps(told) and told[0]["job"]["command"]


def test_a_webhook_that_is_not_there_is_said_and_changes_nothing(tmp_path):
    shown = watch(tmp_path, "--webhook", "http://127.0.0.1:9/", "--", sys.executable, "-c", DIES)

    assert shown.returncode == 7 and b"[rankdown] webhook: http://127.0.0.1:9/ was not told" in shown.stderr


def test_a_job_that_hangs_is_answered_while_it_lives_and_goes_on(tmp_path):
    done = tmp_path / "done"
    program = (
        f"import sys, time, pathlib\nsys.stderr.write(open({str(SAMPLE)!r}).read())\n"
        f"while not pathlib.Path({str(done)!r}).exists(): time.sleep(0.1)\nprint('goes on')"
    )
    command = [
        *COMMAND,
        "watch",
        "-o",
        str(tmp_path / "files"),
        "--quiet-for",
        "0.03",
        "--",
        sys.executable,
        "-c",
        program,
    ]
    job = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=(tmp_path / "err").open("wb"))
    wait_until(lambda: "All of it" in (tmp_path / "err").read_text(), 200)
    done.touch()
    output, _ = job.communicate(timeout=60)

    assert (job.returncode, output) == (0, b"goes on\n")
    assert "[rankdown] it printed nothing for" in (tmp_path / "err").read_text()


def test_a_signal_reaches_the_job_and_ends_us_as_it_ended_the_job(tmp_path):
    command = [
        *COMMAND,
        "watch",
        "-o",
        str(tmp_path),
        "--",
        sys.executable,
        "-c",
        "print('up'); import signal; signal.pause()",
    ]
    job = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert job.stdout.readline() == b"up\n"
    job.send_signal(signal.SIGTERM)

    assert job.wait(200) == -signal.SIGTERM


def test_of_several_tasks_of_a_job_one_answers_for_all(tmp_path):
    """As `srun -n 2 rankdown watch …` starts them; the cause stands in the log of one only."""
    dies = "import sys; print('ChildFailed'); sys.exit(1)"
    tasks = []
    for task, program in enumerate([dies, DIES]):
        around = os.environ | {
            "SLURM_JOB_ID": "4711",
            "SLURM_STEP_ID": "0",
            "SLURM_NTASKS": "2",
            "SLURM_PROCID": str(task),
        }
        command = [*COMMAND, "watch", "-o", str(tmp_path), "--", sys.executable, "-c", program]
        tasks.append(subprocess.Popen(command, cwd=ROOT, env=around, stdout=subprocess.PIPE, stderr=subprocess.PIPE))
    said = [task.communicate(timeout=300)[1].decode() for task in tasks]

    assert [task.returncode for task in tasks] == [1, 7]
    assert sum("[rankdown] it ended" in text for text in said) == 1
    assert "Two ranks sit on one GPU" in next(text for text in said if "[rankdown] it ended" in text)
    assert {"rank0.txt", "rank1.txt"} <= {path.name for path in (tmp_path / "rankdown-4711.0").iterdir()}


def test_logs_of_another_job_are_answered_when_it_is_over(tmp_path):
    (tmp_path / "logs").mkdir()
    follower = subprocess.Popen(
        [*COMMAND, "watch", "--follow", str(tmp_path / "logs"), "--quiet-for", "0.03"], cwd=ROOT, stdout=subprocess.PIPE
    )
    (tmp_path / "logs" / "rank0.log").write_text("all is well\n")
    (tmp_path / "logs" / "rank1.log").write_text(SAMPLE.read_text())
    shown = b""
    while b"All of it" not in shown:
        shown += follower.stdout.readline()
    follower.send_signal(signal.SIGTERM)

    assert follower.wait(60) == 0
    assert b"rank1.log:2" in shown and b"[rankdown] nothing was written below" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name the command that starts the job after --"),
        (["--follow", "/no/such/folder"], "is no folder"),
        (["--quiet-for", "soon", "--", "true"], "no number of minutes"),
        (["--webhook", "ftp://x/", "--", "true"], "no http:// or https:// address"),
    ],
)
def test_bad_usage_says_what(words, said):
    shown = rankdown("watch", *words)

    assert shown.returncode == 2 and said in shown.stderr.decode()


def test_a_command_that_is_not_there(tmp_path):
    shown = watch(tmp_path, "--", "no-such-command")

    assert (shown.returncode, shown.stderr) == (127, b"no-such-command: No such file or directory\n")
