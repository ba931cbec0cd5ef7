"""What a collector wrapped in JSON is read as the program printed it."""

import json
import time

import pytest

from kb.reading.text.cleaning import SOFT, clean

ERROR = "[rank2]: KeyError: 'input_ids'"


@pytest.mark.parametrize(
    "record",
    [
        {"log": f"{ERROR}\n", "stream": "stderr", "time": "2026-10-03T04:11:51.107Z"},
        {"ts": 1.5, "kubernetes": {"pod_name": "job-0", "labels": {"app": "x"}}, "log": ERROR},
        {"level": "error", "msg": ERROR, "ts": 1759464717.1},
        {"timestamp": "2026-10-03T04:11:52Z", "severity": "ERROR", "message": ERROR},
        {"__REALTIME_TIMESTAMP": "1", "_PID": "4112", "MESSAGE": ERROR},
        {"__REALTIME_TIMESTAMP": "1", "_PID": "4112", "MESSAGE": [*ERROR.encode()]},
        {"insertId": "a", "jsonPayload": {"message": ERROR}, "severity": "ERROR"},
        {"@timestamp": "2026-10-03T04:11:52Z", "fields": {"record": {"log": ERROR}}},
        {"level": "error", "rank": 2, "msg": "KeyError: 'input_ids'"},
    ],
    ids=["docker", "fluent-bit", "logrus", "stackdriver", "journald", "journald, as bytes", "cloud", "nested", "rank"],
)
def test_the_words_are_taken_out_wherever_they_stand(record):
    assert clean(f"before\n{json.dumps(record)}\nbehind") == f"before\n{ERROR}\nbehind"
    assert clean(json.dumps(record, separators=(",", ":"))) == ERROR


@pytest.mark.parametrize("front", ["trainer-1  | ", "2026-10-03T04:11:50.1Z stderr F ", "[pod/worker-1/pytorch] "])
def test_what_a_runtime_puts_in_front_of_the_object_stays(front):
    assert clean(front + json.dumps({"level": "error", "msg": ERROR})) == front + ERROR


def test_breaks_within_one_line_move_no_other():
    record = {"message": "[rank2]: Traceback:\n[rank2]:   File", "severity": "ERROR"}

    assert clean(f"{json.dumps(record)}\nbehind") == f"[rank2]: Traceback:{SOFT}[rank2]:   File\nbehind"


def test_a_traceback_that_stands_under_a_key_of_its_own_follows():
    record = {"level": "error", "rank": 1, "event": "died", "exception": "Traceback:\nKeyError: 'x'\n"}

    assert clean(json.dumps(record)) == SOFT.join(
        f"[rank1]: {line}" for line in ("died", "Traceback:", "KeyError: 'x'")
    )


def test_how_training_went_is_part_of_what_was_said():
    assert clean('{"level": "info", "msg": "train", "step": 100, "loss": NaN}') == "train step=100 loss=nan"


@pytest.mark.parametrize(
    "line",
    [
        '{"num_gpus": 8, "message": "a configuration"}',
        '{"loss": 2.1, "step": 100, "time": "4 s"}',
        '{"ts": 1, "log": "[rank2]: cut off',
        '{"ts": ' + '{"a": ' * 100_000 + "1" + "}" * 100_001,
    ],
    ids=["a program's own", "no words", "cut off", "endless"],
)
def test_what_is_no_loggers_line_stays(line):
    assert clean(line) == line


def test_a_long_log_takes_a_time_linear_in_it():
    hostile = '{"a' + "} " * 200_000 + "\n"
    began = time.monotonic()
    clean(hostile + f"{json.dumps({'ts': 1, 'log': ERROR})}\n" * 20_000)
    assert time.monotonic() - began < 3
