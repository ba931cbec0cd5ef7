# Killed in the second save: the checkpoint is overwritten in place, and half of it is there.
cat > save.py <<'END'
import resource
import signal
import sys

import torch


def save(state, path):
    torch.save(state, path)


step = int(sys.argv[1])
if step == 2:  # the kernel ends a process that writes beyond this limit with SIGXFSZ
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
save({"step": step, "weights": torch.rand(1_000_000)}, "last.pt")
END
cat > resume.py <<'END'
import torch

state = torch.load("last.pt")
print(f"resumed at step {state['step']}, {state['weights'].numel()} weights")
END

"$PYTHON" save.py 1
"$PYTHON" save.py 2
ls -l
"$PYTHON" resume.py
