"""What a thread is busy with, by the frames of libraries and by the names of functions."""

import pytest

from kb.reading.stacks.known.doing import doing, named
from kb.reading.stacks.stack import Frame

TRAIN = "/home/user/train.py"


def does(*frames):
    """`frames` as `function file`, innermost first."""
    return doing([Frame(*text.split(" ")) for text in frames])


def called(*names):
    return named([Frame(name, TRAIN, 7) for name in names])


@pytest.mark.parametrize(
    ("frames", "expected"),
    [
        (["raw_input site-packages/IPython/terminal/debugger.py"], "asks"),
        (["cmdloop cmd.py", "interaction pdb.py", "trace_dispatch bdb.py"], "asks"),
        (["_poll_until_acquired filelock/_api.py", "acquire filelock/_api.py"], "waits-for-file-lock"),
        (["write torch/serialization.py", "_save torch/serialization.py"], "saves"),
        (["save_pretrained transformers/modeling_utils.py"], "saves"),
        (["_load torch/serialization.py"], "loads"),
        (["readinto socket.py", "urlopen urllib/request.py"], "downloads"),
        (["map datasets/arrow_dataset.py"], "prepares"),
        (["fetch torch/utils/data/_utils/fetch.py"], "reads-data"),
        (["all_reduce torch/distributed/distributed_c10d.py"], ""),
    ],
)
def test_frames_of_libraries_tell(frames, expected):
    assert does(*frames) == expected


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("save_checkpoint", "saves"),
        ("load_checkpoint", "loads"),
        ("tokenize", "prepares"),
        ("prepare", "prepares"),
        ("__getitem__", "reads-data"),
        ("validate", "evaluates"),
        ("train_step", ""),
        ("main", ""),
    ],
)
def test_names_of_own_functions_suggest_it(own, expected):
    assert called(own) == expected


def test_the_innermost_own_name_counts():
    assert called("tokenize", "save_checkpoint") == "prepares"


def test_a_module_that_is_read_does_nothing_yet():
    assert does("<module> filelock/_api.py", "<module> datasets/arrow_dataset.py") == ""
