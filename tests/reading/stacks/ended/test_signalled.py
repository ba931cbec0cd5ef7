"""glog's, Abseil's and Paddle's words of a process that a signal or a check ends."""

from kb.diagnosis.frozen.standings import find_standings
from tests.reading.stacks.reading import blocks, functions, stacks

GLOG = """\
*** Aborted at 1606524807 (unix time) try "date -d @1606524807" if you are using GNU date ***
PC: @                0x0 (unknown)
*** SIGBUS (@0x7f8261c6b000) received by PID 27220 (TID 0x7f844423e740) from PID 1640411136; stack trace: ***
    @     0x7f8443e1a980 (unknown)
    @     0x7f844405663f c10d::TCPStore::doGet()
    @     0x7f8444058630 ffi_call_unix64
"""
ABSEIL = """\
*** SIGABRT received at time=1667934734 on cpu 3 ***
PC: @     0x7f6bd8a7c00b  (unknown)  raise
    @     0x7f6bd8c3f420       4016  (unknown)
    @     0x7f98a3b9adae        800  xla::gpu::NcclAllReduceStartThunk::ExecuteOnStream()
    @ ... and at least 3 more frames
"""
CHECK = """\
F0319 10:24:13.783596  1076 threaded_engine.cc:480] Check failed: npending >= 0 (-1 vs. 0)
*** Check failure stack trace: ***
    @     0x7f1dd2a5e5cd  google::LogMessage::Fail()
    @     0x7f1dd2a60433  google::LogMessage::SendToLog()
    @     0x7f1dd2a6115e  google::LogMessageFatal::~LogMessageFatal()
    @     0x7f1dd30e1b2a  ncclCommInitRank
"""
PADDLE = """\
--------------------------------------
C++ Traceback (most recent call last):
--------------------------------------
0   paddle::imperative::Reducer::FusedAllReduceSchedule(bool, paddle::imperative::Group&, int)
1   paddle::distributed::ProcessGroupNCCL::AllReduce()

----------------------
Error Message Summary:
----------------------
FatalError: `Termination signal` is detected by the operating system.
  [TimeInfo: *** Aborted at 1692601934 (unix time) try "date -d @1692601934" if you are using GNU date ***]
  [SignalInfo: *** SIGTERM (@0x10b5) received by PID 4321 (TID 0x7f4f1f7fe740) from PID 4277 ***]
"""


def told(text):
    (group,) = find_standings(blocks(text)).groups
    return [(member.name, group.where.what, group.where.function, member.ended) for member in group.members]


def test_glogs_process_and_signal():
    assert told(GLOG) == [("process 27220", "store", "TCPStore::doGet", "SIGBUS")]


def test_two_processes_between_each_other():
    lines = [f"W1128 08:53:27.59{n}946 27220 init.cc:234] {line}" for n, line in enumerate(GLOG.splitlines())]
    others = [line.replace("27220", "27219") for line in lines]
    mixed = "\n".join(f"{a}\n{b}" for a, b in zip(lines, others, strict=True))

    assert [name for name, *_ in told(mixed)] == ["process 27220", "process 27219"]


def test_abseils():
    assert told(ABSEIL)[0][1:] == (
        "collective",
        "xla::gpu::NcclAllReduceStartThunk::ExecuteOnStream",
        "SIGABRT",
    )


def test_of_ray_the_prefix_names_the_process():
    prefix = "(Worker pid=10617, ip=10.32.10.64) [2026-11-02 10:11:12,025 E 10617 10781] logging.cc:361: "
    assert told("".join(f"{prefix}{line}\n" for line in ABSEIL.splitlines()))[0][0] == "process 10617"


def test_a_check_that_failed_stands_where_it_was():
    (stack,) = stacks(CHECK)
    assert functions(stack) == ["ncclCommInitRank"]
    assert find_standings(blocks(CHECK)).sentences == (
        "The process of line 2 ended in ncclCommInitRank: a check that failed.",
    )


def test_paddles_innermost_frame_is_its_last():
    function = "paddle::distributed::ProcessGroupNCCL::AllReduce"
    assert told(PADDLE) == [("process 4321", "collective", function, "Termination signal")]


def test_paddles_errors_say_where_they_were_raised_and_not_where_it_stands():
    text = PADDLE.split("FatalError")[0] + "OutOfRangeError: bad size\n"
    assert find_standings(blocks(text)) is None


def test_a_check_without_frames_says_nothing():
    assert find_standings(blocks("*** Check failure stack trace: ***\n" * 5)) is None


def test_frames_without_names_say_that_it_ended():
    text = GLOG.replace("c10d::TCPStore::doGet()", "(unknown)").replace("ffi_call_unix64", "(unknown)")
    assert find_standings(blocks(text)).sentences == ("Process 27220 ended: SIGBUS.",)
