"""One worker reads four batches while the training loop could use sixteen."""

import time

from torch.utils.data import DataLoader


class Slow:
    def __len__(self):
        return 240

    def __getitem__(self, index):
        time.sleep(0.05)  # a file on a slow disk
        return float(index)


def main(workers):
    loader = iter(DataLoader(Slow(), batch_size=4, num_workers=workers, prefetch_factor=2))
    for _ in range(workers):
        next(loader)  # the workers have started
    waited, start = 0.0, time.perf_counter()
    while time.perf_counter() - start < 5:
        before = time.perf_counter()
        if next(loader, None) is None:
            break
        waited += time.perf_counter() - before
        time.sleep(0.05)  # a training step
    print(f"MEASURED share of the time spent waiting for data = {waited / (time.perf_counter() - start):.2f}")


main(workers=1)
