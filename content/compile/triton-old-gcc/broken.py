"""Triton's own build of its own driver.c, with a C compiler that speaks C90, as gcc did before 5."""

import os
from pathlib import Path

from triton.backends import nvidia
from triton.runtime.build import compile_so_from_file

old_gcc = Path("old-gcc").absolute()
old_gcc.write_text('#!/bin/sh\nexec gcc -std=gnu90 "$@"\n')
old_gcc.chmod(0o755)
os.environ["CC"] = str(old_gcc)

source = Path(nvidia.__file__).parent / "driver.c"
library = compile_so_from_file(str(source), "cuda_utils", include_dirs=[str(source.parent / "include")])
print("compiled:", Path(library).stat().st_size, "bytes")
