"""On a terminal the job has one too, as large as ours; in a pipe it has a pipe. Every byte comes through."""

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

ROOT = Path(__file__).parents[3]
SAYS = "import os; print(os.isatty(1), os.isatty(2), *os.get_terminal_size(1)); print('a\\tb\\r\\x1b[31mc', end='\\n')"


def on_a_terminal(*, err=None):
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 33, 111, 0, 0))
    command = [sys.executable, "-m", "kb.collect", "--watch", sys.executable, "-c", SAYS]
    run = subprocess.Popen(command, cwd=ROOT, stdin=terminal, stdout=terminal, stderr=err or terminal)
    os.close(terminal)
    shown = b""
    try:
        while piece := os.read(screen, 65536):
            shown += piece
    except OSError:  # the end, on Linux
        pass
    assert run.wait(60) == 0
    return shown


def test_the_job_sees_a_terminal_of_our_size():
    # Our own terminal makes \r\n of \n, and does so once.
    assert on_a_terminal() == b"True True 111 33\r\na\tb\r\x1b[31mc\r\n"


def test_each_stream_is_what_ours_is():
    assert on_a_terminal(err=subprocess.DEVNULL).startswith(b"True False")
    command = [sys.executable, "-m", "kb.collect", "--watch", sys.executable, "-c", "import os; print(os.isatty(1))"]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == "False\n"
