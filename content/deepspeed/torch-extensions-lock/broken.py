"""A process that compiles an extension is killed half-way, with its compiler; the next one needs the same extension."""

import ctypes
import os
import pathlib
import signal
import subprocess
import sys
import time

from torch.utils.cpp_extension import load

folder = pathlib.Path("build")
folder.mkdir(exist_ok=True)


def build():
    pathlib.Path("answer.cpp").write_text('extern "C" int answer() { return 42; }\n')
    return load("answer", ["answer.cpp"], build_directory=str(folder), is_python_module=False)


if "first" in sys.argv:
    build()
    sys.exit()

first = subprocess.Popen([sys.executable, __file__, "first"], start_new_session=True)
while first.poll() is None and not (folder / "lock").exists():
    time.sleep(0.01)
os.killpg(first.pid, signal.SIGKILL)
first.wait()
print("the first build was killed; in its folder:", os.listdir(folder), flush=True)

print("the extension says", ctypes.CDLL(build()).answer())
