"""A plan and a program -> the command of every simulated node, and the environment in which it runs."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from kb.runner.plan import Plan

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


def commands(plan: Plan, program: str, python: str, port: int, tag: str) -> list[list[str]]:
    """One command a node; all run on this machine, each agent with a rendezvous of its own where there are several."""
    how = plan.how
    if how.launch == "script":
        return [["bash", program]]
    if how.launch == "plain":
        return [[python, program, *how.arguments]]
    if how.launch == "torchrun":
        return [_torchrun(plan, program, python, port, tag)] * how.nodes
    count = ["--num_processes", str(how.processes)]
    if how.launch == "accelerate":
        port_option = ["--main_process_port", str(port)]
        return [[python, "-m", "accelerate.commands.launch", *port_option, *count, *how.arguments, program]]
    options = ["--num_gpus", str(how.processes), "--master_port", str(port), *how.arguments]
    return [[python, "-m", "deepspeed.launcher.runner", *options, program]]


def _torchrun(plan: Plan, program: str, python: str, port: int, tag: str) -> list[str]:
    how = plan.how
    command = [python, "-m", "torch.distributed.run", f"--nproc-per-node={how.processes}"]
    if how.nodes == 1:
        meet = ["--master-addr=127.0.0.1", f"--master-port={port}"]
    else:
        meet = [f"--nnodes={how.nodes}", "--rdzv-backend=c10d"]
        meet += [f"--rdzv-endpoint=127.0.0.1:{port}", f"--rdzv-id={tag}"]
    return [*command, *meet, *how.arguments, program]


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
