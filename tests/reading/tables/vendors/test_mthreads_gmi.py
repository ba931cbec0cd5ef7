"""mthreads-gmi 2.3."""

from tests.reading.tables.reading import told

MIB = 1024**2
PRINTED = """\
Tue Mar 31 13:39:52 2026
---------------------------------------------------------------------
    mthreads-gmi:2.3.2           Driver Version:3.3.5-server
---------------------------------------------------------------------
ID   Name                 |PCIe                |%GPU  Mem
     Device Type   Perf   |Pcie Lane Width     |Temp  MPC Capable
                                               |      ECC Mode
+-------------------------------------------------------------------+
0    MTT S5000            |00000000:2a:00.0    |0%    66641MiB(81920MiB)
     Physical      P0     |16x(16x)            |52C   YES
                                               |      On-die, EDC
+-------------------------------------------------------------------+
1    MTT S5000            |00000000:3a:00.0    |98%   64889MiB(81920MiB)
     Physical      P0     |8x(16x)             |51C   YES
                                               |      On-die, EDC
+-------------------------------------------------------------------+
"""


def test_load_memory_and_lanes_of_each_gpu():
    assert told(PRINTED) == [
        ("gpu_utilisation", 0.0, "GPU 0"),
        ("gpu_memory_total_bytes", 81920 * MIB, "GPU 0"),
        ("gpu_memory_free_bytes", (81920 - 66641) * MIB, "GPU 0"),
        ("pcie_width_downgraded", "no", "GPU 0"),
        ("gpu_utilisation", 0.98, "GPU 1"),
        ("gpu_memory_total_bytes", 81920 * MIB, "GPU 1"),
        ("gpu_memory_free_bytes", (81920 - 64889) * MIB, "GPU 1"),
        ("pcie_width_downgraded", "yes", "GPU 1"),
        ("gpus_visible", 2, ""),
    ]


def test_a_table_that_is_cut_does_not_count_the_gpus():
    assert told(PRINTED.rpartition("+--")[0], "gpus_visible") == []
