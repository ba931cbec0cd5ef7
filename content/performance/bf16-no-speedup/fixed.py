"""bf16 autocast on batches so large that matrix products take the time."""

import time

import torch

BATCH = 16384

layers = [layer for _ in range(8) for layer in (torch.nn.Linear(1024, 1024), torch.nn.GELU())]
model = torch.nn.Sequential(*layers).cuda()
batch = torch.randn(BATCH, 1024, device="cuda")


def step_ms(bf16, steps=30):
    for number in range(steps + 10):
        if number == 10:  # the first ten do not count
            torch.cuda.synchronize()
            start = time.perf_counter()
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=bf16):
            loss = model(batch).square().mean()
        loss.backward()
        model.zero_grad()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / steps * 1000


torch.set_float32_matmul_precision("highest")  # FP32, not TF32
fp32, bf16 = step_ms(False), step_ms(True)
print(f"batch {BATCH}: FP32 {fp32:.2f} ms, bf16 {bf16:.2f} ms on {torch.cuda.get_device_name()}")
print(f"MEASURED times that bf16 is faster than FP32 = {fp32 / bf16:.2f}")
