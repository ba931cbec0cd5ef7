"""Tables as people pasted them into issues (identities changed): what each says, all of it that is in the vocabulary.

Each row is (pasted text, fact, its values in order); a fact that a text has and no row names fails too.
"""

import math

import pytest

from tests.reading.tables.reading import PASTED, facts, pasted, values

MIB, GIB = 1024**2, 1024**3
SAID = {
    "acs-grep": {"acs_enabled": ["yes", "no"]},
    "acs-off": {"acs_enabled": ["no", "no"]},
    "df-blocks": {"disk_used": [0.34, 0.52, 0.01], "shm_bytes": [64 * MIB], "shm_used": [0.0]},
    "df-docker": {"disk_used": [0.06], "shm_bytes": [GIB], "shm_used": [0.0]},
    "df-grep": {"shm_bytes": [GIB], "shm_used": [0.87]},
    "df-inodes": {"inodes_used": [0.99, 0.13]},
    "df-inodes-h": {"inodes_used": [1.0]},
    "dmesg-aer": {"pcie_uncorrected_errors": [1], "xid": [79], "gpu_error": ["yes"]},
    "dmesg-aer-delta": {"pcie_uncorrected_errors": [1]},
    "dmesg-off-bus": {"gpu_error": ["yes"]},
    "dmesg-oom-iso": {"oom_kills": [1]},
    "dmesg-oom-padded": {"oom_kills": [1]},
    "dmesg-oom-t": {"oom_kills": [1]},
    "dmesg-xids": {"driver_version": ["535.183.01"], "xid": [43, 31, 94]},
    "free-h": {"host_memory_free_bytes": [int(1.7 * 1024**4)]},
    "free-kb": {"host_memory_free_bytes": [56381080 * 1024, 46615408 * 1024]},
    "ifconfig-bond": {"interface_up": ["bond0", "bond0.2973"]},
    "ifconfig-no-cable": {"interface_up": ["eno8303"], "interface_down": ["no-carrier"]},
    "ip-addr": {"interface_up": ["ens8f0np0"], "interface_down": ["no-carrier"]},
    "journal-aer-corrected": {},
    "journal-xid": {"xid": [31, 31]},
    "kernel-xid": {"xid": [45, 45]},
    "limits-docker": {
        "core_bytes": [0],
        "process_limit": [math.inf],
        "fd_limit": [65536],
        "memlock_bytes": [math.inf],
    },
    "limits-soft": {"core_bytes": [0], "process_limit": [math.inf], "fd_limit": [1024], "memlock_bytes": [83968000]},
    "link-full": {"pcie_width_downgraded": ["no"]},
    "link-narrow": {"pcie_width_downgraded": ["yes"]},
    "oom-cgroup": {"oom_kills": [1]},
    "pod-error": {"pod_reason": ["Error"], "pod_exit_code": [137]},
    "pod-oom": {"pod_reason": ["OOMKilled"], "pod_exit_code": [0]},
    "pod-restarted": {"pod_reason": ["Error"], "pod_exit_code": [137]},
    "node-described": {"node_ready": ["yes"]},
    "pod-running": {},
    "query-nounits": {"gpus_visible": [1], "gpu_utilisation": [1.0]},
    "sacct": {"job_state": ["COMPLETED", "FAILED", "FAILED"]},
    "sacct-parsable": {"job_state": ["COMPLETED", "COMPLETED", "CANCELLED"], "job_exit_code": [0, 0, 138]},
    "scontrol": {"job_state": ["RUNNING"]},
    "smi-352": {
        "driver_version": ["352.39"],
        "gpus_visible": [1],
        "gpu_ecc_errors": [0],
        "gpu_memory_total_bytes": [11519 * MIB],
        "gpu_memory_free_bytes": [(11519 - 22) * MIB],
        "gpu_utilisation": [0.99],
        "gpu_compute_mode": ["exclusive"],
        "gpu_processes": [0],
    },
    "smi-384": {
        "driver_version": ["384.145"],
        "gpus_visible": [3],
        "gpu_ecc_errors": [0, 0, 0],
        "gpu_memory_total_bytes": [32502 * MIB] * 3,
        "gpu_memory_free_bytes": [(32502 - 966) * MIB, (32502 - 966) * MIB, (32502 - 10) * MIB],
        "gpu_utilisation": [1.0, 1.0, 0.0],
        "gpu_compute_mode": ["default"] * 3,
    },
    "smi-418": {
        "driver_version": ["418.87.00"],
        "cuda_version": ["10.1"],
        "gpus_visible": [1],
        "gpu_memory_total_bytes": [4037 * MIB],
        "gpu_memory_free_bytes": [(4037 - 46) * MIB],
        "gpu_utilisation": [0.0],
        "gpu_compute_mode": ["default"],
        "gpu_processes": [1],
    },
    "smi-cut": {
        "driver_version": ["520.61.05"],
        "cuda_version": ["11.8"],
        "gpus_visible": [1],
        "gpu_memory_total_bytes": [24576 * MIB],
        "gpu_memory_free_bytes": [(24576 - 8814) * MIB],
        "gpu_utilisation": [0.0],
        "gpu_compute_mode": ["default"],
    },
    "smi-h100": {
        "driver_version": ["560.35.03"],
        "cuda_version": ["12.9"],
        "gpus_visible": [2],
        "gpu_ecc_errors": [0, 0],
        "gpu_memory_total_bytes": [81559 * MIB] * 2,
        "gpu_memory_free_bytes": [(81559 - 4) * MIB, (81559 - 112) * MIB],
        "gpu_utilisation": [0.0, 0.0],
        "gpu_compute_mode": ["default"] * 2,
        "mig_enabled": ["no", "no"],
    },
    "smi-mig-processes": {"gpu_processes": [2, 2, 1]},
    "smi-p100": {
        "driver_version": ["515.65.01"],
        "cuda_version": ["11.7"],
        "gpus_visible": [1],
        "gpu_ecc_errors": [0],
        "gpu_memory_total_bytes": [16384 * MIB],
        "gpu_memory_free_bytes": [16384 * MIB],
        "gpu_utilisation": [0.0],
        "gpu_compute_mode": ["default"],
    },
    "smi-power-error": {
        "gpu_ecc_errors": [0],
        "gpu_memory_total_bytes": [16160 * MIB],
        "gpu_memory_free_bytes": [(16160 - 593) * MIB],
        "gpu_utilisation": [0.0],
        "gpu_compute_mode": ["default"],
    },
    "smi-processes": {"gpu_processes": [1, 1, 1]},
    "smi-titan": {
        "driver_version": ["352.39"],
        "gpus_visible": [2],
        "gpu_memory_total_bytes": [6143 * MIB] * 2,
        "gpu_memory_free_bytes": [(6143 - 15) * MIB] * 2,
        "gpu_utilisation": [0.0, 0.0],
        "gpu_compute_mode": ["exclusive"] * 2,
    },
    "syslog-oom": {"oom_kills": [2]},
    "topo-mlx": {"gpus_visible": [4], "gpu_p2p_path": ["NV#"]},
    "topo-nodes": {"gpus_visible": [8], "gpu_p2p_path": ["PIX", "NODE", "SYS"]},
    "topo-nv8-nics": {"gpus_visible": [4], "gpu_p2p_path": ["NV#"]},
    "topo-p2p": {"gpus_visible": [2], "gpu_p2p_status": ["GNS"]},
    "topo-phb": {"gpus_visible": [2], "gpu_p2p_path": ["PHB"]},
    "topo-three": {"gpus_visible": [3], "gpu_p2p_path": ["NV#", "SYS"]},
    "ulimit-debian": {
        "core_bytes": [0],
        "memlock_bytes": [5128731 * 1024],
        "fd_limit": [1024],
        "process_limit": [159836],
    },
    "ulimit-old": {"core_bytes": [math.inf], "memlock_bytes": [32768], "fd_limit": [1024], "process_limit": [32768]},
    "ulimit-one": {"fd_limit": [1024, 1073741816]},
}


def test_every_pasted_table_is_expected():
    assert SAID.keys() == {path.stem for path in PASTED.glob("*.txt")}


@pytest.mark.parametrize("name", SAID)
def test_a_pasted_table_says_this_and_nothing_else(name):
    text = pasted(name)

    assert {fact.name for fact in facts(text)} == SAID[name].keys()
    assert {fact: values(text, fact) for fact in SAID[name]} == SAID[name]


@pytest.mark.parametrize("name", SAID)
def test_every_fact_names_the_pasted_lines_that_show_it(name):
    lines = pasted(name).split("\n")

    for fact in facts(pasted(name)):
        assert fact.text in lines[fact.line - 1]
        assert fact.line <= fact.last <= len(lines)


@pytest.mark.parametrize("name", [name for name in SAID if SAID[name] and name not in ("ip-addr", "kernel-xid")])
def test_a_launchers_prefix_changes_nothing(name):
    prefixed = "".join(f"[rank3]: {line}\n" for line in pasted(name).split("\n"))

    assert [(f.name, f.value) for f in facts(prefixed)] == [(f.name, f.value) for f in facts(pasted(name))]
