"""The same answers from a Ray cluster on this machine, also when one of its workers is killed on the way.

Skipped where Ray is not installed: it is no dependency of the tests, and larger than all of them together.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from kb.triage.answers import cluster
from tests.servers import free_port, wait_until
from tests.shelf import LOG, UNKNOWN_LOG, make_content

ROOT = Path(__file__).parents[3]
JOBS = 400


@pytest.fixture(scope="module")
def around(tmp_path_factory):
    content = make_content(tmp_path_factory.mktemp("small") / "content")
    told = {"RANKDOWN_CONTENT": str(content), "RANKDOWN_DEBUG": "0", "PYTHONPATH": str(ROOT)}
    # Where an earlier cluster left a token, Ray 2.59 and later ask for it.
    return told | {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_MODE": "disabled"}


@pytest.fixture(scope="module")
def ray_cluster(around):
    """The address of a cluster of two nodes, and the folder that its processes name in their command lines."""
    pytest.importorskip("ray", reason="Ray is not installed")
    folder, address = tempfile.mkdtemp(prefix="ray-"), f"127.0.0.1:{free_port()}"
    port = address.split(":")[1]
    head = ["--head", f"--port={port}", f"--temp-dir={folder}", "--include-dashboard=false"]
    started = [_start(head, around)]
    wait_until(lambda: _raylets(folder), seconds=90)
    started.append(_start([f"--address={address}"], around))
    wait_until(lambda: len(_raylets(folder)) == 2, seconds=90)
    yield address, folder
    for process in started:
        process.send_signal(signal.SIGTERM)
    for process in started:
        process.wait(60)
    shutil.rmtree(folder, ignore_errors=True)


def _start(words, around):
    program = "import sys; from ray.scripts.scripts import main; sys.exit(main())"
    more = ["--num-cpus=1", "--object-store-memory=100000000", "--block"]
    command = [sys.executable, "-c", program, "start", *words, *more]
    return subprocess.Popen(command, env=os.environ | around, stdout=-3, stderr=-3)


def _raylets(folder):
    return [
        pid for pid, words in _processes() if words[0].endswith("/raylet") and any(folder in word for word in words)
    ]


def _workers(folder):
    """The processes of the cluster that answer jobs."""
    above = set(_raylets(folder))
    return [pid for pid, words in _processes() if "MapWorker" in words[0] and _parent(pid) in above]


def _processes():
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        yield int(path.parent.name), words


def _parent(pid):
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    except OSError:
        return 0


def test_every_job_is_answered_once_though_a_worker_is_killed(ray_cluster, around, tmp_path):
    address, folder = ray_cluster
    logs, out = tmp_path / "logs", tmp_path / "out"
    logs.mkdir()
    for n in range(JOBS):
        text = "step 1 loss 0.5\n" * 20_000 + (LOG if n % 2 else UNKNOWN_LOG)
        (logs / f"slurm-{1000 + n}.out").write_text(text)
    command = [sys.executable, "-m", "kb.terminal", "triage", str(logs), "-o", str(out), "--ray", address]
    run = subprocess.Popen(command, cwd=ROOT, env=os.environ | around, stdout=-1, stderr=-1)
    jobs = out / "jobs.jsonl"
    wait_until(lambda: jobs.exists() and jobs.read_bytes().count(b"\n") > 5, seconds=120)
    victims = _workers(folder)
    os.kill(victims[0], signal.SIGKILL)
    half = jobs.read_bytes().count(b"\n")
    _, said = run.communicate(timeout=300)
    rows = [json.loads(line) for line in jobs.read_text().splitlines()]

    assert run.returncode == 0, said.decode()
    assert half < JOBS and len(victims) >= 1
    assert sorted(row["job"] for row in rows) == [str(1000 + n) for n in range(JOBS)]
    assert {row["state"] for row in rows} == {"known", "unknown"}


def test_another_edition_on_a_node_is_refused(monkeypatch):
    with pytest.raises(cluster.Unusable, match="another edition"):
        cluster.Answering("another")


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)

    with pytest.raises(cluster.Unusable, match=r"pip install 'ray\[data\]'"):
        list(cluster.lines([], "auto"))


def test_where_no_cluster_answers_it_says_so():
    pytest.importorskip("ray", reason="Ray is not installed")
    with pytest.raises(cluster.Unusable, match="no cluster answers there"):
        list(cluster.lines([], f"127.0.0.1:{free_port()}"))
