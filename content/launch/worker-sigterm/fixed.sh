# Something outside the training sends SIGTERM to one worker, and the worker says who it was.
cat > train.py <<'END'
import os
import signal
import threading
import time
from pathlib import Path

signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})


def name_sender():
    info = signal.sigwaitinfo({signal.SIGTERM})
    print(f"SIGTERM from pid {info.si_pid}, uid {info.si_uid}", flush=True)
    os._exit(143)


threading.Thread(target=name_sender, daemon=True).start()

import torch.distributed as dist

dist.init_process_group("gloo")
Path(f"pid-{dist.get_rank()}").write_text(str(os.getpid()))
for step in range(100):
    dist.barrier()
    time.sleep(0.2)
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py > report.txt 2>&1 & job=$!
until [ -s pid-1 ]; do sleep 0.2; done
sleep 1
kill -TERM "$(cat pid-1)"
wait "$job"
status=$?
cat report.txt
echo "MEASURED lines that name the sender = $(grep -c "SIGTERM from pid [0-9]" report.txt)"
exit "$status"
