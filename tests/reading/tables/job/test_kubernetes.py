"""kubectl describe pod."""

from tests.reading.tables.reading import pasted, tables, told


def test_why_and_with_which_code_a_container_ended():
    assert told(pasted("pod-oom")) == [("pod_reason", "OOMKilled", ""), ("pod_exit_code", 0, "")]


def test_the_state_before_the_last_start_counts():
    assert told(pasted("pod-restarted"), "pod_exit_code") == [("pod_exit_code", 137, "")]


def test_a_pod_that_runs_says_nothing():
    assert tables(pasted("pod-running")) == []


def test_events_below_are_not_the_containers():
    text = pasted("pod-error").replace("```", "") + "Events:\nReason: Killing\n"

    assert told(text, "pod_reason") == [("pod_reason", "Error", "")]


PODS = """\
NAME             READY   STATUS             RESTARTS         AGE
trainer-0        1/1     Running            1 (75m ago)      13h
trainer-1        0/1     CrashLoopBackOff   12 (4m24s ago)   67m
trainer-2        0/1     Init:Error         0                67m
trainer-3        0/1     Init:0/1           0                1m
"""


def test_of_many_pods_those_that_do_not_run():
    assert told(PODS) == [("pod_reason", "CrashLoopBackOff", "trainer-1"), ("pod_reason", "Error", "trainer-2")]


YAML = """\
    lastState: {}
    state:
      terminated:
        containerID: containerd://2bb40ef4a935253f
        exitCode: 137
        finishedAt: "2026-05-23T22:42:05Z"
        reason: OOMKilled
        startedAt: "2026-05-23T22:24:46Z"
  hostIP: 10.240.0.35
"""


def test_the_state_of_a_container_as_yaml():
    assert told(YAML) == [("pod_exit_code", 137, ""), ("pod_reason", "OOMKilled", "")]
    assert tables("the job was terminated: exitCode 1\n") == []


def test_one_row_of_the_pods_without_the_head():
    row = "jobs       pod/trainer-1   0/1   Evicted   0    60s\n"

    assert told(row) == [("pod_reason", "Evicted", "trainer-1")]
    assert told("`jobs   trainer-1   0/1     OOMKilled`.\n") == [("pod_reason", "OOMKilled", "trainer-1")]
    assert told("trainer-1   0/1     Error     0     12m\n") == [("pod_reason", "Error", "trainer-1")]
    assert tables("step 3   0/1     Error     in row 12\n") == []
    assert tables("step 0/1 Error: Evicted from the cache\n") == []


PENDING = """\
Name:         vector-add
Node:         <none>
Status:       Pending
IP:
Containers:
  vector-add:
    Limits:
      nvidia.com/gpu:  1
Conditions:
  Type           Status
  PodScheduled   False
"""


def test_a_pod_that_waits_for_a_node_waits_as_a_job_does():
    assert told(PENDING) == [("job_state", "PENDING", "the pod")]
    assert told(PENDING.replace("Pending", "Running")) == []
