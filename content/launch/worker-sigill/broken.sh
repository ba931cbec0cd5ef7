# An op that was compiled for the CPU of another machine, as it lies in a shared cache or an image.
cat > rotate.c <<'END'
void rotate(unsigned *x, int n) {
    for (int i = 0; i < n; i++) x[i] = x[i] << 7 | x[i] >> 25;
}
END
gcc -O3 -shared -fPIC -march=bdver2 rotate.c -o librotate.so  # AMD of 2012: its vector rotation exists nowhere else
cat > train.py <<'END'
import ctypes

import torch
import torch.distributed as dist

dist.init_process_group("gloo")
if dist.get_rank() == 1:
    hashes = torch.ones(1024, dtype=torch.int32)
    ctypes.CDLL("./librotate.so").rotate(ctypes.c_void_p(hashes.data_ptr()), len(hashes))
    print(f"rotated to {hashes[-1].item()}", flush=True)
dist.barrier()
dist.destroy_process_group()
END

"$PYTHON" -m torch.distributed.run --nproc-per-node=2 --master-port="$PORT" train.py
