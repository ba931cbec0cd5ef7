"""nvidia-smi -q -x."""

from tests.reading.tables.reading import tables, told

LOG = """\
<?xml version="1.0" ?>
<!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v12.dtd">
<nvidia_smi_log>
\t<timestamp>Sun Dec  1 15:30:44 2024</timestamp>
\t<driver_version>550.54.14</driver_version>
\t<cuda_version>12.4</cuda_version>
\t<attached_gpus>1</attached_gpus>
\t<gpu id="00000000:29:00.0">
\t\t<mig_mode>
\t\t\t<current_mig>Disabled</current_mig>
\t\t</mig_mode>
\t\t<pci>
\t\t\t<pci_gpu_link_info>
\t\t\t\t<link_widths>
\t\t\t\t\t<max_link_width>16x</max_link_width>
\t\t\t\t\t<current_link_width>8x</current_link_width>
\t\t\t\t</link_widths>
\t\t\t</pci_gpu_link_info>
\t\t</pci>
\t\t<fb_memory_usage>
\t\t\t<total>81920 MiB</total>
\t\t\t<used>10 MiB</used>
\t\t\t<free>81910 MiB</free>
\t\t</fb_memory_usage>
\t\t<compute_mode>Default</compute_mode>
\t\t<utilization>
\t\t\t<gpu_util>47 %</gpu_util>
\t\t</utilization>
\t\t<ecc_errors>
\t\t\t<volatile>
\t\t\t\t<dram_uncorrectable>2</dram_uncorrectable>
\t\t\t</volatile>
\t\t</ecc_errors>
\t</gpu>
</nvidia_smi_log>
"""


def test_the_values_have_the_meaning_of_the_long_forms():
    gpu = "GPU at 00000000:29:00.0"

    assert told(LOG) == [
        ("driver_version", "550.54.14", ""),
        ("cuda_version", "12.4", ""),
        ("gpus_visible", 1, ""),
        ("mig_enabled", "no", gpu),
        ("pcie_width_downgraded", "yes", gpu),
        ("gpu_memory_total_bytes", 81920 * 1024**2, gpu),
        ("gpu_memory_free_bytes", 81910 * 1024**2, gpu),
        ("gpu_compute_mode", "default", gpu),
        ("gpu_utilisation", 0.47, gpu),
        ("gpu_ecc_errors", 2, gpu),
    ]


def test_a_piece_of_it_says_what_is_in_it():
    piece = LOG[LOG.index("<fb_memory") : LOG.index("<compute")]

    assert [name for name, _, _ in told(piece)] == ["gpu_memory_total_bytes", "gpu_memory_free_bytes"]
    assert tables("no <nvidia_smi_log> was written\n") == []
