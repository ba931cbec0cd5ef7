"""lspci -vvv."""

from tests.reading.tables.reading import told

VERBOSE = """\
3a:00.0 PCI bridge: PLX Technology, Inc. PEX 8796 (rev ca) (prog-if 00 [Normal decode])
	Control: I/O+ Mem+ BusMaster+
	Capabilities: [68] Express (v2) Upstream Port, MSI 00
		LnkCap:	Port #0, Speed 8GT/s, Width x16, ASPM L1
		LnkSta:	Speed 8GT/s, Width x8, TrErr- Train- SlotClk+
	Capabilities: [f24 v1] Access Control Services
		ACSCap:	SrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+
		ACSCtl:	SrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-

3b:00.0 3D controller: NVIDIA Corporation GA100 [A100 SXM4 80GB] (rev a1)
		LnkSta:	Speed 16GT/s, Width x16
"""


def test_links_and_access_control_of_each_device():
    assert told(VERBOSE) == [
        ("pcie_width_downgraded", "yes", "3a:00.0"),
        ("acs_enabled", "yes", "3a:00.0"),
        ("pcie_width_downgraded", "no", "3b:00.0"),
    ]


def test_what_a_device_could_do_is_not_what_it_does():
    assert told("		ACSCap:	SrcValid+ TransBlk+ ReqRedir+\n") == []


def test_a_slower_link_alone_is_a_gpu_that_saves_power():
    assert told("LnkSta:	Speed 2.5GT/s (downgraded), Width x16\n") == [("pcie_width_downgraded", "no", "")]


def test_a_table_in_the_middle_of_another_still_opens():
    text = VERBOSE.replace("	Control: I/O+ Mem+ BusMaster+\n", "GPU0\tX\tSYS\nGPU1\tSYS\tX\n")

    assert ("gpu_p2p_path", "SYS", "GPU0 and GPU1") in told(text)


def test_a_gpu_that_is_off_the_bus_reads_as_ones():
    text = """\
1a:00.0 VGA compatible controller: NVIDIA Corporation TU102GL [Quadro RTX 6000/8000] (rev a1)
1c:00.0 VGA compatible controller: NVIDIA Corporation TU102GL [Quadro RTX 6000/8000] (rev ff)
1c:00.1 Audio device: NVIDIA Corporation TU102 High Definition Audio Controller (rev ff)
"""
    assert told(text) == [("gpu_error", "yes", "GPU at 1c:00.0")]
