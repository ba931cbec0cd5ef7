"""Triton's own build of its own driver.c, with a C compiler that speaks C11 or newer, as gcc does since 5."""

import os
import shutil
from pathlib import Path

from triton.backends import nvidia
from triton.runtime.build import compile_so_from_file

os.environ["CC"] = shutil.which("gcc")

source = Path(nvidia.__file__).parent / "driver.c"
library = compile_so_from_file(str(source), "cuda_utils", include_dirs=[str(source.parent / "include")])
print("compiled:", Path(library).stat().st_size, "bytes")
