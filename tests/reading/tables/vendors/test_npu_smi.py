"""npu-smi info, as its releases print it."""

import pytest

from tests.reading.tables.reading import tables, told, values

MIB = 1024**2
ONE_CHIP = """\
+------------------------------------------------------------------------------------------------+
| npu-smi 25.2.0                   Version: 25.2.0                                               |
+---------------------------+---------------+----------------------------------------------------+
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
+===========================+===============+====================================================+
| 0     910B3               | OK            | 97.5        41                0    / 0             |
| 0                         | 0000:C1:00.0  | 12          0    / 0          3379 / 65536         |
+===========================+===============+====================================================+
| 1     910B3               | Warning       | 93.9        40                0    / 0             |
| 0                         | 0000:xx:00.0  | 0           0    / 0          65530/ 65536         |
+===========================+===============+====================================================+
| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |
+===========================+===============+====================================================+
| 1       0                 | 4711          | python                   | 62011                   |
+===========================+===============+====================================================+
"""
TWO_CHIPS = """\
| NPU   Name                | Health        | Power(W)             Temp(C)                 Hugepages-Usage(page)   |
| Chip  Phy-ID              | Bus-Id        | AICore(%)            Memory-Usage(MB)        HBM-Usage(MB)           |
+===========================+===============+======================================================================+
| 0     Ascend910           | OK            | 162.6                34                      0    / 0                |
| 0     0                   | 0000:9D:00.0  | 0                    0    / 0                3419 / 65536            |
+------------------------------------------------------------------------------------------------------------------+
| 0     Ascend910           | OK            | -                    34                      0    / 0                |
| 1     1                   | 0000:9F:00.0  | 0                    0    / 0                2874 / 65536            |
"""
NO_HBM = """\
| NPU     Name              | Health          | Power(W)          Temp(C)           Hugepages-Usage(page) |
| Chip    Device            | Bus-Id          | AICore(%)         Memory-Usage(MB)                        |
+===========================+=================+===========================================================+
| 8       310P3             | OK              | NA                42                0     / 0             |
| 0       0                 | 0000:01:00.0    | 0                 1534 / 21527                            |
"""


def test_how_busy_each_chip_is_and_what_memory_it_has():
    first, second = "NPU 0 chip 0", "NPU 1 chip 0"

    assert told(ONE_CHIP) == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 0.12, first),
        ("gpu_memory_total_bytes", 65536 * MIB, first),
        ("gpu_memory_free_bytes", (65536 - 3379) * MIB, first),
        ("gpu_utilisation", 0.0, second),
        ("gpu_memory_total_bytes", 65536 * MIB, second),
        ("gpu_memory_free_bytes", 6 * MIB, second),
    ]


def test_two_chips_of_a_card_and_memory_that_is_no_hbm():
    assert [of for _, _, of in told(TWO_CHIPS, "gpu_utilisation")] == ["NPU 0 chip 0", "NPU 0 chip 1"]
    assert values(NO_HBM, "gpu_memory_free_bytes") == [(21527 - 1534) * MIB]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (ONE_CHIP.partition("| NPU     Chip ")[0], [2]),
        (TWO_CHIPS, []),
        (TWO_CHIPS.rpartition("| 1     1")[0], []),
        (TWO_CHIPS + "+-------------------------------------------------------------\n", []),
        (TWO_CHIPS + "+===========================+===============\n", []),
    ],
)
def test_a_table_that_is_cut_does_not_count_the_chips(text, number):
    assert values(text, "gpus_visible") == number


def test_the_head_alone_says_nothing():
    assert tables("".join(ONE_CHIP.splitlines(keepends=True)[:6])) == []
