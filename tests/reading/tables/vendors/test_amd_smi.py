"""amd-smi of ROCm 7, and amd-smi monitor."""

from tests.reading.tables.reading import told

TABLE = """\
+------------------------------------------------------------------------------+
| AMD-SMI 26.0.0+37d158ab      amdgpu version: 6.14.14  ROCm version: 7.0.0    |
| VBIOS version: 113-M3000100-103                                              |
| Platform: Linux Baremetal                                                    |
|-------------------------------------+----------------------------------------|
| BDF                        GPU-Name | Mem-Uti   Temp   UEC       Power-Usage |
| GPU  HIP-ID  OAM-ID  Partition-Mode | GFX-Uti    Fan               Mem-Usage |
|=====================================+========================================|
| 0000:05:00.0    AMD Instinct MI300X | 0 %      42 °C   0           136/750 W |
|   0       0       7        SPX/NPS1 | 99 %       N/A        285/196592 MB |
|-------------------------------------+----------------------------------------|
| 0000:26:00.0    AMD Instinct MI300X | 0 %      41 °C   0           135/750 W |
|   1       1       2        SPX/NPS1 | 0 %        N/A        285/196592 MB |
+-------------------------------------+----------------------------------------+
+------------------------------------------------------------------------------+
| Processes:                                                                   |
|  GPU        PID  Process Name          GTT_MEM  VRAM_MEM  MEM_USAGE     CU % |
|==============================================================================|
|  No running processes found                                                  |
+------------------------------------------------------------------------------+
"""
MONITOR = """\
GPU  XCP  POWER   GPU_T   MEM_T   GFX_CLK   GFX%   MEM%   ENC%   DEC%      VRAM_USAGE
  0    0  136 W   42 °C   36 °C   132 MHz    0 %    0 %    N/A    N/A     0.3/192.0 GB
  1    0  735 W   72 °C   56 °C  2100 MHz  100 %   40 %    N/A    N/A   180.3/192.0 GB
"""


def test_two_rows_a_gpu():
    assert told(TABLE, "gpus_visible", "gpu_utilisation") == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 0.99, "GPU 0"),
        ("gpu_utilisation", 0.0, "GPU 1"),
    ]
    assert told(TABLE, "gpu_memory_free_bytes")[1] == ("gpu_memory_free_bytes", (196592 - 285) * 1024**2, "GPU 1")


def test_a_row_a_gpu_with_its_first_share():
    assert told(MONITOR, "gpus_visible", "gpu_utilisation") == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 0.0, "GPU 0"),
        ("gpu_utilisation", 1.0, "GPU 1"),
    ]
    assert told(MONITOR, "gpu_memory_total_bytes")[0][1] == 192 * 1024**3


def test_another_table_with_such_a_column_is_none():
    assert told("GPU  POWER of all\nnothing\n") == []
