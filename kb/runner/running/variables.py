"""The environment in which a program runs: what it may see of the caller's, and what we set."""

from __future__ import annotations

import os
import socket
from pathlib import Path

# Left over from the job around us, these would change what a library does.
FOREIGN = (
    "RANK",
    "WORLD_SIZE",
    "LOCAL_RANK",
    "LOCAL_WORLD_SIZE",
    "GROUP_RANK",
    "ROLE_RANK",
    "MASTER_ADDR",
    "MASTER_PORT",
)
FOREIGN_PREFIXES = tuple(
    "ACCELERATE_ CUDA_ DEEPSPEED_ DS_ FSDP_ GLOO_ HF_ NCCL_ OMP_ MKL_ PET_ PYTHON PYTORCH_ RANKDOWN_ RDZV_ SLURM_"
    " TOKENIZERS_ TORCH TRITON_ VIRTUAL_ENV XDG_".split()
)
# A CUDA machine is what the `gpu` entries need; everything else must not depend on what is plugged in.
KEPT = ("CUDA_VISIBLE_DEVICES", "CUDA_HOME")
TAG = "RANKDOWN_RUN"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(python: str, folder: Path, port: int, tag: str, cache: Path, overlay: Path | None) -> dict[str, str]:
    """The caller's environment less what would steer a library; HOME, caches and temporary files inside `folder`."""
    kept = {name: value for name, value in os.environ.items() if name in KEPT or not _is_foreign(name)}
    home = folder / "home"
    home.mkdir(exist_ok=True)
    path = os.pathsep.join([str(Path(python).parent), kept.get("PATH", os.defpath)])
    ours = {
        "HOME": str(home),
        "TMPDIR": str(folder),
        "XDG_CACHE_HOME": str(home / "cache"),
        "HF_HOME": str(home / "huggingface"),
        "TORCH_EXTENSIONS_DIR": str(cache),
        "PATH": path,
        "PYTHON": python,
        "PORT": str(port),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONFAULTHANDLER": "1",
        "OMP_NUM_THREADS": "1",
        "DS_ACCELERATOR": "cpu" if not _has_gpu() else "cuda",
        TAG: tag,
    }
    if overlay:
        ours["PYTHONPATH"] = str(overlay)
    return kept | ours


def _is_foreign(name: str) -> bool:
    return name in FOREIGN or name.startswith(FOREIGN_PREFIXES)


def _has_gpu() -> bool:
    return Path("/dev/nvidia0").exists()
