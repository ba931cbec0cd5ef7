"""A training that is submitted to Slurm, on a machine without Slurm."""

import submitit


def train():
    environment = submitit.JobEnvironment()
    return f"rank {environment.global_rank} of {environment.num_tasks}"


executor = submitit.AutoExecutor(folder="logs", cluster="slurm")
executor.update_parameters(timeout_min=2)
print(executor.submit(train).result(), flush=True)
