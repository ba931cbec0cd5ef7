"""sinfo, scontrol show node, kubectl get nodes; names changed."""

import pytest

from tests.reading.tables.reading import tables, told, values

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
