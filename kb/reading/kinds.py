"""Every kind of table, stack and dump that is understood inside a log. To add one, add its module's `KIND` here.

A kind is one module: a `KIND = Kind(name, opening, read)` (see `kb.reading.blocks.Kind`), where `opening` are words of
its first line and `read(lines)` takes its lines one by one and returns what they say, or None. What it returns is in
`Reading.blocks.found`, with its line, rank and section; whoever concludes from it lives in `kb/diagnosis/`. A table
returns facts (`kb/reading/tables/fact.py`), whose names are in `kb/catalogue/schema/facts.py`: entries compare them.
"""

from kb.reading import marks
from kb.reading.blocks import Kind, scan_for
from kb.reading.dumps import analysed, flight_recorder, ras
from kb.reading.frozen import branches, moved, process
from kb.reading.stacks.ended import crashed, failed_collective, signalled
from kb.reading.stacks.formats import (
    faulthandler,
    interrupted,
    kernel,
    native,
    notebook,
    py_spy,
    py_spy_json,
    pystack,
    torch_errors,
)
from kb.reading.tables.gpu import dmon, driver, listed, long_form, nvidia_smi, pci, query, topology, xml_form
from kb.reading.tables.job import docker, environment, kubernetes, limits, nodes, queues, slurm, sockets, torchrun
from kb.reading.tables.machine import (
    collected,
    disks,
    ds_report,
    infiniband,
    kernel_log,
    killed,
    memory,
    network,
    processes,
)
from kb.reading.tables.vendors import amd_smi, mthreads_gmi, npu_smi, rocm_smi, xpu_smi

KINDS: tuple[Kind, ...] = (
    py_spy.KIND,
    faulthandler.KIND,
    faulthandler.PRINTED_KIND,
    native.GDB_KIND,
    native.LLDB_KIND,
    torch_errors.KIND,
    pystack.KIND,
    crashed.KIND,
    failed_collective.KIND,
    signalled.KIND,
    signalled.PADDLE_KIND,
    kernel.KIND,
    notebook.KIND,
    interrupted.KIND,
    interrupted.CUT_KIND,
    py_spy.CUT_KIND,
    py_spy_json.KIND,
    faulthandler.CUT_KIND,
    ras.KIND,
    flight_recorder.KIND,
    analysed.KIND,
    analysed.DESYNC_KIND,
    collected.KIND,
    process.KIND,
    moved.KIND,
    branches.KIND,
    nvidia_smi.KIND,
    query.KIND,
    long_form.KIND,
    xml_form.KIND,
    amd_smi.KIND,
    amd_smi.MONITOR_KIND,
    rocm_smi.KIND,
    listed.KIND,
    listed.DCGM_KIND,
    listed.GPUSTAT_KIND,
    listed.SOME_KIND,
    npu_smi.KIND,
    mthreads_gmi.KIND,
    xpu_smi.KIND,
    dmon.KIND,
    topology.KIND,
    driver.KIND,
    pci.KIND,
    disks.KIND,
    processes.KIND,
    processes.STATUS_KIND,
    ds_report.KIND,
    memory.FREE_KIND,
    memory.TOP_KIND,
    memory.MEMINFO_KIND,
    memory.STATS_KIND,
    memory.GROUP_KIND,
    kernel_log.KIND,
    killed.KIND,
    network.KIND,
    network.BRIEF_KIND,
    network.SHORT_KIND,
    infiniband.KIND,
    infiniband.LINKED_KIND,
    infiniband.RDMA_KIND,
    limits.KIND,
    environment.KIND,
    sockets.KIND,
    slurm.JOB_KIND,
    slurm.ACCOUNTING_KIND,
    slurm.QUEUE_KIND,
    slurm.SEFF_KIND,
    queues.KIND,
    queues.FULL_KIND,
    queues.LSF_KIND,
    nodes.SINFO_KIND,
    nodes.REASONS_KIND,
    nodes.NODE_KIND,
    nodes.KUBECTL_KIND,
    nodes.DESCRIBED_KIND,
    docker.KIND,
    docker.PS_KIND,
    kubernetes.KIND,
    kubernetes.PODS_KIND,
    kubernetes.YAML_KIND,
    torchrun.KIND,
)
# Those that say how a job ended.
SLURM = tuple(kind.name for kind in (slurm.JOB_KIND, slurm.ACCOUNTING_KIND, slurm.QUEUE_KIND))
KUBERNETES = tuple(kind.name for kind in (kubernetes.KIND, kubernetes.PODS_KIND, kubernetes.YAML_KIND))
# Every scan of the reading, by name: compiling them takes a fifth of a second, so that the cache keeps them.
SCANS = {**marks.SCANS, "openings": scan_for(KINDS)}
