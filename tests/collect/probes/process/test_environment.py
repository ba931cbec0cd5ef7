"""Only variables that decide how a job communicates are shown, and of these no secret."""

import pytest

from kb.collect.job import Process
from kb.collect.probes.process import environment
from kb.collect.running.attempts import Absent


def rank(**variables):
    return Process(1, 1, 0, "python", 0.0, variables=variables)


def test_what_all_ranks_have_alike_is_shown_once():
    both = [rank(RANK="0", NCCL_DEBUG="INFO"), rank(RANK="1", NCCL_DEBUG="INFO")]

    assert environment.shared(both) == "NCCL_DEBUG=INFO\n"
    assert environment.own(both[1], both) == "RANK=1\n"


def test_what_is_not_on_the_list_stays_here():
    assert environment.chosen({"MY_APP": "1", "WANDB_API_KEY": "x", "AWS_SECRET_ACCESS_KEY": "x", "PS1": "$"}) == {}


@pytest.mark.parametrize("name", ["RAY_AUTH_TOKEN", "TORCH_HUB_SECRET", "NVIDIA_API_KEY", "SLURM_JWT", "PL_PASSWORD"])
def test_a_name_that_says_secret_hides_its_value(name):
    assert environment.chosen({name: "hunter2"}) == {name: "<hidden: its name says that it is a secret>"}


def test_names_that_only_sound_like_it_keep_theirs():
    plain = {"TOKENIZERS_PARALLELISM": "false", "OMP_NUM_THREADS": "1", "NCCL_IB_HCA": "mlx5_0", "SLURM_JOB_ID": "7"}

    assert environment.chosen(plain) == dict(sorted(plain.items()))


def test_a_value_stays_on_its_line_and_is_bounded():
    shown = environment.chosen({"NCCL_A": "1\nRANK=7", "NCCL_B": "x" * 100_000})

    assert shown["NCCL_A"] == "1\\nRANK=7"
    assert shown["NCCL_B"].endswith("<cut: 100000 characters>") and len(shown["NCCL_B"]) < 2100


def test_one_that_may_not_be_read_says_why():
    with pytest.raises(Absent, match="Permission denied"):
        environment.own(
            Process(1, 1, 0, "python", 0.0, problem="its environment is not readable: Permission denied"), []
        )
