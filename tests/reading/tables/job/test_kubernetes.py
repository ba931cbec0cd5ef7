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
