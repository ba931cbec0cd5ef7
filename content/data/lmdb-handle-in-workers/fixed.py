"""Each worker opens the environment when it reads its first sample."""

import lmdb
from torch.utils.data import DataLoader, Dataset


class Numbers(Dataset):
    def __init__(self, path):
        self.path, self.env = path, None

    def __len__(self):
        return 100

    def __getitem__(self, index):
        if self.env is None:
            self.env = lmdb.open(self.path, readonly=True, lock=False)
        with self.env.begin() as transaction:
            return int(transaction.get(str(index).encode()))


if __name__ == "__main__":
    with lmdb.open("numbers") as env, env.begin(write=True) as transaction:
        for number in range(100):
            transaction.put(str(number).encode(), str(number).encode())

    loader = DataLoader(Numbers("numbers"), batch_size=10, num_workers=2, multiprocessing_context="spawn")
    batches = list(loader)
    print(f"read {sum(map(len, batches))} samples, sum {sum(int(batch.sum()) for batch in batches)}")
