"""A made history of a cluster: jobs with failures put in on purpose, on nodes of which some are bad, and the truth.

What is put in are the catalogue's own samples, so that no figure made of it says how good the signatures are: it says
whether triage finds, unpacks, groups and reads logs without losing what they say.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import zstandard

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.matcher import Matcher

START = datetime(2026, 10, 1)
NODES = 64
BAD = 3
# A job with a bad node fails because of it; any job fails for a reason of its own, known or not.
WORSE, KNOWN, UNKNOWN = 0.6, 0.2, 0.06
IN_AN_ARCHIVE = 25
MADE_UP = (
    "RuntimeError: flux capacitor {n} of tile {m} lost phase",
    "ValueError: shard /data/{n}/part-{m}.bin has no header of kind {n}",
    "mycorp.store.LeaseError: lease {n} was taken by worker-{m}",
    "KeyError: 'curriculum_{n}'",
    "AssertionError: tokens {n} != {m} after packing",
)
TRACEBACK = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in <module>\n    main()\n'
PROGRESS = "[rank{r}]: step {n} loss {x:.4f} grad_norm {y:.3f} lr {z:.3e} tokens/s {t:.1f} mem {g:.1f}GiB\n"


@dataclass(frozen=True)
class Truth:
    """One job: its number stands in its name; `slug` was put in, `unknown` is an error that no entry has."""

    number: int
    nodes: tuple[str, ...]
    slug: str = ""
    unknown: str = ""
    bad: str = ""


class History:
    """`jobs` jobs with `size` bytes of logs in all, unpacked; the same for the same seed."""

    def __init__(self, catalogue: Catalogue, jobs: int, size: int, seed: int = 1, filler: int = 8_000_000):
        self.dice, self.jobs, self.size = random.Random(seed), jobs, size  # noqa: S311
        proved = [entry for entry in catalogue if entry.front.kind in ("error", "hang") and entry.front.printed]
        matcher = Matcher(catalogue)
        self.samples = [(e, path) for e in proved for path in _samples(e) if _proves(matcher, e, path)]
        self.of_nodes = [(e, path) for e, path in self.samples if e.front.retry == "exclude-node"]
        self.nodes = [f"gpu-{n:03d}" for n in range(NODES)]
        self.bad = sorted(self.dice.sample(self.nodes, BAD))
        self.filler = _filler(self.dice, filler)

    def made(self) -> Iterator[tuple[Truth, bytes]]:
        """Each job's truth, and its log."""
        for number in range(100_000, 100_000 + self.jobs):
            truth, words = self._fate(number)
            yield truth, self._log(truth, words)

    def _fate(self, number: int) -> tuple[Truth, str]:
        own = tuple(self.dice.sample(self.nodes, self.dice.choice((1, 1, 2, 4, 8))))
        guilty = [node for node in own if node in self.bad and self.dice.random() < WORSE]
        chance = self.dice.random()
        if guilty or chance < KNOWN:
            entry, path = self.dice.choice(self.of_nodes if guilty else self.samples)
            words = path.read_text(encoding="utf-8", errors="replace")
            return Truth(number, own, entry.slug, bad=guilty[0] if guilty else ""), words
        if chance < KNOWN + UNKNOWN:
            line = self.dice.choice(MADE_UP).format(n=self.dice.randrange(10**6), m=self.dice.randrange(100))
            words = (
                f'Traceback (most recent call last):\n  File "/app/train.py", line 7, in <module>\n    main()\n{line}\n'
            )
            return Truth(number, own, unknown=line), words
        return Truth(number, own), ""

    def _log(self, truth: Truth, words: str) -> bytes:
        begin = START + timedelta(minutes=20 * (truth.number - 100_000) + self.dice.randrange(20))
        end = begin + timedelta(minutes=self.dice.randrange(10, 600))
        ranks = len(truth.nodes) * 8
        hello = [f"{begin:%Y-%m-%d %H:%M:%S} starting job {truth.number}\n"]
        hello += [
            f"{node}:{700 + n}:{700 + n} [{n % 8}] NCCL INFO comm 0x5581{n:04x} rank {n} nranks {ranks} "
            f"cudaDev {n % 8} busId {n % 8}000 commId 0x{truth.number:x} - Init COMPLETE\n"
            for n, node in enumerate(node for node in truth.nodes for _ in range(8))
        ]
        size = int(self.size / self.jobs * min(self.dice.lognormvariate(-0.5, 1.0), 20.0))
        at = self.dice.randrange(len(self.filler) // 2)
        room = len(self.filler) - at
        middle = b"".join([self.filler[at:]] * (size // room) + [self.filler[at : at + size % room]])
        bye = "" if words else f"{end:%Y-%m-%d %H:%M:%S} training is complete\n"
        return "".join(hello).encode() + middle[: middle.rfind(b"\n") + 1] + words.encode() + b"\n" + bye.encode()


def _samples(entry: Entry) -> list[Path]:
    return sorted(entry.path.parent.glob("samples/*.log"))


def _proves(matcher: Matcher, entry: Entry, sample: Path) -> bool:
    best = matcher.match([("", sample.read_bytes())], keep=False, guess=lambda _: False).best
    return best is not None and best.slug == entry.slug


def _filler(dice: random.Random, most: int) -> bytes:
    """Bytes of ordinary progress."""
    lines, size = [], 0
    while size < most:
        told = {"x": dice.random() * 9, "y": dice.random() * 3, "z": dice.random() / 1000, "t": dice.random() * 1e5}
        lines.append(PROGRESS.format(r=dice.randrange(8), n=len(lines), g=dice.random() * 80, **told))
        size += len(lines[-1])
    return "".join(lines).encode()


def write_mixed(history: History, folder: Path) -> list[Truth]:
    """In every way that clusters keep logs: plain, packed by four programs, archived, a file a rank, pods."""
    truths, archived = [], []
    ways = (_plain, _ranks, _torchrun, _pods, _archive)
    for truth, log in history.made():
        truths.append(truth)
        history.dice.choice(ways)(folder, truth.number, log, archived)
        if len(archived) >= IN_AN_ARCHIVE:
            _write_archive(folder, archived)
    _write_archive(folder, archived)
    return truths


def write_zstd(history: History, folder: Path) -> list[Truth]:
    """One .zst a job: what `zstd -dc | grep` can read too."""
    truths, packer = [], zstandard.ZstdCompressor(level=1)
    for truth, log in history.made():
        truths.append(truth)
        (folder / f"slurm-{truth.number}.out.zst").write_bytes(packer.compress(log))
    return truths


def _plain(folder: Path, number: int, log: bytes, archived: list) -> None:
    packers = {
        "": bytes,
        ".gz": lambda text: gzip.compress(text, 1),
        ".bz2": lambda text: bz2.compress(text, 1),
        ".xz": lambda text: lzma.compress(text, preset=0),
        ".zst": lambda text: zstandard.compress(text, 1),
    }
    ending = list(packers)[number % len(packers)]
    _put(folder / f"slurm/slurm-{number}.out{ending}", packers[ending](log))


def _ranks(folder: Path, number: int, log: bytes, archived: list) -> None:
    """The last rank has the end of the log, as the one that failed."""
    _put(folder / f"jobs/job_{number}/rank0.log", log[: log.find(b"\n", 2000) + 1])
    _put(folder / f"jobs/job_{number}/rank1.log", log)


def _torchrun(folder: Path, number: int, log: bytes, archived: list) -> None:
    run = folder / f"elastic/exp{number}_a1b2c3d4/attempt_0"
    _put(run / "0/stdout.log", log[: log.find(b"\n", 2000) + 1])
    _put(run / "1/stderr.log", log)


def _pods(folder: Path, number: int, log: bytes, archived: list) -> None:
    _put(folder / f"pods/exp-{number}-master-0.log", log[: log.find(b"\n", 2000) + 1])
    _put(folder / f"pods/exp-{number}-worker-0.log", log)


def _archive(folder: Path, number: int, log: bytes, archived: list) -> None:
    archived.append((f"slurm-{number}.out", log))


def _write_archive(folder: Path, archived: list) -> None:
    if not archived:
        return
    name = archived[0][0].removesuffix(".out")
    (folder / "old").mkdir(parents=True, exist_ok=True)
    with tarfile.open(folder / "old" / f"from-{name}.tar.gz", "w:gz", compresslevel=1) as archive:
        for inside, log in archived:
            about = tarfile.TarInfo(inside)
            about.size = len(log)
            archive.addfile(about, io.BytesIO(log))
    archived.clear()


def _put(path: Path, text: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text)
