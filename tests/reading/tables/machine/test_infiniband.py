"""ibstat, ibstatus, ibv_devinfo and ibdev2netdev."""

from tests.reading.tables.reading import tables, told

IBSTAT = """\
CA 'mlx5_0'
\tCA type: MT4129
\tNumber of ports: 1
\tPort 1:
\t\tState: Active
\t\tPhysical state: LinkUp
\t\tRate: 400
\t\tLink layer: InfiniBand
CA 'mlx5_1'
\tCA type: MT4125
\tPort 1:
\t\tState: Down
\t\tPhysical state: Disabled

next: nothing
"""
IBSTATUS = """\
Infiniband device 'mlx5_2' port 1 status:
        default gid:     fe80:0000:0000:0000:8ae9:a4ff:fe9c:7f1a
        state:           4: ACTIVE
        phys state:      5: LinkUp
        rate:            100 Gb/sec (4X EDR)
"""
DEVINFO = """\
hca_id: mlx5_3
        transport:                      InfiniBand (0)
                port:   1
                        state:                  PORT_DOWN (1)
                port:   2
                        state:                  PORT_ACTIVE (4)
"""


def test_the_cards_of_which_a_port_is_up_and_those_of_which_one_is_down():
    assert told(IBSTAT) == [("interface_up", "mlx5_0", "mlx5_0"), ("port_down", "yes", "mlx5_1")]
    assert told(IBSTATUS) == [("interface_up", "mlx5_2", "mlx5_2")]
    assert told(DEVINFO) == [("port_down", "yes", "mlx5_3"), ("interface_up", "mlx5_3", "mlx5_3")]


def test_ports_that_start_and_cards_that_are_only_named_say_nothing():
    assert tables(DEVINFO.replace("PORT_ACTIVE (4)", "PORT_INIT (2)").replace("PORT_DOWN (1)", "PORT_ARMED (3)")) == []
    assert tables("CA 'mlx5_0' is missing\n") == []


LINKED = """\
mlx5_0   port  1  ==>  ibp26s0        (Down)  # to nowhere
mlx5_1   port  1  ==>  enp27s0f0np0   (Up)
mlx5_2 port 1 ==> bond0 (Up)

mlx5_3 port 1 ==> bond1 (Up)?
"""


def test_the_interfaces_of_cards_that_are_up():
    assert told(LINKED, "interface_up") == [
        ("interface_up", "enp27s0f0np0", "enp27s0f0np0"),
        ("interface_up", "bond0", "bond0"),
    ]
    assert told(LINKED, "port_down") == [("port_down", "yes", "ibp26s0")]
    assert tables("server port 1 ==> somebody (Up there)\n") == []


def test_rdma_link_has_a_line_a_port():
    text = """\
link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ib0
link mlx5_1/1 state DOWN physical_state DISABLED netdev ib1
"""
    assert told(text) == [("interface_up", "mlx5_0", "mlx5_0"), ("port_down", "yes", "mlx5_1")]


OF_INFINIBAND = "link mlx5_7/1 subnet_prefix fe80:0000:0000:0000 lid 3403 sm_lid 1 lmc 0 state {}\n"


def test_rdma_link_names_the_subnet_of_an_infiniband_port():
    assert told(OF_INFINIBAND.format("DOWN physical_state POLLING")) == [("port_down", "yes", "mlx5_7")]
    assert told(OF_INFINIBAND.format("ACTIVE physical_state LINK_UP")) == [("interface_up", "mlx5_7", "mlx5_7")]
    assert told(OF_INFINIBAND.format("INIT physical_state LINK_UP")) == []


def test_a_card_whose_ports_were_cut_off_is_neither_up_nor_down():
    assert tables(DEVINFO.partition("                port:")[0]) == []
