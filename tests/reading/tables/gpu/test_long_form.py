"""nvidia-smi -q."""

import pytest

from tests.reading.tables.reading import tables, told, values

LONG = """\
==============NVSMI LOG==============

Timestamp                                 : Sat Oct 10 17:02:53 2026
Driver Version                            : 570.124.06
CUDA Version                              : 12.8

Attached GPUs                             : 2
GPU 00000000:01:00.0
    Product Name                          : NVIDIA A100-SXM4-80GB
    MIG Mode
        Current                           : Disabled
        Pending                           : Enabled
    PCI
        GPU Link Info
            PCIe Generation
                Max                       : 4
                Current                   : 4
            Link Width
                Max                       : 16x
                Current                   : 8x
    FB Memory Usage
        Total                             : 81920 MiB
        Used                              : 80894 MiB
        Free                              : 1026 MiB
    BAR1 Memory Usage
        Total                             : 131072 MiB
        Free                              : 131071 MiB
    Compute Mode                          : Exclusive_Process
    Utilization
        Gpu                               : 38 %
        Memory                            : 3 %
    ECC Errors
        Volatile
            SRAM Correctable              : 7
            DRAM Uncorrectable            : 2
        Aggregate
            DRAM Uncorrectable            : 9
    Processes                             : None

Traceback (most recent call last):
"""
OLD = """\
GPU 0000:06:00.0
    ECC Errors
        Volatile
            Single Bit
                Total                 : 4
            Double Bit
                Total                 : 1
        Aggregate
            Double Bit
                Total                 : 5
"""


def test_each_value_under_its_heading():
    assert told(LONG) == [
        ("driver_version", "570.124.06", ""),
        ("cuda_version", "12.8", ""),
        ("gpus_visible", 2, ""),
        ("mig_enabled", "no", "GPU at 00000000:01:00.0"),
        ("pcie_width_downgraded", "yes", "GPU at 00000000:01:00.0"),
        ("gpu_memory_total_bytes", 81920 << 20, "GPU at 00000000:01:00.0"),
        ("gpu_memory_free_bytes", 1026 << 20, "GPU at 00000000:01:00.0"),
        ("gpu_compute_mode", "exclusive", "GPU at 00000000:01:00.0"),
        ("gpu_utilisation", 0.38, "GPU at 00000000:01:00.0"),
        ("gpu_ecc_errors", 2, "GPU at 00000000:01:00.0"),
    ]


def test_older_drivers_tell_errors_of_two_bits():
    ecc = told("Attached GPUs                       : 1\n" + OLD, "gpu_ecc_errors")

    assert ecc == [("gpu_ecc_errors", 1, "GPU at 0000:06:00.0")]


def test_what_has_no_value_is_no_fact_and_a_title_alone_no_table():
    assert told("Attached GPUs  : 1\nCUDA Version   : N/A\n") == [("gpus_visible", 1, "")]
    assert tables("==============NVSMI LOG==============\n\nTimestamp\n") == []


def test_a_line_of_another_program_in_between_ends_nothing():
    text = "==============NVSMI LOG==============\nDriver Version   : 535.86.10\n{between}CUDA Version   : 12.2\n"
    line = "[HAMI-core Msg(571:140025334466368:libvgpu.c:836)]: Initializing.....\n"

    assert values(text.format(between=line), "cuda_version") == ["12.2"]
    assert values(text.format(between=line * 3), "cuda_version") == []


REMAPPED = """\
    Remapped Rows
        Correctable Error                 : 0
        Uncorrectable Error               : 4
        Pending                           : {pending}
        Remapping Failure Occurred        : {failed}
"""


def test_rows_that_wait_for_a_reset_are_told_also_where_they_stand_alone():
    def said(**values):
        return told(REMAPPED.format(**values), "gpu_memory_repair")

    assert said(pending="Yes", failed="No") == [("gpu_memory_repair", "pending", "")]
    assert [value for _, value, _ in said(pending="No", failed="Yes")] == ["none", "not-possible"]


def test_what_else_is_pending_is_no_repair():
    assert told("Attached GPUs        : 1\n    MIG Mode\n        Pending  : Yes\n", "gpu_memory_repair") == []


# Pieces of nvidia-smi -q, as people pasted them.
FABRIC = """\
Fabric
    State                             : Completed
    Status                            : Insufficient Resources
    CliqueId                          : 0
    ClusterUUID                       : 00000000-0000-0000-0000-000000000000
"""
IN_PROGRESS = """\
    Fabric
        State                                          : In Progress
        Status                                         : N/A
        CliqueId                                       : N/A
        ClusterUUID                                    : N/A
        Health
            Summary                                    : N/A
"""
UNHEALTHY = """\
    Fabric
        State                             : Completed
        Status                            : Success
        CliqueId                          : 2
        ClusterUUID                       : dc6e40c4-d722-4357-9ba6-5291dd461278
        Health
            Summary                       : Unhealthy
            Bandwidth                     : Full
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FABRIC, ["failed"]),
        (IN_PROGRESS, ["in-progress"]),
        (UNHEALTHY, ["set-up", "unhealthy"]),
        (UNHEALTHY.replace("Unhealthy", "Healthy"), ["set-up"]),
        (FABRIC.replace("Completed", "N/A").replace("Insufficient Resources", "N/A"), []),
        (FABRIC.partition("    Status")[0], []),
    ],
)
def test_a_fabric_that_is_completed_is_not_yet_one_that_works(text, said):
    assert told(text) == [("gpu_fabric", word, "") for word in said]


def test_the_fabric_of_each_gpu():
    gpu = "GPU 00000000:{n}8:00.0\n    Product Name                : NVIDIA B200\n"
    text = "Attached GPUs                   : 2\n" + gpu.format(n=1) + FABRIC + gpu.format(n=2) + UNHEALTHY

    assert told(text, "gpu_fabric") == [
        ("gpu_fabric", "failed", "GPU at 00000000:18:00.0"),
        ("gpu_fabric", "set-up", "GPU at 00000000:28:00.0"),
        ("gpu_fabric", "unhealthy", "GPU at 00000000:28:00.0"),
    ]
