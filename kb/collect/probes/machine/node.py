"""The machine: GPUs, network, disks, memory, the scheduler's view of the job."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import time
from pathlib import Path

from kb.collect.job import PROC, Process
from kb.collect.probes import commands
from kb.collect.probes.namespaces import enter_network, path_of
from kb.collect.running.attempts import Absent

GPU_DETAILS = "MEMORY,UTILIZATION,ECC,TEMPERATURE,POWER,CLOCK,PERFORMANCE,ROW_REMAPPER,PAGE_RETIREMENT"
DEVICES = re.compile(
    r"nvidia|mellanox|infiniband|ethernet|3d controller|vga|display|processing accel|network", re.IGNORECASE
)
MEMORY = re.compile(
    r"^(?:MemTotal|MemFree|MemAvailable|Buffers|Cached|Shmem|SwapTotal|SwapFree|HugePages_\w+|Committed_AS)\b"
)
PRESSURE = ("cpu", "memory", "io")
CGROUP_FILES = (
    "memory.events memory.limit_in_bytes memory.usage_in_bytes memory.max_usage_in_bytes memory.failcnt "
    "memory.oom_control memory.max memory.high memory.current memory.peak memory.swap.max memory.stat cpu.max cpu.stat "
    "pids.max pids.current pids.events cpuset.cpus.effective"
).split()
# Of memory.stat, which is long: what says who fills the memory.
CGROUP_MEMORY = ("anon", "file", "shmem", "kernel", "slab", "file_dirty", "file_writeback")


def machine() -> str:
    """`name: value` lines: host, kernel, load, memory, pressure."""
    lines = [f"host: {platform.node()}", f"kernel: {platform.platform()}", f"cores: {os.cpu_count()}"]
    lines += [
        f"load: {(PROC / 'loadavg').read_text().strip()}",
        f"uptime_seconds: {(PROC / 'uptime').read_text().split()[0]}",
    ]
    lines += [" ".join(line.split()) for line in (PROC / "meminfo").read_text().splitlines() if MEMORY.match(line)]
    for name in PRESSURE:
        path = PROC / "pressure" / name
        lines += [f"pressure_{name}: {line}" for line in path.read_text().splitlines()] if path.exists() else []
    return "\n".join([*lines, f"time: {time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}"]) + "\n"


def devices() -> str:
    """`lspci`, the lines of GPUs and network cards."""
    shown = subprocess.run([commands.find("lspci")], capture_output=True, text=True, errors="replace")
    lines = [line for line in shown.stdout.splitlines() if DEVICES.search(line)]
    if not lines:
        raise Absent("lspci names no GPU and no network card" + (f" ({shown.stderr.strip()})" if shown.stderr else ""))
    return "\n".join(lines) + "\n"


def addresses(pid: int) -> str:
    """`ip addr` in the network that the process is in."""
    enter_network(pid)
    return commands.run("ip", "addr")


def shared_memory(process: Process) -> str:
    """`df` of /dev/shm as that process sees it: a container has its own."""
    folder = path_of(process.pid, "/dev/shm")  # noqa: S108 - looked at, never written
    found = os.statvfs(folder)
    size, free = found.f_blocks * found.f_frsize, found.f_bavail * found.f_frsize
    used = size - found.f_bfree * found.f_frsize
    share = f"{100 * used / size:.0f}%" if size else "-"
    count = sum(1 for _ in Path(folder).iterdir())
    head = "Filesystem      1B-blocks           Used      Available Use% Mounted on"
    return f"{head}\nshm     {size:>16} {used:>14} {free:>14} {share:>4} /dev/shm\nentries: {count}\n"


def control_group(process: Process) -> str:
    """What the process's control group allows, uses, and how often it hit its bound (memory.events)."""
    lines = [line.split(":", 2) for line in (PROC / str(process.pid) / "cgroup").read_text().splitlines()]
    # Version 2 has one line without a controller; of version 1, memory is the one that kills.
    name = next((path for _, kind, path in lines if kind == "memory"), lines[-1][2] if lines else "/")
    root = Path("/sys/fs/cgroup")
    for folder in (root / "memory" / name.lstrip("/"), root / name.lstrip("/"), root / "memory", root):
        lines = [f"{file}: {' ; '.join(text)}" for file in CGROUP_FILES if (text := _cgroup_lines(folder / file))]
        if lines:
            return "\n".join([f"cgroup: {name}", f"folder: {folder}", *lines]) + "\n"
    raise Absent(f"nothing to read in the control group {name or '(none)'}")


def _cgroup_lines(path: Path) -> list[str]:
    try:
        lines = path.read_text().splitlines()
    except OSError:
        return []
    return [line for line in lines if line.split()[0] in CGROUP_MEMORY] if path.name == "memory.stat" else lines


def scheduler(variables: dict[str, str]) -> str:
    """The scheduler's description of the job. Raises Absent where the job is nobody's."""
    if number := variables.get("SLURM_JOB_ID"):
        return commands.run("scontrol", "show", "job", "-d", number)
    if "KUBERNETES_SERVICE_HOST" in variables:
        name = variables.get("HOSTNAME", platform.node())
        raise Absent(
            f"a Kubernetes pod: see `kubectl describe pod {name}` from outside (restarts, OOMKilled, evictions)"
        )
    for name, command in {"PBS_JOBID": "qstat -f", "LSB_JOBID": "bjobs -l"}.items():
        if number := variables.get(name):
            return commands.run(*command.split(), number)
    raise Absent("no scheduler's variables (SLURM_JOB_ID, …) in the job's environment")


def driver() -> str:
    """The NVIDIA kernel module's own word on its version; no command is started."""
    try:
        return Path("/proc/driver/nvidia/version").read_text()
    except FileNotFoundError as error:
        raise Absent("no NVIDIA driver is loaded") from error
