"""The workers live as long as the loader."""

import os

from torch.utils.data import DataLoader


class WhoReads:
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return os.getpid()


if __name__ == "__main__":
    loader = DataLoader(WhoReads(), batch_size=2, num_workers=2, persistent_workers=True)
    readers = {reader for epoch in range(3) for batch in loader for reader in batch.tolist()}
    print(f"MEASURED worker processes started in three epochs = {len(readers)}")
