"""Where a process stands, as frames with their files."""

import subprocess
import sys
import time

from kb.runner.supervising.stacks import Frame, as_text, dump, from_faulthandler, restored

FAULT = """Fatal Python error: Aborted

Current thread 0x00007f (most recent call first):
  File "/venv/lib/widget.py", line 16 in wait_for_peer
  File "/scratch/job/broken.py", line 3 in <module>
"""


def test_a_running_process_shows_its_functions_with_their_files(tmp_path):
    program = tmp_path / "program.py"
    program.write_text("import time\ndef wait_here():\n    time.sleep(60)\nwait_here()\n")
    wanted = Frame("wait_here", str(program), 3)
    process = subprocess.Popen([sys.executable, str(program)])
    try:
        deadline = time.monotonic() + 20
        while wanted not in (frame for thread in dump(process.pid) for frame in thread):
            assert time.monotonic() < deadline
            time.sleep(0.2)
    finally:
        process.kill()
        process.wait()


def test_faulthandlers_words_are_the_same_frames():
    (thread,) = from_faulthandler(FAULT)

    assert thread == [Frame("wait_for_peer", "/venv/lib/widget.py", 16), Frame("<module>", "/scratch/job/broken.py", 3)]


def test_frames_survive_json_and_can_be_read():
    assert restored([[["wait", "x.py", 3]]]) == [[Frame("wait", "x.py", 3)]]
    assert as_text([[Frame("wait", "x.py", 3)]]) == "wait (x.py:3)"
