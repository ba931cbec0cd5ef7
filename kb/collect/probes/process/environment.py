"""The environment variables that decide how a job communicates: an allow-list; nothing else leaves the machine."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.collect.job import Process
from kb.collect.running.attempts import Absent

PREFIXES = (
    "NCCL_ TORCH TORCHELASTIC_ PYTORCH_ CUDA_ GLOO_ UCX_ UCC_ FI_ OMP_ MKL_ OPENBLAS_ KMP_ GOMP_ MASTER_ LOCAL_ GROUP_ "
    "ROLE_ SLURM_ OMPI_COMM_WORLD_ PMI_ PMIX_RANK RDMAV_ IBV_ MLX5_ RCCL_ HIP_ ROCR_ HSA_ DS_ DEEPSPEED_ ACCELERATE_ "
    "FSDP_ PL_ TOKENIZERS_ TRITON_ NVTE_ RAY_ XLA_ NVIDIA_ PDSH_"
).split()
NAMES = set(
    "RANK WORLD_SIZE NODE_RANK HOSTNAME HOST PYTHONPATH PYTHONUNBUFFERED PYTHONFAULTHANDLER PYTHONHASHSEED "
    "LD_LIBRARY_PATH LD_PRELOAD VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV TMPDIR HF_HOME HF_HUB_OFFLINE "
    "HF_DATASETS_CACHE TRANSFORMERS_CACHE TRANSFORMERS_OFFLINE XDG_CACHE_HOME HOME LANG MALLOC_ARENA_MAX "
    "KUBERNETES_SERVICE_HOST JOB_COMPLETION_INDEX "
    "http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY".split()
)
SECRET = re.compile(
    r"TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE|(?:^|_)(?:KEY|AUTH|JWT)(?:_|$)", re.IGNORECASE
)
TOKENIZERS = re.compile(r"^TOKENIZERS_")
LONGEST_VALUE = 2000


def chosen(variables: dict[str, str]) -> dict[str, str]:
    """Those of the allow-list; what its own name calls a secret shows its name only."""
    allowed = {name: value for name, value in variables.items() if name in NAMES or name.startswith(tuple(PREFIXES))}
    return {name: _value(name, value) for name, value in sorted(allowed.items())}


def _value(name: str, value: str) -> str:
    if SECRET.search(TOKENIZERS.sub("", name)):
        return "<hidden: its name says that it is a secret>"
    value = value.replace("\n", "\\n")
    return value if len(value) <= LONGEST_VALUE else f"{value[:LONGEST_VALUE]}<cut: {len(value)} characters>"


def shared(processes: Iterable[Process]) -> str:
    """NAME=value lines that all of these processes have alike."""
    common = _common(processes)
    if not common:
        raise Absent("the processes have no variable of the allow-list alike, or none may be read")
    return "".join(f"{name}={value}\n" for name, value in common.items())


def own(process: Process, processes: Iterable[Process]) -> str:
    """NAME=value lines of this process that the others do not all have."""
    if process.problem:
        raise Absent(process.problem)
    common = _common(processes)
    rest = {name: value for name, value in chosen(process.variables).items() if common.get(name) != value}
    return "".join(f"{name}={value}\n" for name, value in rest.items()) or "note: nothing beyond what all ranks have\n"


def _common(processes: Iterable[Process]) -> dict[str, str]:
    each = [chosen(process.variables) for process in processes if not process.problem]
    first = each[0] if each else {}
    return {name: value for name, value in first.items() if all(one.get(name) == value for one in each)}
