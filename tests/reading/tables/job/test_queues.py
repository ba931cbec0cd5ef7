"""qstat of Torque, PBS Professional and Grid Engine, and bjobs."""

from tests.reading.tables.reading import told

SHORT = """\
Job ID                    Name             User            Time Use S Queue
------------------------- ---------------- --------------- -------- - -----
380846.head1               asimexp          ada            01:58:07 R gpu
380847[].head1             asimexp          ada                   0 H gpu
380848.head1               train.sh         ada                   0 Q gpu
"""
LONG = """\
head1.local:
                                                                                  Req'd    Req'd       Elap
Job ID                  Username    Queue    Jobname          SessID  NDS   TSK   Memory   Time    S   Time
----------------------- ----------- -------- ---------------- ------ ----- ------ ------ --------- - ---------
381050.head1.local      ada         active   STDIN             32314     1      1    --   02:00:00 C       --
381053.head1.local      ada         gpu      vvvr                --      5     20    --   72:00:00 Q       --
"""
FULL = """\
Job Id: 381053.head1.local
    Job_Name = vvvr
    job_state = F
    Variable_List = PBS_O_HOME=/home/ada,
        PBS_O_LANG=C
    Exit_status = 137
"""
GRID_ENGINE = """\
job-ID  prior   name       user         state submit/start at     queue                          slots ja-task-ID
-----------------------------------------------------------------------------------------------------------------
1234567 0.55500 train.sh   ada          Eqw   11/02/2026 07:13:20                                    8
1234568 0.55500 train.sh   ada          r     11/02/2026 07:13:20 gpu.q@node004.local                8
"""
LSF = """\
JOBID   USER    STAT  QUEUE      FROM_HOST   EXEC_HOST   JOB_NAME   SUBMIT_TIME
4711    ada     PEND  gpu        login1                  train      Nov  2 10:11
4712    ada     EXIT  gpu        login1      node7       train      Nov  2 10:12
"""


def states(text):
    return [(job, state) for name, state, job in told(text) if name == "job_state"]


def test_the_short_list():
    assert states(SHORT) == [("380846", "RUNNING"), ("380847[]", "HELD"), ("380848", "PENDING")]


def test_rows_without_their_head():
    assert states("".join(SHORT.splitlines(True)[2:])) == states(SHORT)


def test_the_long_list():
    assert states(LONG) == [("381050", "ENDED"), ("381053", "PENDING")]


def test_all_of_one_job():
    assert told(FULL) == [("job_state", "ENDED", "381053"), ("job_exit_code", 137, "381053")]


def test_grid_engine():
    assert states(GRID_ENGINE) == [("1234567", "FAILED"), ("1234568", "RUNNING")]


def test_lsf():
    assert states(LSF) == [("4711", "PENDING"), ("4712", "FAILED")]
