#!/bin/bash
# Saves a checkpoint of 4 MB to a file system of 1 MB, in a mount namespace of its own.
SIZE=1m

cat > save.py <<'PY'
import os
import shutil
import sys

import torch

folder = sys.argv[1]
print("free before saving:", shutil.disk_usage(folder).free, flush=True)
path = os.path.join(folder, "checkpoint.pt")
torch.save({"model": torch.zeros(1_000_000)}, path)
print("saved and read back:", torch.load(path)["model"].numel())
PY

export SIZE PYTHON
unshare --mount bash -c '
    mkdir -p output
    mount -t tmpfs -o size=$SIZE tmpfs output
    "$PYTHON" save.py output
'
