"""ibstat, ibstatus, ibv_devinfo and ibdev2netdev: which ports of InfiniBand and RoCE cards are up, which not."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

DEVICE = re.compile(r"(?:CA |Infiniband device |hca_id:\s+)'?(?P<name>[A-Za-z]\w{1,40})'?(?: port \d{1,3} status:)?")
STATE = re.compile(r"[Ss]tate:\s+(?:\d: )?(?:PORT_)?(?P<state>[A-Za-z]{2,20})(?: \(\d\))?")
DETAIL = re.compile(r"[A-Za-z][\w ]{1,40}:(?:\s.{0,200})?")
LINKED = re.compile(
    r"[A-Za-z]\w{1,40}\s+port\s+\d{1,3}\s+==>\s+(?P<name>\w[\w.-]{0,40})\s+\((?P<state>Up|Down)\)(?:\s.{0,80})?"
)
RDMA = re.compile(
    r"link (?P<name>\w{2,40})/\d{1,3}(?: subnet_prefix [0-9a-f:]{4,40} lid \d{1,6} sm_lid \d{1,6} lmc \d{1,3})?"
    r" state (?P<state>[A-Z]{2,12}) physical_state \w{2,30}(?: netdev \S{1,40})?"
)
UP, DOWN = "active", "down"
MOST_LINES = 2000


def read(lines: Lines) -> Table | None:
    """One fact for each card of which a port is up and one of which a port is down, with the line that says so."""
    facts, name, seen = Facts(lines), "", set()
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None:
        told = DEVICE.fullmatch(line)
        if line and not told and not (name and DETAIL.fullmatch(line)):
            break
        facts.take()
        if told:
            name = told["name"]
        elif (state := STATE.fullmatch(line)) and (name, told_state := state["state"].lower()) not in seen:
            facts.add("interface_up", name if told_state == UP else None, name)
            facts.add("port_down", "yes" if told_state == DOWN else None, name)
            seen.add((name, told_state))
    return facts.table()


def read_linked(lines: Lines) -> Table | None:
    """One fact for each network interface of a card that is up."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (line := lines.peek()) and (told := LINKED.fullmatch(line)):
        facts.take()
        _port(facts, told["name"], told["state"] == "Up")
    return facts.table()


def read_rdma(lines: Lines) -> Table | None:
    """rdma link: a line a port; one that waits for its subnet's manager (INIT) is neither up nor down."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (told := RDMA.fullmatch(lines.peek() or "")):
        facts.take()
        if (state := told["state"].lower()) in (UP, DOWN):
            _port(facts, told["name"], state == UP)
    return facts.table()


def _port(facts: Facts, name: str, up: bool) -> None:
    facts.add("interface_up" if up else "port_down", name if up else "yes", name)


OPENING_RDMA = r"link \w{2,40}/\d{1,3} (?:state [A-Z]{2,12} physical_state|subnet_prefix [0-9a-f:]{4,40} lid )"
RDMA_KIND = Kind("rdma link", OPENING_RDMA, read_rdma, widest=WIDEST)
OPENING_LINKED = r"[ \t]port[ \t]{1,8}\d{1,3}[ \t]{1,8}==>[ \t]"
LINKED_KIND = Kind("ibdev2netdev", OPENING_LINKED, read_linked, labelled=False, widest=WIDEST)
KIND = Kind("InfiniBand ports", r"CA '\w{1,20}'|Infiniband device '|hca_id:[ \t]", read, labelled=False, widest=WIDEST)
