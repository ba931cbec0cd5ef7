# Rank 0 asks a question where no keyboard is connected, and takes its default at once.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
if dist.get_rank() == 0:
    try:
        answer = input("Log this run? (y/n) ")
    except EOFError:
        answer = "n"
dist.barrier()
print(f"rank {dist.get_rank()} passed the barrier", flush=True)
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py < /dev/null
