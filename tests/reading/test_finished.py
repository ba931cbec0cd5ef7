"""The last word of a run that went well is found; what tells a story, or begins something after it, is none."""

import pytest

from kb.reading.finished import finished
from kb.reading.text.stretches import one_stretch


def finished_in(text):
    found = finished(one_stretch(text), "")
    return found and (found.line, found.text)


@pytest.mark.parametrize(
    "last",
    [
        "Training finished",
        "[rank0]: Training finished",
        "INFO:root:Training completed successfully",
        "2026-11-20 12:02:05 | INFO | fairseq_cli.train | done training in 7325.0 seconds",
        "`Trainer.fit` stopped: `max_epochs=1` reached.",
        "{'train_runtime': 1234.5, 'train_samples_per_second': 12.3, 'epoch': 1.0}",
        "Training completed. Do not forget to share your model on huggingface.co/models =)",
        "Training finished, best acc 0.91",
    ],
)
def test_trainers_say_it_in_many_words(last):
    assert finished_in(f"step 9 loss 0.5\n{last}\nwandb: Run summary: loss 0.5\n") == (2, last)


@pytest.mark.parametrize(
    "last",
    [
        "Training finished, but it never exits",
        "the training is done and after that nothing happens",
        "Training failed",
        "Epoch 1 done",
        "Training finished\nStarting evaluation",
    ],
)
def test_a_story_and_a_stage_that_is_followed_by_another_are_no_end(last):
    assert finished_in(f"step 9 loss 0.5\n{last}\n") is None


def test_a_progress_bar_that_overwrites_itself_stands_before_it():
    assert finished_in("99%\x0b100%\x0bTraining finished\n") == (1, "99% 100% Training finished")


def test_only_the_end_of_a_log_is_its_end():
    assert finished_in("Training finished\n" + "step 1 loss 0.5\n" * 60) is None
