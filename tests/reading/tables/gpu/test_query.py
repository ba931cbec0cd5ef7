"""nvidia-smi --query-gpu."""

from tests.reading.tables.reading import tables, told

CSV = """\
index, name, memory.used [MiB], memory.total [MiB], utilization.gpu [%], driver_version, pcie.link.width.current, pcie.link.width.max
0, NVIDIA A100-SXM4-80GB, 80994 MiB, 81920 MiB, 100 %, 535.129.03, 16, 16
3, NVIDIA A100-SXM4-80GB, 3 MiB, 81920 MiB, 0 %, 535.129.03, 8, 16

done
"""  # noqa: E501


def test_each_row_is_a_gpu_by_its_index():
    assert told(CSV, "gpu_memory_free_bytes", "gpu_utilisation") == [
        ("gpu_memory_free_bytes", 926 << 20, "GPU 0"),
        ("gpu_utilisation", 1.0, "GPU 0"),
        ("gpu_memory_free_bytes", 81917 << 20, "GPU 3"),
        ("gpu_utilisation", 0.0, "GPU 3"),
    ]


def test_a_link_with_fewer_lanes_than_it_could_have():
    widths = told(CSV, "pcie_width_downgraded")

    assert [value for _, value, _ in widths] == ["no", "yes"]


def test_a_sentence_with_a_columns_name_is_no_table():
    assert tables("we log memory.used [MiB], and more\n1, 2\n") == []
