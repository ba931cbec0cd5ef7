# SIGTERM to the launcher: it ends its ranks, then itself.
cat > train.py <<'END'
import os
import time
from pathlib import Path

import torch.distributed as dist

dist.init_process_group("gloo")
Path(f"pid.{dist.get_rank()}").write_text(str(os.getpid()))
time.sleep(60)
END
cat > count.py <<'END'
from pathlib import Path

import psutil

ranks = [int(path.read_text()) for path in Path().glob("pid.*")]
alive = [psutil.Process(pid) for pid in ranks if psutil.pid_exists(pid)]
print(f"MEASURED ranks left = {len(alive)}", flush=True)
for process in alive:
    process.kill()
END

"$PYTHON" -m torch.distributed.run --master-port "$PORT" --nproc-per-node 2 train.py &
until [ -s pid.0 ] && [ -s pid.1 ]; do sleep 0.5; done
kill -TERM $!
wait $!
sleep 5
"$PYTHON" count.py
