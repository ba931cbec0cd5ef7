"""The environment in which a program runs: the little that it may see of the caller's, and what we set."""

from __future__ import annotations

import os
import socket
from pathlib import Path

# Everything else of the caller's stays outside: tokens, and what would steer a library.
SEEN = frozenset(
    "CC CUDA_HOME CUDA_VISIBLE_DEVICES CXX LANG LANGUAGE LD_LIBRARY_PATH LOGNAME PATH SSL_CERT_DIR SSL_CERT_FILE"
    " TERM TZ USER".split()
)
SEEN_PREFIX = "LC_"
TAG = "RANKDOWN_RUN"


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment(python: str, folder: Path, port: int, tag: str, cache: Path, overlay: Path | None) -> dict[str, str]:
    """What is allowed of the caller's environment; HOME, caches and temporary files inside `folder`."""
    seen = {name: value for name, value in os.environ.items() if name in SEEN or name.startswith(SEEN_PREFIX)}
    home = folder / "home"
    home.mkdir(exist_ok=True)
    path = os.pathsep.join([str(Path(python).parent), seen.get("PATH", os.defpath)])
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
        "PYTHONNOUSERSITE": "1",
        "OMP_NUM_THREADS": "1",
        "DS_ACCELERATOR": "cpu" if not _has_gpu() else "cuda",
        TAG: tag,
    }
    if overlay:
        ours["PYTHONPATH"] = str(overlay)
    return seen | ours


def _has_gpu() -> bool:
    return Path("/dev/nvidia0").exists()
