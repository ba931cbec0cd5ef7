from accelerate import Accelerator, skip_first_batches
from torch.utils.data import DataLoader, IterableDataset

prepared = 0


def prepare(index):  # stands for reading, decoding, tokenizing, packing
    global prepared
    prepared += 1
    return index


class Samples(IterableDataset):
    def __iter__(self):
        return (prepare(index) for index in range(1000))


loader = Accelerator(cpu=True).prepare(DataLoader(Samples(), batch_size=8))
batch = next(iter(skip_first_batches(loader, 50)))
print("the first batch after the resume begins with sample", batch[0].item())
print("MEASURED samples prepared before it =", prepared)
