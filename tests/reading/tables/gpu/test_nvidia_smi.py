"""nvidia-smi's main table where it tells of trouble; what healthy ones say is in ../test_pasted.py."""

from tests.reading.tables.reading import facts, pasted, tables, told, values

LOST = """\
| NVIDIA-SMI 470.82.01    Driver Version: 470.82.01    CUDA Version: 11.4     |
|===============================+======================+======================|
|   0  NVIDIA GeForce ...  Off  | 00000000:01:00.0 Off |                  N/A |
| 30%   21C    P8    19W / 350W |   8814MiB / 24576MiB |      0%      Default |
+-------------------------------+----------------------+----------------------+
|   1  ERR!                Off  | 00000000:02:00.0 ERR!|                 ERR! |
|ERR!  ERR! ERR!    ERR! / ERR! | GPU is lost          |     ERR!      ERR!   |
+-------------------------------+----------------------+----------------------+
"""
MIG = """\
| NVIDIA-SMI 510.47.03    Driver Version: 510.47.03    CUDA Version: 11.6     |
|   0  NVIDIA A100-SXM...  On   | 00000000:27:00.0 Off |                   On |
| N/A   31C    P0    60W / 400W |     24MiB / 40960MiB |     N/A      Default |
|                               |                      |              Enabled |
"""
UMD = """\
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 610.57.04              KMD Version: 610.57.04     CUDA UMD Version: 13.3     |
|   0  NVIDIA GeForce GTX 1650        Off |   00000000:01:00.0  On |                  N/A |
|  0%   51C    P0            N/A  /   75W |     580MiB /   4096MiB |     39%      Default |
"""


def test_a_gpu_that_does_not_answer_is_an_error_with_its_line():
    broken = [fact for fact in facts(LOST) if fact.name == "gpu_error"]

    assert {fact.line for fact in broken} <= {6, 7}
    assert [fact.value for fact in broken][:1] == ["yes"]
    assert values(LOST, "gpu_memory_free_bytes") == [(24576 - 8814) << 20]


def test_err_in_place_of_the_power_alone_comes_and_goes():
    assert values(pasted("smi-power-error"), "gpu_error") == []


def test_mig_and_a_use_that_is_not_measured():
    assert told(MIG, "mig_enabled", "gpu_utilisation") == [("mig_enabled", "yes", "GPU 0")]


def test_a_part_of_the_table_does_not_count_the_gpus():
    assert values(pasted("smi-power-error"), "gpus_visible") == []


def test_two_tables_in_a_row_are_each_their_own():
    twice = pasted("smi-h100") + pasted("smi-h100")

    assert [fact.value for fact in facts(twice) if fact.name == "gpus_visible"] == [2, 2]


def test_the_name_of_the_tool_alone_is_no_table():
    assert tables("install NVIDIA-SMI 535 or newer\nthen go on\n") == []


def test_the_head_of_newer_drivers_names_their_two_parts():
    assert values(UMD, "driver_version") == ["610.57.04"]
    assert values(UMD, "cuda_version") == ["13.3"]
    assert values(UMD, "gpus_visible") == [1]


def test_old_drivers_count_in_mb():
    row = "|   0  GeForce GTX 680     Off  | 0000:03:00.0     N/A |                  N/A |\n"
    memory = "| 31%   44C  N/A     N/A /  N/A |       14MB /  4095MB |     N/A      Default |\n"

    assert values(
        "| NVIDIA-SMI 5.325.15   Driver Version: 325.15         |\n" + row + memory, "gpu_memory_free_bytes"
    ) == [4081 * 1024**2]


PARTED = """\
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 580.65.06              Driver Version: 580.65.06      CUDA Version: 13.0     |
+-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|                                         |                        |               MIG M. |
|=========================================+========================+======================|
|   0  NVIDIA H100 80GB HBM3          On  |   00000000:1B:00.0 Off |                   On |
| N/A   32C    P0             72W /  700W |                  N/A   |     N/A      Default |
|                                         |                        |              Enabled |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA H100 80GB HBM3          On  |   00000000:43:00.0 Off |                    0 |
| N/A   30C    P0             70W /  700W |       0MiB /  81559MiB |      0%      Default |
|                                         |                        |             Disabled |
+-----------------------------------------+------------------------+----------------------+

+-----------------------------------------------------------------------------------------+
| MIG devices:                                                                            |
+------------------+----------------------------------+-----------+-----------------------+
| GPU  GI  CI  MIG |                     Memory-Usage |        Vol|        Shared         |
|      ID  ID  Dev |                       BAR1-Usage | SM     Unc| CE ENC  DEC  OFA  JPG |
|                  |                                  |        ECC|                       |
|==================+==================================+===========+=======================|
|  0    1   0   0  |              12MiB / 40448MiB    | 60      0 |  3   0    3    0    3 |
|                  |                 0MiB / 65535MiB  |           |                       |
+------------------+----------------------------------+-----------+-----------------------+
+-----------------------------------------------------------------------------------------+
| Processes:                                                                              |
|  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
|        ID   ID                                                               Usage      |
|=========================================================================================|
|    1   N/A  N/A           48123      C   /usr/bin/python3                      41234MiB |
+-----------------------------------------------------------------------------------------+
"""
HABANA = """\
+-----------------------------------------------------------------------------+
| HL-SMI Version:                              hl-1.15.1-fw-49.0.0.0          |
| Driver Version:                                     1.15.1-62f612b          |
|-------------------------------+----------------------+----------------------+
| AIP  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |
| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | AIP-Util  Compute M. |
|===============================+======================+======================|
|   0  HL-225              N/A  | 0000:33:00.0     N/A |                   0  |
| N/A   24C   N/A    94W / 600W |    768MiB / 98304MiB |     0%           N/A |
|-------------------------------+----------------------+----------------------+
|   1  HL-225              N/A  | 0000:9a:00.0     N/A |                   0  |
| N/A   25C   N/A    90W / 600W |    768MiB / 98304MiB |     3%           N/A |
|-------------------------------+----------------------+----------------------+
| Compute Processes:                                               AIP Memory |
|  AIP       PID   Type   Process name                             Usage      |
|=============================================================================|
|   0        N/A   N/A    N/A                                      N/A        |
"""


def test_the_parts_of_mig_have_memory_of_their_own():
    free = [(value // 1024**2, of) for _, value, of in told(PARTED, "gpu_memory_free_bytes")]
    assert free == [(81559, "GPU 1"), (40448 - 12, "GPU 0 MIG 0")]
    assert told(PARTED, "gpu_utilisation", "gpu_compute_mode") == [
        ("gpu_utilisation", 0.0, "GPU 1"),
        ("gpu_compute_mode", "default", "GPU 1"),
    ]


def test_habanas_table_has_the_same_form():
    assert told(HABANA, "gpus_visible", "gpu_utilisation", "gpu_compute_mode") == [
        ("gpus_visible", 2, ""),
        ("gpu_utilisation", 0.0, "GPU 0"),
        ("gpu_utilisation", 0.03, "GPU 1"),
    ]


def test_of_a_table_that_is_cut_nobody_knows_how_many_gpus_it_had():
    whole = pasted("smi-h100")
    rows = [n for n, line in enumerate(whole.splitlines(True)) if "H100" in line]
    cut = "".join(whole.splitlines(True)[: rows[0] + 1]) + whole.splitlines(True)[rows[0] + 1][:40] + "\n"
    assert values(whole, "gpus_visible") != [] and values(cut, "gpus_visible") == []


def test_the_table_of_migs_parts_alone_says_that_mig_is_on():
    table = "| MIG devices:" + PARTED.partition("| MIG devices:")[2].partition("| Processes:")[0]

    assert told(table, "mig_enabled") == [("mig_enabled", "yes", "GPU 0")]
    assert told(table, "gpu_memory_total_bytes")[0][2] == "GPU 0 MIG 0"


def test_a_process_whose_name_nobody_knows_is_no_gpu_that_does_not_answer():
    row = "|    1   N/A  N/A     27707      C   Unknown Error                      1011MiB |\n"
    table = PARTED.rstrip().rpartition("\n")[0] + "\n" + row

    assert told(table, "gpu_error") == []
    assert told(table, "gpu_processes") == [("gpu_processes", 2, "GPU 1")]
