"""docker inspect and docker ps -a; names changed."""

from tests.reading.tables.reading import told

STATE = """\
        "State": {
            "Status": "exited",
            "Running": false,
            "Paused": false,
            "Restarting": false,
            "OOMKilled": true,
            "Dead": false,
            "Pid": 0,
            "ExitCode": 137,
            "Error": "",
"""
LISTED = """\
CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS                        PORTS     NAMES
a1b2c3d4e5f6   train:1   "python"  2 hours ago   Exited (137) 3 minutes ago             trainer
"""


def test_how_a_container_ended():
    assert told(STATE) == [("pod_reason", "OOMKilled", ""), ("pod_exit_code", 137, "")]


def test_a_container_that_runs_has_not_ended():
    text = STATE.replace('"Running": false', '"Running": true').replace('"OOMKilled": true', '"OOMKilled": false')
    assert told(text) == []


def test_the_shared_memory_that_it_was_given():
    assert told('            "ShmSize": 67108864,\n') == [("shm_bytes", 64 * 1024**2, "/dev/shm")]  # noqa: S108


def test_containers_that_have_exited():
    assert told(LISTED) == [("pod_exit_code", 137, "trainer")]
