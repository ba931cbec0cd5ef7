"""Of a traceback, the frame that its reader can change."""

from __future__ import annotations

import time

from kb.reading.text.cleaning import clean
from kb.reading.tracebacks.own_frame import own_frame, own_frame_near

PLAIN = """\
starting
Traceback (most recent call last):
  File "/app/train.py", line 88, in <module>
    main()
  File "/app/train.py", line 61, in main
    loss = step(batch["labels"])
  File "/usr/lib/python3.11/site-packages/torch/nn/functional.py", line 3053, in cross_entropy
    return torch._C._nn.cross_entropy_loss(input, target)
RuntimeError: expected scalar type Long but found Float
""".splitlines()
WORKER = """\
Traceback (most recent call last):
  File "/content/train.py", line 12, in <module>
    for batch in loader:
  File "/usr/lib/python3/dist-packages/torch/_utils.py", line 722, in reraise
    raise exception
KeyError: Caught KeyError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/usr/lib/python3/dist-packages/torch/utils/data/_utils/worker.py", line 308, in _worker_loop
    data = fetcher.fetch(index)
  File "/content/drive/My Drive/sr/datasets.py", line 69, in __getitem__
    img = Image.open(self.images[i])
KeyError: 0

""".splitlines()


def test_the_last_frame_outside_of_packages_is_the_readers_own():
    frame = own_frame(PLAIN, 9)
    assert (frame.file, frame.line, frame.function) == ("/app/train.py", 61, "main")
    assert frame.code == 'loss = step(batch["labels"])'


def test_a_workers_own_traceback_stands_below_its_message():
    frame = own_frame(WORKER, 6)
    assert (frame.file, frame.line) == ("/content/drive/My Drive/sr/datasets.py", 69)
    assert (frame.code, frame.said) == ("img = Image.open(self.images[i])", "KeyError: 0")


def test_of_interleaved_ranks_each_has_its_own_traceback():
    lines = []
    for one, other in zip(PLAIN, WORKER[:9] + [""] * 2, strict=False):
        lines += [f"[rank0]: {one}", f"[rank1]: {other}"]
    number = next(n for n, line in enumerate(lines, 1) if "expected scalar" in line)
    assert own_frame(lines, number).line == 61


def test_a_traceback_of_packages_alone_names_nobody():
    lines = [line for line in PLAIN if "/app/" not in line]
    assert own_frame(lines, len(lines)) is None
    assert own_frame(["RuntimeError: alone"], 1) is None
    assert own_frame([], 1) is None


def test_endless_lines_around_an_exception_take_no_time():
    endless = ["x" * 3_000_000, 'File "' * 500_000, "a." * 1_500_000]
    began = time.monotonic()
    assert own_frame([*endless, *PLAIN, *endless], len(endless) + 9).line == 61
    assert time.monotonic() - began < 2


def test_it_is_known_whether_the_reader_raised_it_or_a_library():
    assert not own_frame(PLAIN, 9).raised
    own = [line for line in PLAIN if "torch" not in line]
    assert own_frame(own, len(own)).raised


def test_of_a_log_that_is_read_once_the_frame_is_found_near_the_exception():
    text = "\n".join(["noise"] * 5000 + PLAIN + ["noise"] * 5000).encode()
    assert own_frame_near(text, text.index(b"RuntimeError")).line == 61
    hidden = text.replace(b"\n", b"\x0b")
    assert own_frame_near(hidden, hidden.index(b"RuntimeError")).line == 61, "breaks that the paste has lost"


def test_an_exception_below_another_one_has_no_part_in_its_traceback():
    text = "\n".join([*PLAIN, "saving", "KeyError: 3"]).encode()
    assert own_frame_near(text, text.index(b"KeyError")) is None


def test_richs_box_names_the_frame_and_its_source():
    box = """\
╭───────────────────── Traceback (most recent call last) ──────────────────────╮
│ /home/me/train.py:52 in <module>                                             │
│ ❱  52 main()                                                                 │
│ /home/me/train.py:40 in main                                                 │
│                                                                              │
│    39 │   │   y = batch['y']                                                 │
│ ❱  40 │   │   z = stats['mean']                                              │
│    41                                                                        │
╰──────────────────────────────────────────────────────────────────────────────╯
KeyError: 'mean'
"""
    frame = own_frame(clean(box).splitlines(), 10)

    assert (frame.file, frame.line, frame.function, frame.code) == (
        "/home/me/train.py",
        40,
        "main",
        "z = stats['mean']",
    )
    assert frame.raised
