"""ip addr and ifconfig."""

from tests.reading.tables.reading import pasted, tables, told, values

OLD = """\
eth0      Link encap:Ethernet  HWaddr 02:00:00:00:00:01
          inet addr:192.0.2.4  Bcast:192.0.2.255  Mask:255.255.255.0
          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1
lo        Link encap:Local Loopback
          inet addr:127.0.0.1  Mask:255.0.0.0
          UP LOOPBACK RUNNING  MTU:65536  Metric:1
"""


def test_up_with_a_cable_and_not_the_loopback():
    assert values(pasted("ip-addr"), "interface_up") == ["ens8f0np0"]
    assert values(pasted("ifconfig-no-cable"), "interface_up") == ["eno8303"]


def test_an_old_ifconfig():
    assert values(OLD, "interface_up") == ["eth0"]


def test_only_a_loopback_is_a_table_without_a_fact():
    text = "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN\n    inet 127.0.0.1/8 scope host lo\n"

    assert tables(text) == []


def test_a_containers_interface_is_called_without_its_peer():
    assert values("7: eth0@if8: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 state UP\n", "interface_up") == ["eth0"]


def test_the_brief_form_of_ip():
    text = """\
lo               UNKNOWN        127.0.0.1/8 ::1/128
eno1             UP             10.0.0.4/24 fe80::1/64
ib0              DOWN
docker0          DOWN           172.17.0.1/16
"""
    assert told(text) == [("interface_up", "eno1", "eno1"), ("interface_down", "down", "ib0")]


def test_the_short_form_of_ifconfig_and_netstat():
    text = """\
Iface      MTU    RX-OK RX-ERR RX-DRP RX-OVR    TX-OK TX-ERR TX-DRP TX-OVR Flg
eno1np0   1500 197689785      0      0 0      92007813      0      0      0 BMRU
eno2np1   1500        0      0      0 0             0      0      0      0 BMU
lo       65536  1301310      0      0 0       1301310      0      0      0 LRU
"""
    assert told(text) == [("interface_up", "eno1np0", "eno1np0")]


ADDR = """\
1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
2: enp67s0f5: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP group default qlen 1000
inet 10.20.0.128/24 brd 10.20.0.255 scope global dynamic noprefixroute enp67s0f5
3: enp189s0f0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc fq_codel state DOWN group default qlen 1000
4: enp189s0f1: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc
5: enp190s0f0: <BROADCAST,MULTICAST> mtu 1500 qdisc noop state DOWN group default qlen 1000
6: docker0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 1500 qdisc noqueue state DOWN group default
"""


def test_interfaces_without_a_cable_and_those_that_are_switched_off():
    assert told(ADDR) == [
        ("interface_up", "enp67s0f5", "enp67s0f5"),
        ("interface_down", "no-carrier", "enp189s0f0"),
        ("interface_down", "no-carrier", "enp189s0f1"),
        ("interface_down", "down", "enp190s0f0"),
    ]


def test_the_same_in_the_short_form():
    text = """\
lo               UNKNOWN        127.0.0.1/8 ::1/128
eno1np0          UP             10.0.0.7/24
ib0              DOWN
ib1              LOWERLAYERDOWN
docker0          DOWN           172.17.0.1/16
"""
    assert told(text, "interface_down") == [("interface_down", "down", "ib0"), ("interface_down", "no-carrier", "ib1")]
