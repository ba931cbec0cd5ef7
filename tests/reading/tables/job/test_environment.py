"""env, printenv, exports, collect's environment."""

from tests.reading.tables.reading import tables, told, values

ENV = """\
CUDA_VISIBLE_DEVICES=0,1,2
HOSTNAME=node7
LD_LIBRARY_PATH=/usr/local/cuda/lib64
MASTER_ADDR=10.0.0.7
NCCL_P2P_DISABLE=1
NCCL_SOCKET_IFNAME=eth0
OMP_NUM_THREADS=1
WORLD_SIZE=16
"""


def test_what_decides_how_a_job_communicates():
    assert told(ENV) == [
        ("cuda_visible_devices", 3, ""),
        ("master_addr", "10.0.0.7", ""),
        ("nccl_p2p_disabled", "yes", ""),
        ("nccl_socket_ifname", "eth0", ""),
        ("omp_threads", 1, ""),
        ("world_size", 16, ""),
    ]
    assert [block.said.host for block in tables(ENV)] == ["node7"]


def test_one_line_alone_is_a_remark_unless_it_is_exported_or_collects():
    assert tables("NCCL_P2P_DISABLE=1\nit still hangs\n") == []
    assert told("export NCCL_P2P_DISABLE=1\n") == [("nccl_p2p_disabled", "yes", "")]
    assert told("x\n== environment of all ranks at=0.1s ==\nWORLD_SIZE=2\n\n== end ==\n") == [("world_size", 2, "")]


def test_a_command_line_that_sets_a_variable_is_no_listing():
    assert tables("NCCL_P2P_DISABLE=1 NCCL_DEBUG=INFO torchrun train.py\n") == []


def test_devices_by_number_by_name_and_none():
    for value, count in (("", 0), ("-1", 0), ("GPU-0f2c4e6a,GPU-1f2c4e6a", 2), ("all", None)):
        listed = f"CUDA_VISIBLE_DEVICES={value}\nMASTER_PORT=29500\n"
        assert values(listed, "cuda_visible_devices") == ([] if count is None else [count])


def test_a_rank_in_front_of_its_environment_is_kept():
    (block,) = tables("".join(f"[rank3]: {line}\n" for line in ENV.splitlines()))

    assert block.printed_by == "3"
