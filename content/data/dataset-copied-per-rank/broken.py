"""A forked worker reads a list of strings, and every page that it reads becomes its own copy."""

from torch.utils.data import DataLoader, Dataset


class Texts(Dataset):
    def __init__(self):
        self.texts = [f"sample {i} of a data set that is kept in memory" for i in range(1_000_000)]

    def __len__(self):
        return 1

    def __getitem__(self, index):
        length = sum(len(text) for text in self.texts)
        with open("/proc/self/smaps_rollup") as rollup:
            own = next(int(line.split()[1]) for line in rollup if line.startswith("Private_Dirty"))
        return length, own / 1024


length, own = next(iter(DataLoader(Texts(), num_workers=1, batch_size=None, multiprocessing_context="fork")))
print(f"read {length} characters")
print(f"MEASURED MiB that one worker has for itself after reading the data = {own:.0f}")
