"""What the programs run with: versions, hardware, and packages laid over the environment without touching it."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

PROBE = """
import importlib.metadata, json, platform, sys
found = {"python": platform.python_version(), "torch": "", "cuda": "", "nccl": "", "gpus": []}
found["platform"] = platform.platform()
try:
    import torch
    found["torch"], found["cuda"] = torch.__version__, torch.version.cuda or ""
    if torch.cuda.is_available():
        found["gpus"] = [torch.cuda.get_device_name(n) for n in range(torch.cuda.device_count())]
        found["nccl"] = ".".join(map(str, torch.cuda.nccl.version()))
except ImportError:
    pass
names = "accelerate transformers deepspeed datasets tokenizers bitsandbytes numpy lightning ray triton".split()
found["packages"] = {}
for name in names:
    try:
        found["packages"][name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pass
print(json.dumps(found))
"""
PROBE_SECONDS = 120
INSTALL_SECONDS = 900


class NoEnvironment(Exception):
    """The interpreter or a package that an entry needs is not to be had; the message says what to do."""


def probe(python: str) -> dict:
    """Versions and GPUs as the interpreter under test sees them. Raises NoEnvironment."""
    try:
        shown = subprocess.run([python, "-c", PROBE], capture_output=True, text=True, timeout=PROBE_SECONDS, check=True)
        return json.loads(shown.stdout.splitlines()[-1])
    except FileNotFoundError as error:
        raise NoEnvironment(f"{python} is not there: name another with --python, or run `make reproduce`") from error
    except (subprocess.SubprocessError, ValueError, IndexError) as error:
        raise NoEnvironment(f"{python} does not run: {error}") from error


def machine_has(found: dict) -> set[str]:
    """What of an entry's `needs` this machine offers."""
    if not found["torch"]:
        return set()
    has = {"cpu"} | ({"cuda-wheel"} if found["cuda"] else set())
    has |= {"gpu"} if found["gpus"] else set()
    has |= {"multigpu"} if len(found["gpus"]) > 1 else set()
    return has | ({"root"} if hasattr(os, "geteuid") and os.geteuid() == 0 else set())


def overlay(python: str, packages: tuple[str, ...]) -> Path | None:
    """A folder with exactly these packages, built once beside the environment; None where none are asked for."""
    if not packages:
        return None
    folder = beside(python) / "overlays" / hashlib.sha256("\n".join(packages).encode()).hexdigest()[:12]
    done = folder / ".complete"
    if not done.exists():
        command = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-deps",
            "--upgrade",
            "--target",
            str(folder),
            "--",  # what follows is never an option
            *packages,
        ]
        try:
            subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS, check=True)
        except subprocess.SubprocessError as error:
            reason = (getattr(error, "stderr", "") or str(error)).strip()[-400:]
            raise NoEnvironment(f"{' '.join(packages)} could not be installed: {reason}") from error
        done.write_text("\n".join(packages))
    return folder


def extension_cache(python: str, packages: tuple[str, ...]) -> Path:
    """Where compiled extensions stay between runs, one folder for each set of packages."""
    name = hashlib.sha256("\n".join(packages).encode()).hexdigest()[:12] if packages else "plain"
    folder = beside(python) / "extensions" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def beside(python: str) -> Path:
    """The runner's own folder next to the environment, never inside it."""
    root = Path(python).absolute().parent.parent
    return root.with_name(f"{root.name}-extras")
