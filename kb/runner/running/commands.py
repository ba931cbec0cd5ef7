"""A plan and a program -> the command of every simulated node."""

from __future__ import annotations

from kb.runner.planning.plan import Plan


def commands(plan: Plan, program: str, python: str, port: int, tag: str) -> list[list[str]]:
    """One command a node; all run on this machine, each agent with a rendezvous of its own where there are several."""
    how = plan.how
    if how.launch == "script":
        return [["bash", program]]
    if how.launch == "plain":
        return [[python, program, *how.arguments]]
    if how.launch == "torchrun":
        return [_torchrun(plan, program, python, port, tag)] * how.nodes
    count = ["--num_processes", str(how.processes)]
    if how.launch == "accelerate":
        port_option = ["--main_process_port", str(port)]
        return [[python, "-m", "accelerate.commands.launch", *port_option, *count, *how.arguments, program]]
    options = ["--num_gpus", str(how.processes), "--master_port", str(port), *how.arguments]
    return [[python, "-m", "deepspeed.launcher.runner", *options, program]]


def _torchrun(plan: Plan, program: str, python: str, port: int, tag: str) -> list[str]:
    how = plan.how
    command = [python, "-m", "torch.distributed.run", f"--nproc-per-node={how.processes}"]
    if how.nodes == 1:
        meet = ["--master-addr=127.0.0.1", f"--master-port={port}"]
    else:
        meet = [f"--nnodes={how.nodes}", "--rdzv-backend=c10d"]
        meet += [f"--rdzv-endpoint=127.0.0.1:{port}", f"--rdzv-id={tag}"]
    return [*command, *meet, *how.arguments, program]
