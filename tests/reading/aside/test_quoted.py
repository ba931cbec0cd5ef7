"""A message that a line only names happened nowhere in it."""

import pytest

from kb.reading.aside.quoted import is_quoted

OOM = "CUDA out of memory"


def quoted(line: str) -> bool:
    before, behind = line.split(OOM)
    return is_quoted(before, behind)


@pytest.mark.parametrize(
    "line",
    [
        f'tests/test_errors.py::test_parse["RuntimeError: {OOM}, no"] PASSED',
        f'        r"{OOM} .* allocate",',
        f'    if "{OOM}" in str(exc):',
        f'    return any(p in text for p in ["NCCL error", "{OOM}", "reset by peer"])',
        f'{{"retry_on": ["NCCL error", "{OOM}", "Connection reset by peer"]}}',
        f'grep -n "{OOM}" train.log',
        f'    if line.startswith("RuntimeError: {OOM}"):',
        f'    Fix "RuntimeError: {OOM}" by smaller batches',
        f'    Retry on "{OOM}" in eval',
        f"9a1d2c3 fix(eval): {OOM} with long prompts",
        f'- Fixed: "{OOM}" on hosts with many NICs',
        f"- **Fixed** {OOM} when pin_memory",
        f"- Known issue: {OOM} with 512 ranks",
        f"If you see `RuntimeError: {OOM}. Tried to allocate 20.00 MiB` reduce the batch size.",
        f"If a worker prints {OOM}, restart it",
        f'You can get rid of "RuntimeError: {OOM}" by choosing another size.',
        f"`RuntimeError: {OOM}` means that the card is full",
        f"如果你看到 {OOM}，请减小 batch size",
        f"- 修复：{OOM}",
    ],
)
def test_what_only_names_it(line):
    assert quoted(line)


@pytest.mark.parametrize(
    "line",
    [
        f"torch.OutOfMemoryError: {OOM}. Tried to allocate 2.00 GiB",
        f"[rank3]: RuntimeError: {OOM}. If you want more, see the documentation",
        f'I get "{OOM}" after 3 steps',
        f'it died ("RuntimeError: {OOM}")',
        f'[RuntimeError("{OOM}")]',
        f'            "RuntimeError: {OOM}",',
        f'"stderr_lines": ["Traceback (most recent call last):", "RuntimeError: {OOM}", "exit 1"]',
        f"FAILED tests/test_train.py::test_step - RuntimeError: {OOM}",
        f"(TrainWorker pid=1) ValueError: you may retry. RuntimeError: {OOM}",
        f"训练时报错 {OOM}",
    ],
)
def test_what_prints_it_or_tells_of_it(line):
    assert not quoted(line)


def test_a_message_that_is_a_list_itself_was_printed():
    assert not is_quoted("DDP command: ['", "', 'x']", "torch.distributed.run', '--nproc_per_node")


def test_a_hostile_line_takes_no_time():
    for piece in ('"', "['a',", "if you ", "x::y[", "fix ", " "):
        is_quoted(piece * 100_000, piece * 100_000)
