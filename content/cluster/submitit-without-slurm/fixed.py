"""The same training with the executor that starts it on this machine."""

import submitit


def train():
    environment = submitit.JobEnvironment()
    return f"rank {environment.global_rank} of {environment.num_tasks}"


executor = submitit.AutoExecutor(folder="logs", cluster="local")
executor.update_parameters(timeout_min=2)
print(executor.submit(train).result(), flush=True)
