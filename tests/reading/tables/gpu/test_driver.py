"""The driver's version by other words."""

import pytest

from tests.reading.tables.reading import told


@pytest.mark.parametrize(
    ("line", "version"),
    [
        ("NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.129.03  Thu Oct 19 18:56:32 UTC 2023", "535.129.03"),
        (
            "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  610.43.02  Release Build  (dvs-builder@U22-I3)",
            "610.43.02",
        ),
        ("Nvidia driver version: 470.57.02", "470.57.02"),
    ],
)
def test_the_version_is_read(line, version):
    assert told(line + "\n") == [("driver_version", version, "")]


def test_a_version_that_is_missing_is_no_fact():
    assert told("Nvidia driver version: Could not collect\n") == []


def test_a_gpu_that_nvidia_smi_cannot_reach():
    line = "Unable to determine the device handle for GPU0000:4B:00.0: Unknown Error\n"
    assert told(line) == [("gpu_error", "yes", "GPU at 0000:4B:00.0")]
    line = "Unable to determine the device handle for gpu 0000:18:00.0: GPU is lost.  Reboot the system\n"
    assert told(line) == [("gpu_error", "yes", "GPU at 0000:18:00.0")]


def test_no_gpu_at_all():
    assert told("No devices were found\n") == [("gpus_visible", 0, "")]
    assert told("No devices were found on this node, so we fall back\n") == []


def test_slurm_asks_the_driver_too():
    assert told("slurmstepd: error: NVML: Failed to get usage(15): GPU is lost\n") == [("gpu_error", "yes", "")]
