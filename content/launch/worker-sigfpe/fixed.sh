# An op that sizes its blocks from the number of samples of its rank, as a launch configuration is computed.
cat > blocks.c <<'END'
int blocks(int samples, int for_each) { return samples / for_each; }
END
gcc -O2 -shared -fPIC blocks.c -o libblocks.so
cat > train.py <<'END'
import ctypes

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
samples = torch.arange(8).chunk(2)[dist.get_rank()]
for_each = max(1, len(samples) * dist.get_rank())
blocks = torch.tensor(ctypes.CDLL("./libblocks.so").blocks(len(samples), for_each))
dist.all_reduce(blocks)
print(f"rank {dist.get_rank()}: {blocks.item()} blocks in all", flush=True)
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py
