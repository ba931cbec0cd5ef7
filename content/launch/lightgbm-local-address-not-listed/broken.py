"""Two LightGBM machines on one host, listed by the host's name."""

import multiprocessing
import socket

import lightgbm
import numpy

ADDRESS = "localhost"


def machine(rank, ports):
    machines = ",".join(f"{ADDRESS}:{port}" for port in ports)
    rows = numpy.random.default_rng(rank).random((200, 4))
    parameters = {"objective": "regression", "tree_learner": "data", "num_threads": 1, "verbose": 0, "time_out": 1}
    parameters |= {"machines": machines, "num_machines": 2, "local_listen_port": ports[rank]}
    model = lightgbm.train(parameters, lightgbm.Dataset(rows, rows[:, 0]), 5)
    print(f"rank {rank}: {model.num_trees()} trees, prediction {model.predict(rows[:1])[0]:.3f}", flush=True)


if __name__ == "__main__":
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    ports = [opened.getsockname()[1] for opened in sockets]
    for opened in sockets:
        opened.close()
    processes = [multiprocessing.Process(target=machine, args=(rank, ports)) for rank in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    raise SystemExit(max(process.exitcode for process in processes))
