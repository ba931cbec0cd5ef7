"""The vocabulary of facts: what tables about machines and jobs can say, and in what unit. Entries compare them.

`kb/reading/tables/` finds them; a test keeps the two together. A fact is about one thing on one host (a GPU, a mount,
an interface); a job has many of a name, and a comparison holds where it holds for any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Unit = Literal["bytes", "share", "count", "version", "word"]


@dataclass(frozen=True, slots=True)
class FactKind:
    """`words` are all that a word can be; empty where it can be any. `tables` are the kinds that say it."""

    name: str
    unit: Unit
    says: str
    tables: tuple[str, ...]
    words: tuple[str, ...] = ()


YES_NO = ("yes", "no")
REPAIRS = ("pending", "not-possible", "none")
MODES = ("default", "exclusive", "prohibited")
P2P = ("OK", "CNS", "GNS", "TNS", "NS", "DR", "U")
PATHS = ("NV#", "PIX", "PXB", "PHB", "PSB", "NODE", "SOC", "SYS", "XGMI", "PCIE")
SMI, QUERY, LONG, XML = "nvidia-smi", "nvidia-smi query", "nvidia-smi -q", "nvidia-smi -q -x"
ROCM, NPU, AMD, MONITOR = "rocm-smi", "npu-smi", "amd-smi", "amd-smi monitor"
LISTED, GPUSTAT, SOME = "nvidia-smi -L", "gpustat", "gpustat rows"
TOPOLOGY, DMON, PCI = "nvidia-smi topo", "nvidia-smi dmon", "lspci"
OF_NVIDIA = (SMI, QUERY, LONG, XML)
MUSA, XPU = "mthreads-gmi", "xpu-smi dump"
OF_ALL = (*OF_NVIDIA, ROCM, NPU, AMD, MONITOR, MUSA, GPUSTAT)
OF_GPUS = (*OF_ALL, SOME)
OF_LANES = (PCI, QUERY, LONG, XML, MUSA)
DF, GROUP, STATS, INSPECT = "df", "control group", "docker stats", "docker inspect"
FREE, TOP, MEMINFO, KERNEL, LIMITS, ENV = "free", "top", "meminfo", "kernel log", "limits", "environment"
NETWORK = "network interfaces"
CARDS = ("InfiniBand ports", "ibdev2netdev", "rdma link")
BRIEF, DOWN = "ip -br", ("no-carrier", "down")
PORTS = (BRIEF, "netstat -i", *CARDS)
PS, STATUS = "ps", "/proc/PID/status"
FABRIC = ("not-started", "in-progress", "set-up", "failed", "unhealthy")
LOCKUPS = ("soft", "hard")
STATES = ("in-kernel", "ended", "stopped")
SINFO, REASONS, NODE, NODES = "sinfo", "sinfo -R", "scontrol show node", "kubectl get nodes"
DESCRIBED = "kubectl describe node"
SLURM, SACCT, SQUEUE, SEFF = "scontrol show job", "sacct", "squeue", "seff"
QSTAT, QSTAT_FULL, BJOBS = "qstat", "qstat -f", "bjobs"
JOBS = (SLURM, SACCT, SQUEUE, SEFF, QSTAT, QSTAT_FULL, BJOBS)
EXITS = (SLURM, SACCT, SEFF, QSTAT_FULL)
POD, PODS, YAML = "kubectl describe pod", "kubectl get pods", "kubectl get -o yaml"
NO_ANSWER = (SMI, KERNEL, "driver", PCI)
# What a thread can stand in (kb/reading/stacks/known/places.py has the rows).
STANDING = (
    *("collective", "store", "data-loader", "lock", "compiler", "checkpoint-or-file", "device", "backward"),
    *("optimizer", "exit", "own-code", "unknown"),
)
# What a rank is busy with that waits for no other one (kb/reading/stacks/known/doing.py has the rows).
DOING = (
    *("asks", "is-stopped", "waits-for-file-lock", "waits-for-lock", "downloads", "reads-data", "saves", "loads"),
    *("compiles", "imports", "prepares", "evaluates", "exits", "sleeps", "computes"),
)
# What people are shown in place of the names above.
SAID = {
    "yes": "yes",
    "no": "no",
    "collective": "a collective",
    "store": "the store (rendezvous)",
    "data-loader": "its data loader",
    "lock": "a lock",
    "compiler": "a compiler",
    "checkpoint-or-file": "a checkpoint or file",
    "device": "the GPU",
    "backward": "the backward pass",
    "optimizer": "the optimizer",
    "exit": "its exit",
    "own-code": "its own code",
    "unknown": "something unknown",
    "pending": "pending",
    "not-possible": "not possible",
    "none": "none",
    "asks": "asks somebody at the terminal",
    "is-stopped": "is stopped by a signal or a debugger",
    "waits-for-file-lock": "waits for a lock file",
    "waits-for-lock": "waits for a lock",
    "downloads": "downloads",
    "reads-data": "reads data",
    "saves": "saves",
    "loads": "loads",
    "compiles": "compiles",
    "imports": "imports",
    "prepares": "prepares data",
    "evaluates": "evaluates",
    "exits": "exits",
    "sleeps": "sleeps",
    "computes": "computes",
}
# How ranks came apart, by the program around the lines where they wait (kb/reading/frozen/parted.py).
BRANCHES = ("by-rank", "by-data")
LOOPS_LEFT = ("rank", "decision", "end", "condition", "skip", "calls")
BACKENDS = ("gloo", "nccl")
OF_A_CALL = ("operation", "size")
WATCHDOG = "watchdog"
STACKS = (
    *("py-spy", "py-spy frames", "faulthandler", "gdb", "lldb", "torch C++ stack", "interrupted", "thread dump"),
    *("pystack", "kernel stack", "notebook", "py-spy --json", "faulthandler frames"),
    "interrupted frames",
)

VOCABULARY = (
    FactKind("shm_bytes", "bytes", "size of /dev/shm", (DF, INSPECT)),
    FactKind("shm_used", "share", "how full /dev/shm is", (DF,)),
    FactKind("disk_used", "share", "how full a file system is on which a job may write", (DF,)),
    FactKind("inodes_used", "share", "how many of a file system's inodes are taken", (DF,)),
    FactKind("host_memory_free_bytes", "bytes", "memory that programs can still get", (FREE, TOP, MEMINFO)),
    FactKind("container_memory_used", "share", "how much of the container's memory is used", (GROUP, STATS)),
    FactKind("oom_kills", "count", "processes that the kernel killed for memory", (KERNEL, GROUP)),
    FactKind("fd_limit", "count", "open files that a process may have (ulimit -n)", (LIMITS,)),
    FactKind("memlock_bytes", "bytes", "memory that a process may lock (ulimit -l)", (LIMITS,)),
    FactKind("process_limit", "count", "processes and threads of the user (ulimit -u)", (LIMITS,)),
    FactKind("core_bytes", "bytes", "size of a core dump (ulimit -c)", (LIMITS,)),
    FactKind("gpus_visible", "count", "GPUs in the table", (*OF_ALL, LISTED, TOPOLOGY, "driver")),
    FactKind("gpu_memory_total_bytes", "bytes", "a GPU's memory", OF_GPUS),
    FactKind("gpu_memory_free_bytes", "bytes", "what is left of a GPU's memory", OF_GPUS),
    FactKind("gpu_utilisation", "share", "how busy a GPU is", (*OF_GPUS, XPU, DMON)),
    FactKind("gpu_processes", "count", "compute processes on one GPU; none are shown inside containers", (SMI,)),
    FactKind("gpu_ecc_errors", "count", "uncorrected memory errors of a GPU since the driver was loaded", OF_NVIDIA),
    FactKind("gpu_memory_repair", "word", "rows or pages of a GPU's memory wait for a reset", (LONG,), REPAIRS),
    FactKind("gpu_error", "word", "a GPU does not answer: ERR!, lost, off the bus", NO_ANSWER, YES_NO),
    FactKind("gpu_reset", "word", "the kernel's driver reset a GPU of AMD's", (KERNEL,), ("yes",)),
    FactKind("gpu_fabric", "word", "how NVSwitch's setup of a GPU stands (Fabric in nvidia-smi -q)", (LONG,), FABRIC),
    FactKind("gpu_compute_mode", "word", "how many processes may use a GPU", (SMI, LONG, XML), MODES),
    FactKind("mig_enabled", "word", "a GPU is divided by MIG", (SMI, LONG, XML), YES_NO),
    FactKind("driver_version", "version", "the NVIDIA driver", (*OF_NVIDIA, "driver", KERNEL)),
    FactKind("cuda_version", "version", "the newest CUDA that the driver can run", (SMI, LONG, XML)),
    FactKind("driver_mismatch", "word", "the driver's library and kernel module differ", (KERNEL,), YES_NO),
    FactKind("gpu_p2p_path", "word", "how two GPUs reach each other (topo -m, --showtopo)", (TOPOLOGY,), PATHS),
    FactKind("gpu_p2p_status", "word", "whether two GPUs may reach each other (topo -p2p)", (TOPOLOGY,), P2P),
    FactKind("nvlinks_inactive", "count", "NVLinks that are not up (nvidia-smi nvlink)", (LISTED, "dcgmi nvlink")),
    FactKind("pcie_width_downgraded", "word", "a link has fewer lanes than it could", OF_LANES, YES_NO),
    FactKind("acs_enabled", "word", "PCIe access control redirects peer-to-peer traffic", (PCI,), YES_NO),
    FactKind("xid", "count", "number of an error that the NVIDIA driver reported (Xid)", (KERNEL,)),
    FactKind("pcie_uncorrected_errors", "count", "uncorrected errors on the PCIe bus (AER)", (KERNEL,)),
    FactKind("cpu_lockup", "word", "a processor was stuck in the kernel (soft or hard lockup)", (KERNEL,), LOCKUPS),
    FactKind("machine_checks", "count", "machine checks: broken memory or processor", (KERNEL,)),
    FactKind("interface_up", "word", "a network interface that is up and has its cable", (NETWORK, *PORTS)),
    FactKind("interface_down", "word", "a network interface that is down or has no cable", (NETWORK, BRIEF), DOWN),
    FactKind("port_down", "word", "an InfiniBand or RoCE card with a port that is down", CARDS, ("yes",)),
    FactKind("nccl_p2p_disabled", "word", "NCCL_P2P_DISABLE", (ENV,), YES_NO),
    FactKind("nccl_shm_disabled", "word", "NCCL_SHM_DISABLE", (ENV,), YES_NO),
    FactKind("nccl_ib_disabled", "word", "NCCL_IB_DISABLE", (ENV,), YES_NO),
    FactKind("nccl_socket_ifname", "word", "NCCL_SOCKET_IFNAME", (ENV,)),
    FactKind("cuda_visible_devices", "count", "how many GPUs CUDA_VISIBLE_DEVICES names", (ENV,)),
    FactKind("omp_threads", "count", "OMP_NUM_THREADS", (ENV,)),
    FactKind("local_world_size", "count", "LOCAL_WORLD_SIZE: ranks that the launcher started on this node", (ENV,)),
    FactKind("world_size", "count", "WORLD_SIZE", (ENV,)),
    FactKind("master_addr", "word", "MASTER_ADDR", (ENV,)),
    FactKind("master_port", "count", "MASTER_PORT", (ENV,)),
    FactKind("job_state", "word", "how the scheduler says that the job stands", (*JOBS, POD)),
    FactKind("job_exit_code", "count", "the job's exit code, as the scheduler has it", EXITS),
    FactKind("pod_reason", "word", "why a container ended", (POD, PODS, YAML, INSPECT)),
    FactKind("pod_exit_code", "count", "a container's exit code", (POD, YAML, INSPECT, "docker ps")),
    FactKind("first_signal", "word", "the signal that ended the first rank, as torchrun's table has it", ("torchrun",)),
    FactKind("shell_signal", "word", "the signal that ended a program, as the shell says", ("shell",), ("SIGKILL",)),
    FactKind("process_state", "word", "a process stuck in the kernel, ended or stopped", (PS, STATUS), STATES),
    FactKind("ranks_ended", "count", "ranks that a launcher started here and that ps no longer shows", (PS,)),
    FactKind("node_state", "word", "why the scheduler does not use a node", (SINFO, REASONS, NODE, NODES, DESCRIBED)),
    FactKind("node_ready", "word", "a node of Kubernetes says that it can run pods", (DESCRIBED,), YES_NO),
    FactKind("node_taint", "word", "a mark that keeps pods away unless they tolerate it", (DESCRIBED,)),
    FactKind("node_gpus_allocatable", "count", "whole GPUs of a node that Kubernetes may give to pods", (DESCRIBED,)),
    FactKind("node_gpus", "count", "GPUs of a node that Slurm gives out (Gres)", (NODE,)),
    FactKind("standing_in", "word", "what a rank waits in, by its stack", STACKS, STANDING),
    FactKind("standing_at", "word", "the function that a rank waits in", STACKS),
    FactKind("standing_does", "word", "what a rank does that waits for no other rank", STACKS, DOING),
    FactKind("worker_standing_in", "word", "what a data loader's worker waits in", STACKS, STANDING),
    FactKind("worker_standing_at", "word", "the function that a loader's worker waits in", STACKS),
    FactKind("worker_standing_does", "word", "what a data loader's worker does", STACKS, DOING),
    FactKind("ranks_apart", "word", "ranks stand at different places", STACKS, YES_NO),
    FactKind("ranks_moved", "word", "a rank went on between two samples", STACKS, YES_NO),
    FactKind("ranks_behind", "count", "ranks that wait for no other one while others wait", STACKS),
    FactKind("collectives_differ", "word", "all ranks wait in collectives, and not in the same", STACKS, YES_NO),
    FactKind("branch_taken", "word", "what decides on a branch in which only some ranks wait", STACKS, BRANCHES),
    FactKind("loop_left", "word", "how a rank can have left a loop that another one waits in", STACKS, LOOPS_LEFT),
    FactKind("calls_for_each_of", "word", "what the loop goes over in which a rank waits", STACKS, ("dictionary",)),
    FactKind("call_passed", "word", "a rank has come past the very call in which another one waits", STACKS, ("yes",)),
    FactKind("mismatched_calls", "word", "what differs among ranks in one collective", (WATCHDOG,), OF_A_CALL),
    FactKind("ranks_missing", "count", "ranks that a launcher started on this node and that have no process", STACKS),
    FactKind("ranks_never_seen", "count", "ranks of a job of one node that have no process", STACKS),
    FactKind("group_backend", "word", "how ranks talk; gloo only where there is no NCCL", STACKS, BACKENDS),
    FactKind("process_groups", "count", "process groups of a rank, by the threads that serve them", STACKS),
    FactKind("several_nodes", "word", "the job has more ranks than this node", STACKS, YES_NO),
    FactKind("meeting_places", "count", "different MASTER_ADDR and MASTER_PORT among ranks of one job", STACKS),
    FactKind("connections_unanswered", "count", "connections that nobody answers (SYN-SENT)", ("sockets",)),
)  # fmt: skip
BY_NAME = {kind.name: kind for kind in VOCABULARY}
