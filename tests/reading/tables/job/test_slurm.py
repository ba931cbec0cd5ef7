"""scontrol, sacct and squeue."""

from tests.reading.tables.reading import pasted, tables, told

FAILED = """\
JobId=4711 JobName=train
   JobState=OUT_OF_MEMORY Reason=OutOfMemory Dependency=(null)
   Requeue=0 Restarts=0 BatchFlag=1 Reboot=0 ExitCode=0:125
"""
SACCT = """\
JobID           JobName  Partition    Account  AllocCPUS      State ExitCode
------------ ---------- ---------- ---------- ---------- ---------- --------
4711              train        gpu        lab         64 OUT_OF_ME+    0:125
4711.batch        batch                   lab         64 OUT_OF_ME+    0:125
4711.0            train                   lab         16     FAILED      1:0
"""


def test_how_a_job_ended():
    assert told(FAILED) == [("job_state", "OUT_OF_MEMORY", ""), ("job_exit_code", 0, "")]


def test_each_step_by_its_number():
    assert told(SACCT, "job_state") == [
        ("job_state", "OUT_OF_MEMORY", "4711"),
        ("job_state", "OUT_OF_MEMORY", "4711.batch"),
        ("job_state", "FAILED", "4711.0"),
    ]


def test_columns_with_bars():
    assert told(pasted("sacct-parsable"), "job_state")[-1] == ("job_state", "CANCELLED", "339023.0")


def test_a_job_that_is_only_named_is_no_description():
    assert tables("JobId=4711 was submitted\n") == []


QUEUE = """\
             JOBID PARTITION     NAME     USER ST       TIME  NODES NODELIST(REASON)
            4711_3       gpu    train       me PD       0:00      2 (Resources)
              4712       gpu my train       me  R 1-02:10:46      1 node-061
"""


def test_the_queues_short_states():
    assert told(QUEUE) == [("job_state", "PENDING", "4711_3"), ("job_state", "RUNNING", "4712")]


def test_a_description_without_its_first_line():
    text = "   **JobState=FAILED Reason=NonZeroExitCode** Dependency=(null)\n   Requeue=1 Restarts=0 ExitCode=1:0\n"

    assert told(text) == [("job_state", "FAILED", ""), ("job_exit_code", 1, "")]


LONG_QUEUE = """\
    "             JOBID PARTITION     NAME     USER    STATE       TIME TIME_LIMI  NODES NODELIST(REASON)",
    "                 2       gpu    train       me CONFIGUR      28:14 1-00:00:00      1 gpu-2",
    "                 3       gpu pretrain       me  RUNNING      28:14 1-00:00:00      1 gpu-3",
    "                 4       gpu    train       me COMPLE",
"""


def test_the_queues_long_states_as_far_as_the_column_shows_them():
    assert told(LONG_QUEUE) == [("job_state", "CONFIGURING", "2"), ("job_state", "RUNNING", "3")]


def test_rows_of_the_queue_below_the_command():
    rows = QUEUE.splitlines()[1:]

    assert told("\n".join(["[me@login ~]$ squeue | grep gpu", *rows]) + "\n") == told(QUEUE)
    assert tables("squeue said nothing\nof it 12 jobs\n") == []


CHOSEN = """\
JOBID               ST                  NODES               REASON              TRES_PER_JOB
4711                PD                  1                   ReqNodeNotAvail     gpu:12
4712                R                   2                   None                gpu:16
train               R                   2                   None                gpu:16
"""


def test_the_state_stands_below_its_name_wherever_the_column_was_put():
    assert told(CHOSEN) == [("job_state", "PENDING", "4711"), ("job_state", "RUNNING", "4712")]


def test_sacct_without_its_head_has_the_exit_in_a_column_too():
    rows = "1655360|FAILED|127:0\n1655360.batch|FAILED|127:0\n"

    assert told(rows) == [
        ("job_state", "FAILED", "1655360"),
        ("job_exit_code", 127, ""),
        ("job_state", "FAILED", "1655360.batch"),
        ("job_exit_code", 127, ""),
    ]
    assert tables("1|FAILED|by hand\n") == []


def test_a_pending_jobs_row_alone_is_told_by_its_reason():
    row = "1020391 gpu2080ti pythonjo    rnath PD       0:00      1 (Nodes required for job are DOWN, DRAINED)\n"

    assert told(f"I get this:\n\n{row}") == [("job_state", "PENDING", "1020391")]


def test_seff_tells_how_a_job_ended():
    text = "Job ID: 812\nState: OUT_OF_MEMORY (exit code 0)\nNodes: 1\n"
    assert told(text) == [("job_state", "OUT_OF_MEMORY", ""), ("job_exit_code", 0, "")]


def test_a_job_that_has_not_ended_has_no_exit_code():
    accounting = """\
JobID           JobName  Partition    Account  AllocCPUS      State ExitCode
------------ ---------- ---------- ---------- ---------- ---------- --------
3                  test    compute                     2    PENDING      0:0
"""
    assert told(accounting) == [("job_state", "PENDING", "3")]
    assert told("JobId=7 JobName=x\n   JobState=RUNNING Reason=None\n   ExitCode=0:0\n") == [
        ("job_state", "RUNNING", "")
    ]


def test_a_signal_stands_behind_the_colon():
    ended = "JobId=7 JobName=x\n   JobState=FAILED Reason=NonZeroExitCode\n   ExitCode={}\n"

    assert [told(ended.format(code), "job_exit_code")[0][1] for code in ("0:9", "1:0", "0:125")] == [137, 1, 0]
