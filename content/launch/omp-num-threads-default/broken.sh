# Two workers, and nobody has said how many threads each may use.
unset OMP_NUM_THREADS
cat > train.py <<'END'
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
if dist.get_rank() == 0:
    print(f"MEASURED CPU threads of a rank = {torch.get_num_threads()}", flush=True)
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py
