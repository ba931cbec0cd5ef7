"""Two loader workers, and a dataset that keeps a list of annotations in memory."""

import pickle
import time

from torch.utils.data import DataLoader, Dataset


class Annotated(Dataset):
    """As it comes from a pickle file with the annotations of all frames."""

    def __init__(self):
        self.frames = [{"name": f"frame {n}", "box": [float(n), n + 0.5, n + 0.25]} for n in range(600_000)]

    def __len__(self):
        return len(self.frames)

    def __getitem__(self, index):
        return self.frames[index]["box"][0]


if __name__ == "__main__":
    dataset = Annotated()
    began = time.perf_counter()
    pickle.dumps(dataset)
    unit = time.perf_counter() - began
    loader = DataLoader(dataset, batch_size=8, num_workers=2, multiprocessing_context="fork")
    began = time.perf_counter()
    print("first batch:", next(iter(loader)).sum().item())
    print("MEASURED time to the first batch, in picklings of the dataset =", (time.perf_counter() - began) / unit)
