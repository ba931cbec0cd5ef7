from accelerate import Accelerator, skip_first_batches
from torch.utils.data import DataLoader, Dataset

prepared = 0


def prepare(index):  # stands for reading, decoding, tokenizing, packing
    global prepared
    prepared += 1
    return index


class Samples(Dataset):
    def __len__(self):
        return 1000

    def __getitem__(self, index):
        return prepare(index)


loader = Accelerator(cpu=True).prepare(DataLoader(Samples(), batch_size=8))
batch = next(iter(skip_first_batches(loader, 50)))
print("the first batch after the resume begins with sample", batch[0].item())
print("MEASURED samples prepared before it =", prepared)
