"""Real processes that look like the ranks of a job: Python with a launcher's variables, asleep or at work."""

import contextlib
import os
import subprocess
import sys
import time
import uuid
from pathlib import Path

ASLEEP = "import time\ndef wait_for_batch():\n    time.sleep(300)\nprint('step 17', flush=True)\nwait_for_batch()\n"
AT_WORK = "print('step 17', flush=True)\nwhile True:\n    sum(range(10000))\n"


class Ranks:
    """Starts ranks of one job and ends them; each is its own process, with the variables of torchrun."""

    def __init__(self, folder):
        self.folder, self.started, self.run = folder, [], uuid.uuid4().hex

    def start(self, rank, program=ASLEEP, size=2, **variables):
        script = self.folder / f"train_{rank}_{len(self.started)}.py"
        script.write_text(program)
        marks = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": size, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": 29500}
        marks["TORCHELASTIC_RUN_ID"] = self.run
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        environment |= {name: str(value) for name, value in (marks | variables).items() if value is not None}
        log = self.log(rank).open("ab")
        process = subprocess.Popen([sys.executable, str(script)], env=environment, stdout=log, stderr=log)
        self.started.append(process)
        wait_until(lambda: b"step 17" in self.log(rank).read_bytes())
        return process

    def log(self, rank):
        return self.folder / f"rank{rank}.log"

    def end(self):
        for process in self.started:
            process.kill()
            process.wait()


def wait_until(true, seconds=60):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(OSError):
            if true():
                return
        time.sleep(0.05)
    raise AssertionError("it did not come about")


def ended(pid):
    """Whether a process is gone, or only still to be reaped by whoever started it."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def tool(folder, name, text):
    """An executable of that name in `folder`; returns the PATH that finds it first."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def collect(*words, **variables):
    """`python -m kb.collect` as a user starts it."""
    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, "-m", "kb.collect", *map(str, words)],
        cwd=Path(__file__).parents[2],
        env=environment,
        capture_output=True,
        text=True,
        timeout=400,
    )


def sections(text):
    """Heading without its times -> body."""
    found = {}
    for part in text.split("\n== ")[1:]:
        heading, _, body = part.partition(" ==\n")
        found[heading.partition(" at=")[0]] = body
    return found


@contextlib.contextmanager
def inside_another_network(script):
    """Runs a server in a network of its own, as in a container; gives its pid and the port that it prints."""
    words = ["unshare", "--net", "sh", "-c", f"ip link set lo up && exec {sys.executable} {script}"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)
    try:
        yield server.pid, int(server.stdout.readline())
    finally:
        server.kill()
        server.wait()
