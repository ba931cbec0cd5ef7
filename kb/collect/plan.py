"""Which probes, in which order: the cheapest and least harmful first, what moves twice with a pause between."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from kb.collect.job import Job, Process, boot_time
from kb.collect.probes import commands
from kb.collect.probes.library import debug_server, ras, recorder
from kb.collect.probes.machine import kernel_log, node
from kb.collect.probes.process import environment, logs, sockets, stacks, state, versions
from kb.collect.running.attempts import Probe

MOST_RANKS, WORKERS_A_RANK, MOST_WORKERS, MOST_OTHERS = 128, 2, 32, 16
# Seconds: a GPU that hangs takes nvidia-smi with it, one in power saving takes ten to wake.
SLOW_TOOL, TOOL, STACKS, RAS = 25.0, 10.0, 40.0, 30.0


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the caller asked for beyond the usual."""

    native: bool = False
    ask_recorder: bool = False


def probes(job: Job, wishes: Wishes) -> list[Probe]:
    """Every section of the file, in its order."""
    chosen = _bounded(job)
    if job.ended:
        return [*_recorders(chosen, Wishes()), *_remembered(chosen), *_of_the_machine(job, [])]
    return [
        *_sample(job, chosen, 1),
        *_recorders(chosen, wishes),
        *_debug_servers(chosen),
        *_of_the_job(job, chosen),
        *_of_the_machine(job, chosen),
        *_sample(job, chosen, 2),
        *(_native(chosen) if wishes.native else ()),
    ]


def left_out(job: Job) -> list[str]:
    """What is in the job's table, but has no sections of its own."""
    without = [p for p in job.processes if p not in _bounded(job)]
    return [f"{len(without)} process(es) have no sections of their own: {_pids(without)}"] if without else []


def _pids(processes: list[Process]) -> str:
    return ", ".join(str(p.pid) for p in processes[:40]) + (", …" if len(processes) > 40 else "")


def _bounded(job: Job) -> list[Process]:
    workers: dict[str, list[Process]] = {}
    for worker in job.of("worker"):
        workers.setdefault(worker.rank, []).append(worker)
    few = [worker for each in workers.values() for worker in each[:WORKERS_A_RANK]]
    others = [*job.of("other"), *job.of("launcher")]
    return [*job.of("rank")[:MOST_RANKS], *few[:MOST_WORKERS], *others[:MOST_OTHERS]]


def _sample(job: Job, chosen: list[Process], number: int) -> Iterator[Probe]:
    """What may move between two samples."""
    for address, pid in ras.addresses(chosen).items():
        for form in ("text", "json"):
            heading = f"NCCL RAS {form} address={address} sample={number}"
            yield Probe(heading, partial(ras.status, address, pid, form), RAS, number)
    for one in chosen:
        yield Probe(f"process {one.label} sample={number}", partial(state.show, one.pid), TOOL, number)
    for one in chosen:
        if one.role != "launcher" and (one.is_python or one.role == "rank"):
            heading = f"py-spy dump {one.label} sample={number}"
            shown = stacks.placed if number == 2 else stacks.dump
            yield Probe(heading, partial(shown, one), STACKS, number, heavy=True)


def _recorders(chosen: list[Process], wishes: Wishes) -> Iterator[Probe]:
    ranks = [one for one in chosen if one.role == "rank"]
    if wishes.ask_recorder:
        for one in ranks:
            yield Probe(f"flight recorder pipe {one.label}", partial(recorder.ask, one), TOOL, turn=1)
    for one in ranks:
        # After the pipe, where it is asked.
        turn = 2 if wishes.ask_recorder else 0
        if one.rank != "?":
            yield Probe(
                f"flight recorder dump {one.label}", partial(recorder.show, recorder.dumps([one])), SLOW_TOOL, turn
            )
    if not ranks:
        yield Probe("flight recorder dumps", recorder.show_lying, SLOW_TOOL)


def _debug_servers(chosen: list[Process]) -> Iterator[Probe]:
    ranks = [one for one in chosen if one.role == "rank"]
    for one in ranks:
        yield Probe(f"torch debug server worker {one.label}", partial(debug_server.worker, one), 2 * SLOW_TOOL)
    for one in ranks[:1]:
        yield Probe(f"torch debug server {one.label}", partial(debug_server.pages, one), SLOW_TOOL)


def _of_the_job(job: Job, chosen: list[Process]) -> Iterator[Probe]:
    yield from _remembered(chosen)
    for one in chosen:
        if one.role != "worker":
            yield Probe(f"limits {one.label}", partial(state.limits, one.pid))
            yield Probe(f"sockets {one.label}", partial(sockets.table, one.pid))
            yield Probe(f"kernel stack {one.label}", partial(state.kernel_stacks, one.pid))
            yield Probe(f"cgroup {one.label}", partial(node.control_group, one))
    for one in chosen[:1]:
        yield Probe(f"shared memory {one.label}", partial(node.shared_memory, one))
    yield Probe("log tails", partial(logs.every, job.processes), SLOW_TOOL)


def _remembered(chosen: list[Process]) -> Iterator[Probe]:
    """What does not need the processes to be alive."""
    ranks = [one for one in chosen if one.role == "rank"]
    if ranks:
        yield Probe("environment of all ranks", partial(environment.shared, ranks))
    for one in chosen:
        if one.role in ("rank", "other"):
            yield Probe(f"environment {one.label}", partial(environment.own, one, ranks if one in ranks else []))
    for one in chosen[:1]:
        yield Probe(f"versions {one.label}", partial(versions.show, one))
        yield Probe("scheduler", partial(node.scheduler, one.variables))


def _of_the_machine(job: Job, chosen: list[Process]) -> Iterator[Probe]:
    # Without a job only faults are of interest, whenever they were.
    began = min((one.started for one in job.processes), default=float("inf")) - boot_time()
    yield Probe("machine", node.machine)
    yield Probe("nvidia-smi", partial(commands.run, "nvidia-smi"), SLOW_TOOL)
    yield Probe("nvidia-smi topo", partial(commands.run, "nvidia-smi", "topo", "-m"), SLOW_TOOL)
    yield Probe("nvidia-smi details", partial(commands.run, "nvidia-smi", "-q", "-d", node.GPU_DETAILS), SLOW_TOOL)
    yield Probe("nvidia driver", node.driver)
    if job.processes:
        yield Probe("dmesg since the job began", partial(kernel_log.since, began))
    yield Probe("dmesg before the job began", partial(kernel_log.before, began))
    yield Probe("df", partial(commands.run, "df", "-h"))
    yield Probe("df inodes", partial(commands.run, "df", "-i"))
    yield Probe("ip addr", partial(node.addresses, chosen[0].pid if chosen else os.getpid()))
    yield Probe("lspci", node.devices)


def _native(chosen: list[Process]) -> Iterator[Probe]:
    for one in chosen:
        if one.role == "rank":
            heading = f"py-spy dump native {one.label}"
            yield Probe(heading, partial(stacks.dump, one, native=True), STACKS, turn=3, heavy=True)
