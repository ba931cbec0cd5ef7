"""The shell's word for a program that SIGKILL ended."""

import pytest

from tests.reading.tables.reading import facts, told


@pytest.mark.parametrize(
    ("line", "program"),
    [
        ("Killed", ""),
        ("已杀死", ""),
        ("run.sh: line 12: 44012 Killed                  python train.py --seed 8", "python train.py --seed 8"),
        ("bash: line 1: 44012 Killed                  torchrun train.py", "torchrun train.py"),
        ("./go.sh: 行 3: 44012 已杀死                  python train.py", "python train.py"),
        ("[1]+  Killed                  python train.py", "python train.py"),
        ("zsh: killed     python train.py", "python train.py"),
        ("trainer-1  | Killed", ""),
    ],
)
def test_it_says_the_signal_and_which_program(line, program):
    (fact,) = facts(f"step 500 loss 2.1\n{line}\n")

    assert (fact.name, fact.value, fact.of, fact.line) == ("shell_signal", "SIGKILL", program, 2)


@pytest.mark.parametrize(
    "line",
    [
        "Out of memory: Killed process 4112 (python)",
        "Killed by the scheduler",
        "3 workers were Killed",
        "srun: error: node01: task 3: Killed",
        "- Killed",
    ],
)
def test_what_says_more_is_somebody_elses(line):
    assert told(f"{line}\n", "shell_signal") == []
