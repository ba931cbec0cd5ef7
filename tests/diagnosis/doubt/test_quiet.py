"""A program's log in which nothing failed is searched for no guess; any line or word of trouble is."""

import pytest

from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.text_report import as_text

STEPS = "".join(f"step {n} loss {3 - n / 100:.2f}\n" for n in range(20))
MEGATRON = "".join(
    f"[2026-11-20 10:00:{n:02}] iteration {n:8}/ 500000 | consumed samples: {n} | lm loss: 5.0E+00 | loss scale: 1.0 |"
    f" number of skipped iterations: 0 | number of nan iterations: {{}} |\n"
    for n in range(10)
)
LOGGER = "[2026-11-20 10:00:01,000] [INFO] [{}] {}\n"
OVERFLOW = LOGGER.format(
    "loss_scaler.py:190:update_scale",
    "[deepspeed] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 65536, reducing to 32768",
)
CONNECTS = (
    "[W socket.cpp:601] [c10d] The client socket has failed to connect to [node0]:29500"
    " (errno: 111 - Connection refused).\nConnected.\n"
)
BAR = "".join(f"Epoch 0:  {n}%|          | {n}/100 [00:{n}<01:00,  1.00it/s, loss=1.88]\r" for n in range(10, 60))
CTRL_C = '^CTraceback (most recent call last):\n  File "train.py", line 9, in <module>\n    step()\nKeyboardInterrupt\n'


@pytest.mark.parametrize(
    "log",
    [
        STEPS + "saving checkpoint to /ckpt/300\neval acc 0.81\ndone\n",
        MEGATRON.format(*10 * "0"),
        OVERFLOW + LOGGER.format("logging.py:96:log_dist", "[Rank 0] step=10, skipped=1, lr=[1e-05]"),
        CONNECTS + STEPS,
        LOGGER.format("train", "step=10 loss=2.0") + "Evaluating:  12%|#2  | 120/1000 [02:11<16:03,  1.09s/it]\n",
        "wandb: Network error (ConnectionError), entering retry loop.\n" + STEPS,
        '{"fail_on_nan": true, "retry_on": ["NCCL error", "CUDA out of memory", "Connection reset by peer"]}\n' + STEPS,
    ],
    ids=[
        "steps",
        "nan iterations: 0",
        "a loss scale that is lowered once",
        "connected at last",
        "an evaluation",
        "a new try",
        "a configuration",
    ],
)
def test_a_log_in_which_nothing_failed_gets_no_guess(matcher, log):
    answer = matcher.match_text(log)

    assert (answer.quiet, answer.matches, answer.differential) == ("nothing failed", (), None)


def test_a_start_without_a_step_may_be_where_it_hangs(matcher):
    started = LOGGER.format("services.py:1412", "View the Ray dashboard at http://127.0.0.1:8265")
    assert matcher.match_text(started * 2).quiet == ""


def test_each_report_says_so_and_what_it_lacks(matcher):
    answer = matcher.match_text(CONNECTS + STEPS)
    told = " ".join(as_text(answer).split())

    assert "Nothing in this log says that anything failed." in told
    assert "Training went on behind these lines line 1: [W socket.cpp:601]" in told
    assert "say so in a sentence above the log" in told
    assert as_json(answer)["quiet"] == "nothing failed"


SIGINT = (
    "^CW1003 04:11:52.001 4000 torch/distributed/elastic/agent/server/api.py:719] Received {} death signal, shutting"
    " down workers\nW1003 04:11:52.002 4000 torch/distributed/elastic/multiprocessing/api.py:900] Sending process 4110"
    ' closing signal SIGINT\nTraceback (most recent call last):\n  File "/opt/venv/bin/torchrun", line 8, in <module>\n'
    "    sys.exit(main())\n"
    "torch.distributed.elastic.multiprocessing.api.SignalException: Process 4000 got signal: 2\n"
)


@pytest.mark.parametrize("log", [BAR + "\n" + CTRL_C, CTRL_C, SIGINT.format("2"), SIGINT.format("Signals.SIGINT")])
def test_somebody_who_pressed_ctrl_c_is_told_that(matcher, log):
    answer = matcher.match_text(log)

    assert (answer.quiet, answer.differential) == ("interrupted", None)
    assert "It was interrupted (Ctrl-C)" in as_text(answer)


@pytest.mark.parametrize(
    "log",
    [
        "It hangs after some steps:\n" + STEPS,
        "训练到这里就卡住了\n" + STEPS,
        "Same on both nodes, no progress:\n" + STEPS,
        "Hangs during epoch 0 - some workers are in epoch 1 already",
        STEPS + CONNECTS,
        STEPS + "step 20 loss nan\nstep 21 loss nan\n",
        MEGATRON.format(*9 * "0", "3"),
        STEPS + "saving checkpoint\n",
        "Initializing distributed: GLOBAL_RANK: 0, MEMBER: 1/8\n",
        STEPS + "ValueError: no data for shard 7\n" + STEPS,
        OVERFLOW.replace("INFO", "WARNING"),
    ],
)
def test_whatever_speaks_of_trouble_is_searched(matcher, log):
    assert matcher.match_text(log).quiet == ""


def test_the_readers_own_ctrl_c_proves_no_signal_of_somebody_elses(matcher):
    told = "WARNING:torch.distributed.elastic.agent.server.api:Received {} death signal, shutting down workers\n"
    assert matcher.match_text(told.format(15)).best.slug == "launcher-signal-hangup"
    assert matcher.match_text(told.format(2) + CTRL_C).best is None


def test_a_run_that_finished_comes_before_its_harmless_notes(matcher):
    note = (
        "[rank0]:[W1003 04:30:00.11 ProcessGroupNCCL.cpp:1496] Warning: WARNING: destroy_process_group() was not called"
    )
    log = f"{STEPS}{note} before program exit, which can leak resources.\nTraining done in 1800 s\n"
    answer = matcher.match_text(log)

    assert (answer.finished, answer.matches) == (True, ())
    assert [match.slug for match in answer.got_over] == ["process-group-not-destroyed"]
    assert matcher.match_text(log.replace("Training done", "Saved")).best.slug == "process-group-not-destroyed"
