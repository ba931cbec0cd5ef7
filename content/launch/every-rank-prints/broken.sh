# Two ranks of one group, and a print without a condition.
cat > train.py <<'END'
import torch.distributed as dist

dist.init_process_group("gloo")
print(f"epoch 0, world size {dist.get_world_size()}")
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --standalone --nproc-per-node=2 train.py > log.txt
echo "MEASURED lines of one print = $(grep -c 'world size 2' log.txt)"
