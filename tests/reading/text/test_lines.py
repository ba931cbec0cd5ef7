"""What a line says about itself."""

import pytest

from kb.reading.text.lines import is_prose, is_somebodys, is_told, rank_of, shorten, time_of, without_prefix


@pytest.mark.parametrize(
    ("line", "rank"),
    [
        ("[rank3]: RuntimeError: x", "3"),
        ("[rank0]:[E1218 20:27:21.426415540 ProcessGroupNCCL.cpp:629] [Rank 0] Watchdog", "0"),
        ("[E ProcessGroupNCCL.cpp:1316] [PG 0 Rank 12] Heartbeat", "12"),
        ("B-run/0 [default1]:[rank1]: work = x", "1"),
        ("[1,5]<stderr>:NCCL WARN", "5"),
        ("[2026-05-31T14:27:44.145665Z] ab5b74e6 [rank=6] || Thread 0x00007f34546e3240", "6"),
        ("RuntimeError: rank mismatch", ""),
    ],
)
def test_the_rank_that_printed_it(line, rank):
    assert rank_of(line) == rank


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("[rank0]:[E1218 20:27:21.426415540 x", "20:27:21.426415540"),
        ("2024-04-09 18:31:50,463 INFO", "2024-04-09 18:31:50,463"),
        ("no time here 12:3", ""),
    ],
)
def test_the_time_it_names(line, time):
    assert time_of(line) == time


@pytest.mark.parametrize(
    "line",
    [
        "[rank0]: RuntimeError: x",
        "stderr: RuntimeError: x",
        "> RuntimeError: x",
        "10.168.144.5: RuntimeError: x",
        "app-1        | RuntimeError: x",
        "[1,0]<stderr>: RuntimeError: x",
        "(Worker pid=12, ip=10.0.0.1) RuntimeError: x",
        "2024-09-05T03:12:41.123Z ERROR: RuntimeError: x",
        "[default1]:[rank1]: RuntimeError: x",
        "[1,0]<stderr>:RuntimeError: x",
        "[pod/worker-1/pytorch] [rank5]: RuntimeError: x",
        "worker-1 › pytorch   RuntimeError: x",
        "worker-1 pytorch [rank2]: RuntimeError: x",
        "worker-2: [rank2]: RuntimeError: x",
        "Oct 03 04:11:52 node01 train[4112]: RuntimeError: x",
        "2026-10-03T04:11:52.1Z stderr F RuntimeError: x",
        "[2026-05-31T14:27:44.145665Z] ab5b74e6 [rank=6] || RuntimeError: x",
    ],
)
def test_launchers_and_loggers_put_things_in_front(line):
    assert without_prefix(line) == "RuntimeError: x"


def test_a_time_alone_in_front_of_a_stack_and_the_label_of_an_empty_line():
    assert without_prefix('12:51:45   File "train.py", line 3 in f') == 'File "train.py", line 3 in f'
    assert without_prefix("12:51:45 step 3") == "12:51:45 step 3"
    assert (without_prefix("app-1  |"), without_prefix("dmesg | grep oom")) == ("", "dmesg | grep oom")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("## RuntimeError: x", True),
        ("再次运行报错`RuntimeError: x`", True),
        ("[rank0]: RuntimeError: x", False),
        ("    # a comment in code: x", True),
        ("#1 RuntimeError: x", False),
    ],
)
def test_a_line_that_tells_of_a_message_is_not_the_message(line, told):
    assert is_told(line) is told


def test_a_break_that_the_paste_had_hidden_parts_words_still():
    assert shorten(b"widget is cold\x0bsee below\x07") == "widget is cold see below"


def test_a_line_of_megabytes_is_cut_around_what_matters():
    line = b"a" * 3_000_000 + b"NEEDLE" + b"b" * 3_000_000

    shown = shorten(line, 3_000_000)

    assert "NEEDLE" in shown and len(shown) < 500 and shown.startswith("… ")


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("On a cloud VM with two GPUs nothing happens after the start, no error. With one GPU it runs.", True),
        ("Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA kernels", False),
        ("subsequent GPU operations might run on corrupted/incomplete data.", False),
        ("ValueError: it is not one of the names that we know, and I cannot go on with it", False),
        ("[rank0]: when it is here and we are there then it does not work with my one", False),
        ("killed", False),
    ],
)
def test_a_sentence_of_a_person_is_told_by_the_words_that_programs_leave_out(text, prose):
    assert is_prose(text) == prose


def test_a_sentence_that_names_a_setting_is_somebodys_and_a_programs_line_is_not():
    assert is_somebodys("When I set NCCL_ALGO=CollNet on two nodes, the training code that we have is killed")
    assert is_somebodys("两台机器互相可以 ping 通，但是一直卡住") and is_somebodys(
        "After starting the training, I got an error"
    )
    assert is_somebodys(
        "I encountered RendezvousTimeoutError when using 2 nodes with 8 GPUs each. Do I need to modify the code?"
    )
    assert not is_somebodys("RuntimeError: if it is on and not the one of two that it is, then it is the one")
    assert not is_somebodys("enqueue.cc:422 NCCL WARN Error : no algorithm/protocol available")
