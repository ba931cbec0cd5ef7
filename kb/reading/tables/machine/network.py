"""ip addr, ifconfig and netstat -i: which network interfaces are there, up, or without a cable."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

IP = re.compile(r"\d{1,4}: (?P<name>[\w.@-]{1,40}): <(?P<flags>[A-Z0-9_,-]{0,200})> .{0,300}")
IFCONFIG = re.compile(
    r"(?P<name>[\w.-]{1,20}):? {1,12}(?:flags=\d{1,9}<(?P<flags>[A-Z0-9_,-]{0,200})>|Link encap:).{0,200}"
)
OLD_FLAGS = re.compile(r"(?P<flags>(?:[A-Z]{2,12} ){1,8}) ?MTU:\d.{0,60}")
DETAIL = re.compile(
    r"(?:link/|inet6? |valid_lft|ether |loop |RX |TX |unspec |infiniband |collisions|device |vf \d|altname |Memory:|"
    r"brd |permaddr |inet6? addr|UP |Infiniband ).{0,400}"
)
BRIEF = re.compile(r"(?P<name>[\w.@-]{1,40})\s+(?P<state>UP|DOWN|UNKNOWN|LOWERLAYERDOWN|DORMANT)(?:\s+\S.{0,300})?")
# ifconfig -s and netstat -i: the flags stand last, R for a cable.
SHORT_HEAD = re.compile(r"Iface\s+MTU\s.{0,120}\bFlg")
SHORT = re.compile(r"(?P<name>[\w.@:-]{1,40})\s+\d{2,6}(?:\s+\d{1,20}){6,9}\s+(?P<flags>[A-Za-z]{1,12})")
# Bridges of containers and virtual machines have no carrier while nothing is attached to them.
OF_NO_CABLE = re.compile(r"lo|docker\d*|br-\w+|virbr\S*|veth\S*|cni\d*|dummy\S*|tun\S*|tap\S*|kube\S*|bonding_masters")
NO_CARRIER, IS_DOWN = "no-carrier", "down"
DOWN = {"DOWN": IS_DOWN, "LOWERLAYERDOWN": NO_CARRIER}
MOST_LINES = 1000


def read(lines: Lines) -> Table | None:
    """One fact for each interface that is up and has its cable, or not; the loopback counts for nothing."""
    facts, name, interfaces = Facts(lines), "", 0
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None:
        told = IP.fullmatch(line) or IFCONFIG.fullmatch(line)
        if not told and line and not DETAIL.match(line):
            break
        facts.take()
        if told:
            name, interfaces = told["name"].split("@")[0], interfaces + 1
            _interface(facts, name, (told["flags"] or "").split(","))
        elif old := OLD_FLAGS.fullmatch(line):
            _interface(facts, name, old["flags"].split())
    return facts.table() if interfaces else None


def _interface(facts: Facts, name: str, flags: list[str]) -> None:
    running = "LOWER_UP" in flags or "RUNNING" in flags
    if "LOOPBACK" in flags or not any(flags):
        return
    if "UP" in flags and running:
        facts.add("interface_up", name, name)
    elif not OF_NO_CABLE.fullmatch(name):
        facts.add("interface_down", NO_CARRIER if "UP" in flags else IS_DOWN, name)


def read_brief(lines: Lines) -> Table | None:
    """ip -br addr, ip -br link: a line an interface."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (told := BRIEF.fullmatch(lines.peek() or "")):
        facts.take()
        name = told["name"].split("@")[0]
        facts.add("interface_up", name if told["state"] == "UP" else None, name)
        facts.add("interface_down", DOWN.get(told["state"]) if not OF_NO_CABLE.fullmatch(name) else None, name)
    return facts.table()


def read_short(lines: Lines) -> Table | None:
    """ifconfig -s, netstat -i: a line an interface, with its flags."""
    facts = Facts(lines)
    if not SHORT_HEAD.fullmatch(lines.peek() or ""):
        return None
    facts.take()
    while facts.rows < MOST_LINES and (told := SHORT.fullmatch(lines.peek() or "")):
        facts.take()
        up = "U" in told["flags"] and "R" in told["flags"] and "L" not in told["flags"]
        facts.add("interface_up", told["name"] if up else None, told["name"])
    return facts.table()


OPENING_SHORT = r"Iface {1,20}MTU {1,12}(?:Met {1,12})?RX-OK"
SHORT_KIND = Kind("netstat -i", OPENING_SHORT, read_short, labelled=False, widest=WIDEST)
BRIEF_KIND = Kind("ip -br", r"lo +UNKNOWN +(?:127\.0|00:00:00)", read_brief, labelled=False, widest=WIDEST)
OPENING = r": <(?:LOOPBACK|BROADCAST|NO-CARRIER|POINTOPOINT)|: flags=\d{2,5}<|Link encap:"
KIND = Kind("network interfaces", OPENING, read, labelled=False, widest=WIDEST)
