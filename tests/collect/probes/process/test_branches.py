"""What holds the lines at which ranks stand: headers of branches and loops, and ways out of the loops."""

import pytest

from kb.collect.job import Process
from kb.collect.probes.process import branches

PROGRAM = """\
import torch.distributed as dist

for epoch in range(3):
    for batch in loader:
        if bad(batch):
            continue
        if dist.get_rank() == 0:
            evaluate(model)
        elif batch.last:
            save(secret="not written down")
        if done:
            break
    try:
        step()
    except StopIteration:
        dist.barrier()


def evaluate(model):
    with no_grad():
        while True:
            model(1)
            if enough:
                return
    dist.barrier()
"""
LATER = 9e12


def rows(tmp_path, line, text=PROGRAM):
    path = tmp_path / "train.py"
    path.write_text(text)
    told = branches.rows_at(path, line)
    return None if told is None else [row.strip() for row in told]


WAYS = [
    "skipped at line 6: continue, if bad(batch)",
    "left at line 12: break, if done",
    "branch at lines 7-10: if dist.get_rank() == 0",
]


def test_a_branch_in_a_loop_in_a_loop(tmp_path):
    told = rows(tmp_path, 8)

    assert told[0] == "in lines 3-16: for epoch in range(3)"
    assert told[-1] == "in lines 7-10: if dist.get_rank() == 0"
    assert told[-5:-1] == ["in lines 4-12: for batch in loader", *WAYS]


def test_the_other_side_of_a_branch_and_its_own_condition(tmp_path):
    assert rows(tmp_path, 10)[-2:] == [
        "in else of lines 7-10: if dist.get_rank() == 0",
        "in lines 9-10: if batch.last",
    ]


def test_the_header_of_a_loop_belongs_to_it_that_of_a_branch_does_not(tmp_path):
    assert rows(tmp_path, 4)[-4] == "in lines 4-12: for batch in loader"
    assert rows(tmp_path, 7)[-1] == WAYS[-1]


def test_a_loop_that_was_left_and_a_handler(tmp_path):
    assert rows(tmp_path, 16)[-5:] == [
        "behind lines 4-12: for batch in loader",
        *WAYS,
        "in lines 15-16: except StopIteration",
    ]


def test_of_a_function_only_what_is_inside_it(tmp_path):
    assert rows(tmp_path, 25) == [
        "behind lines 21-24: while True",
        "left at line 24: return, if enough",
    ]


def test_no_other_line_of_the_program_is_written_down(tmp_path):
    assert "secret" not in "".join(rows(tmp_path, 8) + rows(tmp_path, 10))


@pytest.mark.parametrize("text", ["def broken(:\n", "\0", "(" * 5000, f"if {'not ' * 3000}x:\n    y()\n"])
def test_what_is_no_python_says_nothing(tmp_path, text):
    assert rows(tmp_path, text.count("\n") or 1, text) is None


STACK = """\
Process 7: python train.py
Python v3.11.7 (/usr/bin/python3.11)

Thread 7 (idle): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:3252)
    evaluate (train.py:25)
    <module> (train.py:8)

Thread 9 (idle): "Thread-1"
    run (train.py:3)
"""


def test_the_frames_of_the_main_thread_in_the_programs_own_files(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM)
    process = Process(7, 1, 0, "python", LATER, ["python", str(tmp_path / "train.py")])

    told = branches.around(process, STACK)

    assert [line for line in told.splitlines() if line.startswith("around")] == [
        "around line 25 of evaluate (train.py)",
        "around line 8 of <module> (train.py)",
    ]


def test_a_program_that_was_changed_after_the_start_is_not_read(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM)
    process = Process(7, 1, 0, "python", 0.0, ["python", str(tmp_path / "train.py")])

    assert branches.around(process, STACK) == (
        "\nnote: train.py was changed after the job had started, so the program was not read\n"
    )


def test_where_one_file_cannot_be_read_nothing_is_said(tmp_path):
    (tmp_path / "train.py").write_text(PROGRAM)
    (tmp_path / "steps.py").write_text("def broken(:\n")
    process = Process(7, 1, 0, "python", LATER, ["python", str(tmp_path / "train.py")])

    assert branches.around(process, STACK.replace("evaluate (train.py:25)", "step (steps.py:1)")) == ""


def test_what_is_installed_is_not_the_users_own(tmp_path):
    (tmp_path / "metrics").mkdir()
    (tmp_path / "metrics/metric.py").write_text(PROGRAM)
    process = Process(7, 1, 0, "python", LATER, ["python"], {"PYTHONPATH": str(tmp_path)})
    stack = STACK.replace("train.py", "metrics/metric.py")

    assert "around line 25 of evaluate (metrics/metric.py)" in branches.around(process, stack)
    (tmp_path / "metrics-1.0.dist-info").mkdir()
    assert branches.around(process, stack) == ""


def test_a_condition_too_long_to_be_shown_whole_is_not_shown_in_part(tmp_path):
    assert rows(tmp_path, 2, f"if {' or '.join(['step'] * 100)} or rank == 0:\n    y()\n") is None


def test_without_stacks_there_is_nothing_around():
    assert branches.around(Process(7, 1, 0, "python", LATER, ["python"]), "absent") == ""
