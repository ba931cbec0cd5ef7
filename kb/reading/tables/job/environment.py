"""env, printenv, export lines and collect's environment: the variables that decide how a job communicates."""

from __future__ import annotations

import re
from collections.abc import Callable

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import whole

ASSIGNED = re.compile(
    r"(?P<before>export |declare -x |set -x |- )?(?P<name>[A-Za-z_][A-Za-z0-9_]{0,80})="
    r"(?P<quote>[\"']?)(?P<value>.{0,2000})(?P=quote)"
)
FUNCTION = re.compile(r"BASH_FUNC_|[(){}]")
MOST_LINES = 1000
FEWEST = 2


def _switched_on(value: str) -> str | None:
    return {"1": "yes", "0": "no"}.get(value)


def _devices(value: str) -> int | None:
    """CUDA ends the list at the first that it does not know; an empty one shows no GPU."""
    names = value.split(",") if value else []
    kept = [name for name in names if re.fullmatch(r"\s*(?:\d{1,3}|GPU-[0-9a-f-]{4,40}|MIG-\S{1,80})\s*", name)]
    return len(kept) if len(kept) == len(names) or value.startswith("-1") else None


def _word(value: str) -> str | None:
    return value if value and len(value) <= 200 else None


# What a variable's value says: its fact, and how it is read (None: nothing).
MEANINGS: dict[str, tuple[str, Callable[[str], float | str | None]]] = {
    "NCCL_P2P_DISABLE": ("nccl_p2p_disabled", _switched_on),
    "NCCL_SHM_DISABLE": ("nccl_shm_disabled", _switched_on),
    "NCCL_IB_DISABLE": ("nccl_ib_disabled", _switched_on),
    "NCCL_SOCKET_IFNAME": ("nccl_socket_ifname", _word),
    "CUDA_VISIBLE_DEVICES": ("cuda_visible_devices", _devices),
    "OMP_NUM_THREADS": ("omp_threads", whole),
    "WORLD_SIZE": ("world_size", whole),
    "LOCAL_WORLD_SIZE": ("local_world_size", whole),
    "MASTER_ADDR": ("master_addr", _word),
    "MASTER_PORT": ("master_port", whole),
}


def read(lines: Lines) -> Table | None:
    """The variables of a listing; one line alone is a remark, unless it is exported or collect wrote it."""
    facts, certain = Facts(lines), lines.section.startswith("environment")
    while facts.rows < MOST_LINES and (line := lines.peek()):
        told = ASSIGNED.fullmatch(line)
        if not told or FUNCTION.search(told["name"]):
            break
        facts.take()
        certain = certain or bool(told["before"])
        if told["name"] == "HOSTNAME":
            facts.host = told["value"][:100]
        if told["name"] in MEANINGS:
            name, meaning = MEANINGS[told["name"]]
            facts.add(name, meaning(told["value"].strip()))
    return facts.table() if certain or facts.rows >= FEWEST else None


OPENING = "|".join(
    [
        *(f"{name}=" for name in MEANINGS),
        "MASTER_PORT=",
        "SLURM_JOB_ID=",
        "HOSTNAME=",
        "NCCL_DEBUG=",
        "TORCH_NCCL_[A-Z_]{5,40}=",
    ]
)
KIND = Kind("environment", OPENING, read, widest=WIDEST)
