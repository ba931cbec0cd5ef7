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
