"""A forked worker reads one array of bytes, and the pages stay those of its parent."""

import numpy
from torch.utils.data import DataLoader, Dataset


class Texts(Dataset):
    def __init__(self):
        texts = (f"sample {i} of a data set that is kept in memory" for i in range(1_000_000))
        self.texts = numpy.array([text.encode() for text in texts])

    def __len__(self):
        return 1

    def __getitem__(self, index):
        length = sum(len(text) for text in self.texts)  # each text is made when it is read
        with open("/proc/self/smaps_rollup") as rollup:
            own = next(int(line.split()[1]) for line in rollup if line.startswith("Private_Dirty"))
        return length, own / 1024


length, own = next(iter(DataLoader(Texts(), num_workers=1, batch_size=None, multiprocessing_context="fork")))
print(f"read {length} characters")
print(f"MEASURED MiB that one worker has for itself after reading the data = {own:.0f}")
