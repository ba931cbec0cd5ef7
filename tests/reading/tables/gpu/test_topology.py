"""nvidia-smi topo."""

import pytest

from tests.reading.tables.reading import facts, pasted, tables, told, values


def test_each_kind_of_path_once_with_the_first_pair_that_has_it():
    assert told(pasted("topo-nodes"), "gpu_p2p_path") == [
        ("gpu_p2p_path", "PIX", "GPU0 and GPU1"),
        ("gpu_p2p_path", "NODE", "GPU0 and GPU2"),
        ("gpu_p2p_path", "SYS", "GPU0 and GPU4"),
    ]


def test_paths_to_network_cards_are_no_paths_between_gpus():
    assert {fact.value for fact in facts(pasted("topo-nv8-nics")) if fact.name == "gpu_p2p_path"} == {"NV#"}


def test_rows_without_their_head_are_read():
    assert told("GPU0\tX\tSYS\nGPU1\tSYS\tX\n", "gpu_p2p_path") == [("gpu_p2p_path", "SYS", "GPU0 and GPU1")]


def test_a_table_that_is_cut_short_still_names_its_gpus_and_the_first_ones_paths():
    assert told("\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\nGPU0\t X \tSYS\tSYS\tSYS\t0-31\n") == [
        ("gpus_visible", 4, ""),
        ("gpu_p2p_path", "SYS", "GPU0 and GPU1"),
    ]


def test_nccl_naming_gpus_is_no_table():
    assert tables("GPU0  GPU1 are connected by NVLink\n") == []


def test_rows_from_the_middle_of_a_table_count_no_gpus():
    rows = "GPU2    NV8     PIX      X      SYS     0-31    0\nGPU3    SYS     SYS     SYS      X      32-63   1\n"

    assert told(rows) == [
        ("gpu_p2p_path", "NV#", "GPU0 and GPU2"),
        ("gpu_p2p_path", "PIX", "GPU1 and GPU2"),
        ("gpu_p2p_path", "SYS", "GPU0 and GPU3"),
    ]


def test_the_command_may_stand_in_front_of_the_head():
    head = "nvidia-smi topo -m     GPU0    GPU1    CPU Affinity\n"
    text = head + "GPU0     X      PHB     0-23\nGPU1    PHB      X      0-23\n"

    assert told(text) == [("gpus_visible", 2, ""), ("gpu_p2p_path", "PHB", "GPU0 and GPU1")]


# rocm-smi --showtopo, as somebody pasted it, less two GPUs.
AMDS = """\
======================= ROCm System Management Interface =======================
============================ Hops between two GPUs =============================
       GPU0         GPU1
GPU0   0            3
GPU1   3            0

========================== Link Type between two GPUs ==========================
       GPU0         GPU1
GPU0   0            {link}
GPU1   {link}         0

"""


@pytest.mark.parametrize("link", ["PCIE", "XGMI"])
def test_the_links_of_amds_gpus(link):
    assert told(AMDS.format(link=link), "gpu_p2p_path") == [("gpu_p2p_path", link, "GPU0 and GPU1")]
    assert set(values(AMDS.format(link=link), "gpus_visible")) == {2}
