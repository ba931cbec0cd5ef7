"""Which torch, NCCL and CUDA a process runs with, read from its files: nothing is imported, nothing is run."""

from __future__ import annotations

import re
from pathlib import Path

from kb.collect.job import PROC, Process
from kb.collect.probes.namespaces import path_of
from kb.collect.running.attempts import Absent

PACKAGES = re.compile(
    r"torch|torch[_-].+|torch(?:vision|audio|data|titan|ao|comms)|nvidia[_-].+|triton|deepspeed|accelerate|transformers|datasets|"
    r"tokenizers|huggingface[_-]hub|lightning|pytorch[_-]lightning|peft|trl|bitsandbytes|flash[_-]attn|xformers|apex|"
    r"transformer[_-]engine.*|megatron.*|ray|vllm|numpy|colossalai|mpi4py|horovod|fairscale|cupy.*|py[_-]spy|safetensors",
    re.IGNORECASE,
)
LIBRARIES = re.compile(
    r"/(lib(?:torch_cpu|torch_cuda|nccl|cudart|cuda|rccl|mpi|fabric|ibverbs|nccl-net|c10)[\w.+-]*\.so[\d.]*)$"
)
DIST_INFO = re.compile(r"^(?P<name>.+?)-(?P<version>[^-]+)\.(?:dist|egg)-info$")
TORCH_VERSION = re.compile(r"^(\w+)(?:\s*:[^=]+)?\s*=\s*['\"]?([^'\"\n]+)['\"]?\s*$", re.MULTILINE)


def show(process: Process) -> str:
    """`package==version` lines, then which libraries are loaded from where."""
    loaded = _loaded(process.pid)
    folders = _site_packages(process, loaded)
    lines = [f"python: {_link(process)}"]
    for folder in folders:
        lines += [f"folder: {folder}", *_packages(path_of(process.pid, folder)), *_torch(path_of(process.pid, folder))]
    lines += [f"loaded: {path}" for path in loaded]
    toolkit = path_of(process.pid, "/usr/local/cuda/version.json")
    if toolkit.exists():
        lines.append("cuda_toolkit: " + " ".join(toolkit.read_text(errors="replace").split())[:400])
    if len(lines) == 1:
        raise Absent(f"no packages found for {lines[0].removeprefix('python: ')}")
    return "\n".join(lines) + "\n"


def _loaded(pid: int) -> list[str]:
    try:
        text = (PROC / str(pid) / "maps").read_text(errors="replace")
    except OSError:
        return []
    return sorted({line.split(maxsplit=5)[5] for line in text.splitlines() if LIBRARIES.search(line)})


def _link(process: Process) -> str:
    try:
        return str((PROC / str(process.pid) / "exe").readlink())
    except OSError as error:
        return f"not readable: {error.strerror}"


def _site_packages(process: Process, loaded: list[str]) -> list[str]:
    """Where its packages lie: around the torch that is loaded, else in the environment of its interpreter."""
    around = {path.rpartition("/torch/lib/")[0] for path in loaded if "/torch/lib/" in path}
    if around:
        return sorted(around)
    word = process.command[0] if process.command else ""
    prefixes = [process.variables.get("VIRTUAL_ENV", ""), process.variables.get("CONDA_PREFIX", "")]
    prefixes += [str(Path(path).parent.parent) for path in (word, _link(process)) if path.startswith("/")]
    found = []
    for prefix in filter(None, prefixes):
        for folder in sorted(path_of(process.pid, prefix).glob("lib/python3*/*-packages")):
            found.append(prefix + "/" + "/".join(folder.parts[-3:]))
    return list(dict.fromkeys(found))[:3]


def _packages(folder: Path) -> list[str]:
    matches = (DIST_INFO.match(entry.name) for entry in sorted(folder.glob("*-info")))
    return [f"{m['name'].replace('_', '-')}=={m['version']}" for m in matches if m and PACKAGES.fullmatch(m["name"])]


def _torch(folder: Path) -> list[str]:
    """What torch says of its build, from version.py as text."""
    try:
        text = (folder / "torch" / "version.py").read_text(errors="replace")
    except OSError:
        return []
    wanted = ("__version__", "cuda", "hip", "git_version")
    return [f"torch.version.{name}: {value}" for name, value in TORCH_VERSION.findall(text) if name in wanted]
