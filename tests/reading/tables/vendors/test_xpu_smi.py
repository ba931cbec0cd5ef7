"""xpu-smi 1.2."""

from tests.reading.tables.reading import told

DUMPED = """\
Timestamp, DeviceId, GPU Utilization (%), GPU Power (W), GPU Memory Utilization (%)
08:08:16.817,    0,  12.50, 281.13,  N/A
08:08:16.817,    1,  N/A, 286.48,  N/A
08:08:17.817,    0,  99.10, 281.28, 20.41
08:08:17.818,    1,  N/A, 293.19, 1.67
"""


def test_the_last_load_of_each_gpu_counts():
    assert told(DUMPED) == [("gpu_utilisation", 0.991, "GPU 0")]


def test_without_that_column_nothing_is_said():
    assert told(DUMPED.replace("GPU Utilization (%)", "GPU Frequency (MHz)")) == []
