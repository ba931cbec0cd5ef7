"""An epoch of 400 samples in batches of 20, read by two loader workers."""

import io
import tarfile

import webdataset as wds

with tarfile.open("shard-0000.tar", "w") as tar:
    for index in range(100):
        text = str(index).encode()
        member = tarfile.TarInfo(f"{index:04d}.txt")
        member.size = len(text)
        tar.addfile(member, io.BytesIO(text))

samples, batch = 400, 20
dataset = wds.WebDataset("shard-0000.tar", resampled=True, shardshuffle=False).decode().to_tuple("txt")
loader = wds.WebLoader(dataset, batch_size=batch, num_workers=2).with_epoch(samples // batch)
steps = sum(1 for _ in loader)
print("MEASURED steps of an epoch, in multiples of what was meant =", steps / (samples // batch))
