"""rocm-smi, as its releases print it."""

from tests.reading.tables.reading import tables, told, values

NEW = """\
======================= ROCm System Management Interface =======================
================================= Concise Info =================================
Device  Node  IDs              Temp        Power     Partitions          SCLK    MCLK    Fan  Perf  PwrCap  VRAM%  GPU%
              (DID,     GUID)  (Junction)  (Socket)  (Mem, Compute, ID)
================================================================================
0       2     0x74a1,   55354  48.0°C      145.0W    NPS1, SPX, 0        132Mhz  900Mhz  0%   auto  750.0W  1%     100%
1       3     0x74a1,   41632  40.0°C      138.0W    NPS1, SPX, 0        131Mhz  900Mhz  0%   auto  750.0W  75%    7%
================================================================================
============================= End of ROCm SMI Log ==============================
"""
OLD = """\
====================    ROCm System Management Interface    ====================
================================================================================
 GPU  Temp    AvgPwr   SCLK     MCLK     Fan      Perf    SCLK OD    MCLK OD
  0   35c     73.68W   1411Mhz  300Mhz   0.0%     auto      0%         0%
================================================================================
"""
LINES = """\
============================ ROCm System Management Interface ============================
================================== Memory Usage (Bytes) ==================================
GPU[0]\t\t: VRAM Total Memory (B): 68702699520
GPU[0]\t\t: VRAM Total Used Memory (B): 68702699500
GPU[1]\t\t: VRAM Total Memory (B): 68702699520
GPU[1]\t\t: VRAM Total Used Memory (B): 0
GPU[1]\t\t: GPU use (%): 3
==========================================================================================
"""


def test_the_concise_table_says_how_busy_each_gpu_is():
    assert told(NEW) == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 1.0, "GPU 0"),
        ("gpu_utilisation", 0.07, "GPU 1"),
    ]


def test_a_last_column_of_another_meaning_is_no_use():
    assert told(OLD) == [("gpus_visible", 1, "")]


def test_a_line_a_value():
    assert values(LINES, "gpu_memory_free_bytes") == [20, 68702699520]
    assert (values(LINES, "gpus_visible"), values(LINES, "gpu_utilisation")) == ([2], [0.03])


def test_a_label_in_front_and_the_title_alone():
    labelled = "".join(f"nid0051 out: {line}\n" for line in NEW.splitlines())

    assert told(labelled) == told(NEW)
    assert tables("the ROCm System Management Interface was not found\n") == []


def test_the_columns_without_the_title():
    rows = [line for line in NEW.splitlines(keepends=True) if "Concise" not in line and "Interface" not in line]

    assert told("".join(rows)) == told(NEW)
