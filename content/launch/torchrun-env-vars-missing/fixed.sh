# torchrun starts two processes and gives each its variables; the script is the same.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"rank {dist.get_rank()} of {dist.get_world_size()}", flush=True)
dist.barrier()
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --standalone --nproc-per-node=2 train.py
