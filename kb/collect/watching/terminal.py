"""Where the job's output goes: a terminal of its own where ours is one, so that bars and colours stay; else a pipe."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import struct
import termios


class Ends:
    """Our end and the job's of standard output and error. `of_job` is closed once the job has them."""

    def __init__(self) -> None:
        self.ours: dict[int, int] = {}
        self.of_job: list[int] = []
        self.screens: list[int] = []
        for target in (1, 2):
            source, end = _terminal() if os.isatty(target) else os.pipe()
            self.ours[source] = target
            self.of_job.append(end)
            if os.isatty(source):
                self.screens.append(source)
        if self.screens:
            signal.signal(signal.SIGWINCH, self._fit)
            self._fit()

    def _fit(self, *_: object) -> None:
        """The job's terminal is as large as ours."""
        with contextlib.suppress(OSError):
            ours = next(target for target in (1, 2) if os.isatty(target))
            size = fcntl.ioctl(ours, termios.TIOCGWINSZ, struct.pack("4H", 0, 0, 0, 0))
            for screen in self.screens:
                fcntl.ioctl(screen, termios.TIOCSWINSZ, size)

    def close_those_of_the_job(self) -> None:
        for end in self.of_job:
            os.close(end)


def _terminal() -> tuple[int, int]:
    """A pair whose bytes come through as they are: our own terminal does what there is to do to them."""
    ours, of_job = os.openpty()
    told = termios.tcgetattr(of_job)
    told[1] &= ~termios.OPOST
    termios.tcsetattr(of_job, termios.TCSANOW, told)
    return ours, of_job
