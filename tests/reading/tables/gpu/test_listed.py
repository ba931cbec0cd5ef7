"""nvidia-smi -L, nvidia-smi nvlink -s, gpustat."""

from tests.reading.tables.reading import told

LISTED = """\
GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1a2b3c4d-1111-2222-3333-444455556666)
GPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-1a2b3c4d-1111-2222-3333-444455556667)
  MIG 3g.40gb     Device  0: (UUID: MIG-1a2b3c4d-1111-2222-3333-444455556668)
"""
LINKS = """\
GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1a2b3c4d-1111-2222-3333-444455556666)
    Link 0: 25 GB/s
    Link 1: <inactive>
GPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-1a2b3c4d-1111-2222-3333-444455556667)
    Link 0: 25 GB/s
    Link 1: 25 GB/s
"""
GPUSTAT = """\
gpu-node-3               Mon Nov  2 10:11:12 2026  550.54.15
[0] NVIDIA A100-SXM4-80GB | 45'C, 100 % | 71234 / 81920 MB | alice(71000M)
[1] NVIDIA A100-SXM4-80GB | 41'C,   0 % | 71234 / 81920 MB | alice(71000M)
"""
MIB = 1024**2


def test_gpus_are_counted_and_their_parts_and_links_are_not():
    assert told(LISTED) == told(LINKS, "gpus_visible") == [("gpus_visible", 2, "")]


def test_gpustat_with_memory_and_load():
    assert told(GPUSTAT, "gpus_visible", "gpu_utilisation") == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 1.0, "GPU 0"),
        ("gpu_utilisation", 0.0, "GPU 1"),
    ]
    assert told(GPUSTAT, "gpu_memory_free_bytes")[0] == ("gpu_memory_free_bytes", (81920 - 71234) * MIB, "GPU 0")


def test_links_that_are_not_up():
    text = """\
GPU 3: Tesla V100-SXM2-32GB (UUID: GPU-1a2b3c4d-0000)
         Link 0: 25.781 GB/s
         Link 3: <inactive>
         Link 5: <inactive>
"""
    assert told(text) == [("nvlinks_inactive", 2, "")]
    assert told("".join(text.splitlines(True)[2:])) == told(text)


def test_gpus_that_are_listed_again_are_not_counted_twice():
    text = LISTED.splitlines(True)[0] * 4 + "Failed to initialize NVML: Unknown Error\n"

    assert set(told(text)) == {("gpus_visible", 1, "")}


def test_of_one_row_of_gpustat_nobody_knows_how_many_there_are():
    text = "[6] NVIDIA A100 80GB PCIe | 52'C, 100 % | 10151 / 81920 MB | (null)\n"

    assert told(text, "gpus_visible", "gpu_utilisation") == [("gpu_utilisation", 1.0, "")]


def test_links_that_dcgm_says_are_down():
    text = "GPUs:\n    gpuId 0:\n        D D U X _\n    gpuId 1:\n        U U U U U\nNvSwitches:\n"
    assert told(text) == [("nvlinks_inactive", 2, "")]
