"""Triton's own build of its own driver.c, where CC names the C compiler."""

import os
import shutil
from pathlib import Path

from triton.backends import nvidia
from triton.runtime.build import compile_so_from_file

compiler = shutil.which("gcc")
os.environ["CC"] = compiler

source = Path(nvidia.__file__).parent / "driver.c"
library = compile_so_from_file(str(source), "cuda_utils", include_dirs=[str(source.parent / "include")])
print("compiled:", Path(library).stat().st_size, "bytes")
