"""Whose code a frame is, by the places where people have it."""

import pytest

from kb.reading.stacks.known.packages import is_own
from kb.reading.stacks.stack import Frame


@pytest.mark.parametrize(
    ("file", "own"),
    [
        ("train.py", True),
        ("/home/me/megatron/pretrain.py", True),
        ("./train.py", True),
        ("torch/nn/functional.py", False),
        ("/opt/env/lib/python3.11/site-packages/mypackage/model.py", False),
        ("/usr/lib/python3.10/threading.py", False),
        ("queue.py", False),
        ("/av/third_party/python2.7/threading.py", False),
        ("/work/python3.11/train.py", True),
        ("fairseq_cli/train.py", False),
        ("/home/me/fairseq/fairseq_cli/train.py", False),
        ("/opt/conda/bin/deepspeed", False),
        ("/home/me/.local/bin/fairseq-train", False),
        ("/opt/conda/envs/rl/bin/torchrun", False),
        ("/home/me/job/bin/train.py", True),
        ("flashinfer/sampling.py", False),
        ("/workspace/sglang/python/sglang/srt/utils.py", False),
        ("/opt/DeepSpeed/deepspeed/runtime/engine.py", False),
        ("/home/me/transformers/src/transformers/trainer.py", False),
        ("/home/me/transformers/examples/run_clm.py", True),
        ("/home/me/mine/mine/train.py", True),
        ("<frozen runpy>", False),
        ("<my home>/job/train.py", True),
        ("libtorch_cpu.so", False),
        ("/opt/venv/bin/torchrun", False),
        ("/home/me/bin/train.py", True),
        (r"C:\work\lib\train.py", True),
        (r"C:\envs\a\lib\site-packages\mine\model.py", False),
        (r"C:\Python310\Lib\mine.py", False),
        (r"C:\envs\a\lib\queue.py", False),
    ],
)
def test_own_code_is_what_is_not_installed(file, own):
    assert is_own(Frame("f", file, 1)) is own


def test_of_a_program_in_one_file_pythons_modules_have_no_folders():
    assert not is_own(Frame("result", "_base.py", 427))
    assert is_own(Frame("compute", "_base.py", 427))


@pytest.mark.parametrize(
    ("file", "own"),
    [
        ("/workspace/Megatron-LM/megatron/training/training.py", False),
        ("/workspace/Megatron-LM/pretrain_gpt.py", True),
        ("/opt/pytorch/pytorch/torch/nn/modules/module.py", False),
        ("/home/u/torch/train.py", True),
        ("/root/LLaMA-Factory/src/llamafactory/train/tuner.py", False),
        ("/ws/DeepSpeed-0.12/deepspeed/runtime/engine.py", False),
        ("/home/u/project/datasets/loader.py", True),
        ("/home/u/.cache/uv/archive-v0/x1/torch/serialization.py", False),
        ("/scratch/torchinductor_u/ab/cabq.py", False),
        ("/build/python/Lib/threading.py", False),
        ("<ipython-input-3-8a2c>", True),
        ("/scratch/ipykernel_3122/1234.py", True),
        ("<string>", False),
    ],
)
def test_a_framework_in_a_folder_of_any_name_is_not_the_users(file, own):
    assert is_own(Frame("f", file, 1)) is own
