"""The same with the libnvJitLink of CUDA 12.4, the release that this cuSPARSE belongs to."""

import ctypes
import sys
from importlib.metadata import version
from pathlib import Path

libraries = [Path(folder, "nvidia/cusparse/lib/libcusparse.so.12") for folder in sys.path]
print("cuSPARSE", version("nvidia-cusparse-cu12"), "libnvJitLink", version("nvidia-nvjitlink-cu12"), flush=True)
ctypes.CDLL(str(next(library for library in libraries if library.exists())))
print("loaded")
