"""The end of a log says how far training came, and whether it finished."""

import pytest

from kb.reading.progress import progress_in, without_figures
from kb.reading.text.stretches import one_stretch


def progress(*lines):
    return progress_in(one_stretch("".join(f"{line}\n" for line in lines)))


@pytest.mark.parametrize(
    "lines",
    [
        ("step 101 loss 2.1", "step 5000 loss 1.1"),
        ("iteration 12/500 | loss 1", "iteration 13/500 | loss 1"),
        ("{'loss': 1.5, 'epoch': 0.01}", "{'loss': 1.3, 'epoch': 0.02}"),
        ("epoch 001:  100 / 3000 loss=8.1", "epoch 001:  200 / 3000 loss=7.9"),
        ("global_step=7", "global_step=8"),
    ],
)
def test_a_counter_that_grows_is_training_that_goes_on(lines):
    assert progress("the widget broke", *lines).beyond(1) == 3


@pytest.mark.parametrize(
    "lines",
    [
        ("step 100 loss 2.1",),
        ("step 100 loss 2.1", "step 100 loss 2.1"),
        ("step 100 loss 2.1", "epoch 101"),
        ("Gradient Accumulation steps = 8", "Total optimization steps = 1,540"),
        ("step 100 loss 2.1", '  File "train.py", line 3', "step 101 loss 2.1"),
        ("Map:  50%|█████     | 20/40 [00:05<00:05]", "Map:  52%|█████▎    | 21/40 [00:05<00:04]"),
    ],
    ids=["one", "the same", "two counters", "settings", "among the lines of what breaks", "a bar of something else"],
)
def test_otherwise_nothing_went_on(lines):
    assert progress("the widget broke", *lines).beyond(1) == 0


def test_what_went_on_before_a_line_is_not_beyond_it():
    assert progress("step 1", "step 2", "the widget broke", "step 3").beyond(3) == 0


@pytest.mark.parametrize(
    "line",
    [
        "Training finished, best acc 0.91",
        "2026-11-20 12:02:05 | INFO | fairseq_cli.train | done training in 7325.0 seconds",
        "`Trainer.fit` stopped: `max_epochs=1` reached.",
        "{'train_runtime': 1234.5, 'train_loss': 1.18, 'epoch': 1.0}",
        "INFO:root:Training completed successfully",
        "训练已完成",
    ],
)
def test_a_run_says_that_it_finished(line):
    assert progress("step 1", line).finished == 2


@pytest.mark.parametrize("line", ["Training started", "training is not finished", "retraining done"])
def test_nothing_else_says_so(line):
    assert progress(line).finished == 0


@pytest.mark.parametrize(
    ("line", "left"),
    [
        (
            "| epoch 001: 123 / 9333 loss=14.3, ppl=20557.44, gnorm=4.059, loss_scale=16.000, wall=1025",
            "| epoch 001: 123 / 9333 ",
        ),
        ("it stands still at loss=14.3, gnorm=4.0, loss_scale=16", "it stands still at "),
        ("{'loss': 1.5, 'grad_norm': 2.1, 'epoch': 0.01}", ""),
    ],
)
def test_a_trainers_figures_are_no_symptoms(line, left):
    assert without_figures(line) == left


@pytest.mark.parametrize(
    "line",
    [
        "loss=nan, gnorm=inf, lr=0.1",
        "{'loss': nan, 'epoch': 0.01}",
        "NCCL_P2P_DISABLE=1 NCCL_IB_DISABLE=1 OMP_NUM_THREADS=4",
    ],
)
def test_nan_and_settings_stay(line):
    assert without_figures(line) == line


def test_deepspeeds_launcher_says_that_its_ranks_have_ended_well():
    assert progress("loading", "[INFO] [launch.py:351:main] Process 100 exits successfully.").finished == 2


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("lm loss: 5.0 | number of nan iterations: 0 |", False),
        ("lm loss: 5.0 | number of nan iterations:   3 |", True),
        ("step 3 loss nan", True),
        ("grad_norm: inf", True),
        ("information on finance", False),
    ],
)
def test_a_figure_may_be_none(line, odd):
    assert progress(line).odd is odd


def test_what_is_counted_as_none_is_no_symptom():
    assert "nan" not in without_figures(
        "lm loss: 5.0 | number of skipped iterations: 0 | number of nan iterations: 0 |"
    )
