"""sinfo, scontrol show node, kubectl get nodes; names changed."""

import pytest

from tests.reading.tables.reading import pasted, tables, told, values

SINFO = """\
PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST
gpu*         up 3-00:00:00      2  drain gpu-node-[1-2]
gpu*         up 3-00:00:00      1  down* gpu-node-7
gpu*         up 3-00:00:00      1  alloc* gpu-node-8
gpu*         up 3-00:00:00      4    mix gpu-node-[3-6]
debug        up      30:00      1   idle login-1
"""
LONG = """\
NODELIST   NODES PARTITION       STATE CPUS    S:C:T MEMORY TMP_DISK WEIGHT AVAIL_FE REASON
gpu-node-1     1      gpu*    drained   96   2:24:2 515000        0      1   (null) gpu lost
gpu-node-2     1      gpu* completing   96   2:24:2 515000        0      1   (null) none
"""
NODE = """\
NodeName=gpu-node-1 Arch=x86_64 CoresPerSocket=24
   CPUAlloc=0 CPUEfctv=96 CPUTot=96 CPULoad=0.02
   Gres=gpu:a100:8
   OS=Linux 5.15.0-91-generic #101-Ubuntu SMP Tue Nov 14 13:30:08 UTC 2025
   RealMemory=515000 AllocMem=0 FreeMem=501220 Sockets=2 Boards=1
   State=IDLE+DRAIN+NOT_RESPONDING ThreadsPerCore=2 TmpDisk=0 Weight=1 Owner=N/A MCS_label=N/A
   Reason=GPU has fallen off the bus [root@2026-11-02T10:11:12]
"""
KUBECTL = """\
NAME         STATUS                        ROLES           AGE    VERSION
gpu-node-1   NotReady,SchedulingDisabled   <none>          212d   v1.31.2
gpu-node-2   Ready                         <none>          212d   v1.31.2
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SINFO, [("drained", "gpu-node-[1-2]"), ("down", "gpu-node-7"), ("not-responding", "gpu-node-8")]),
        (LONG, [("drained", "gpu-node-1")]),
        (NODE, [("drained", "gpu-node-1"), ("not-responding", "gpu-node-1")]),
        (KUBECTL, [("not-ready", "gpu-node-1"), ("drained", "gpu-node-1")]),
    ],
)
def test_nodes_that_are_not_to_be_had(text, said):
    assert told(text, "node_state") == [("node_state", state, of) for state, of in said]


def test_the_node_is_the_host():
    assert [block.said.host for block in tables(NODE + "\n" + NODE.replace("node-1", "node-9"))] == [
        "gpu-node-1",
        "gpu-node-9",
    ]


def test_nodes_that_are_well_say_nothing():
    assert told(SINFO.replace("drain", "idle").replace("down*", "idle").replace("alloc*", "alloc")) == []


def test_why_slurm_does_not_use_nodes():
    text = """\
REASON               USER      TIMESTAMP           NODELIST
Kill task failed     root      2026-01-25T15:12:23 ip-10-0-1-23
gpu lost             slurm(64) 2026-01-26T01:00:09 gpu-node-[1-2]
"""
    assert told(text) == [
        ("node_state", "not-in-use", "ip-10-0-1-23"),
        ("node_state", "not-in-use", "gpu-node-[1-2]"),
    ]


NODE_OF_GPUS = """\
NodeName=slinky-0 Arch=x86_64 CoresPerSocket=48
   AvailableFeatures=(null)
   Gres={gres}
   State=IDLE ThreadsPerCore=2 TmpDisk=0
"""


@pytest.mark.parametrize(
    ("gres", "number"),
    [
        ("(null)", [0]),
        ("**(null)**   ---> not shown", [0]),
        ("gpu:8(S:0-1)", [8]),
        ("gpu:nvidia-rtx-3090:1", [1]),
        ("gpu:a100:4(S:0,1),gpu:v100:2", [6]),
        ("craynetwork:4", []),
    ],
)
def test_how_many_gpus_slurm_gives_out(gres, number):
    assert values(NODE_OF_GPUS.format(gres=gres), "node_gpus") == number


# Pieces of kubectl describe node, as people pasted them; names and addresses changed.
CONDITIONS = pasted("node-described")
HEAD = """\
Name:               ip-10-31-130-61.eu-west-1.compute.internal
Roles:              <none>
Labels:             beta.kubernetes.io/arch=amd64
                    karpenter.sh/capacity-type=spot
                    kubernetes.io/hostname=ip-10-31-130-61.eu-west-1.compute.internal
Annotations:        karpenter.sh/emptiness-timestamp: 2022-03-17T09:13:11Z
                    node.alpha.kubernetes.io/ttl: 0
CreationTimestamp:  Thu, 17 Mar 2022 10:11:37 +0100
Taints:             tritonOnly=true:NoExecute
                    nvidia.com/gpu=true:NoSchedule
Unschedulable:      false
Lease:
  HolderIdentity:  ip-10-31-130-61.eu-west-1.compute.int"""
ALLOCATABLE = """\
Capacity:
  cpu:                96
  nvidia.com/gpu:     8
  pods:               110
Allocatable:
  cpu:                95690m
  nvidia.com/gpu:     7
  pods:               110
System Info:
  Machine ID:         0123
"""


def test_a_node_that_is_described_as_ready():
    assert told(CONDITIONS) == [("node_ready", "yes", "")]
    assert [block.said.host for block in tables(CONDITIONS)] == ["nm-sagar-worker4"]


def test_what_keeps_pods_off_a_node():
    assert told(HEAD) == [
        ("node_taint", "tritonOnly:NoExecute", ""),
        ("node_taint", "nvidia.com/gpu:NoSchedule", ""),
    ]
    assert [block.said.host for block in tables(HEAD)] == ["ip-10-31-130-61.eu-west-1.compute.internal"]
    assert values(HEAD.replace("Unschedulable:      false", "Unschedulable:      true"), "node_state") == ["drained"]


def test_a_node_under_pressure_and_one_that_no_longer_answers():
    full = CONDITIONS.replace("DiskPressure         False", "DiskPressure         True ")
    gone = CONDITIONS.replace("Ready                True ", "Ready                Unknown")
    silent = CONDITIONS.replace("False ", "Unknown")

    assert values(full, "node_state") == ["disk-pressure"]
    assert told(gone) == [("node_ready", "no", ""), ("node_state", "not-ready", "")]
    assert told(silent) == [("node_ready", "yes", "")]


def test_the_gpus_that_pods_can_get_are_not_those_that_the_machine_has():
    assert told(ALLOCATABLE) == [("node_gpus_allocatable", 7, "")]
    assert told(ALLOCATABLE.partition("Allocatable:")[0]) == []
    assert told(ALLOCATABLE.replace("gpu:     7", "gpu:     0\n  nvidia.com/mig-1g.10gb:  7")) == []


def test_a_described_pod_is_no_node():
    pod = "Name:  worker-0\nTolerations:  nvidia.com/gpu:NoSchedule\nConditions:\n  Type   Status\n  Ready  False\n"
    assert told(pod) == []
