"""nvidia-smi -q: a line a value, under headings, GPU after GPU."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, in_bytes, share, whole

GPU = re.compile(r"GPU (?P<bus>[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d)")
VALUE = re.compile(r"(?P<name>[A-Z][\w ()./-]{0,60}?)\s*: (?P<value>\S.{0,200})")
HEADING = re.compile(r"[A-Z][\w().-]{0,30}(?: [\w().-]{1,30}){0,5}")
LOGGED = re.compile(r"\[[\w][^\]\n]{2,200}\]")
TITLE = re.compile(r"=+NVSMI LOG=+")
OF_DRIVER = {"Driver Version": "driver_version", "CUDA Version": "cuda_version"}
# Under "Remapped Rows", which may stand alone; before Ampere pages were retired.
REMAPPED = ("Correctable Error", "Uncorrectable Error", "Pending", "Remapping Failure Occurred")
RETIRED = "Pending Page Blacklist"
MODES = {"Default": "default", "Exclusive_Process": "exclusive", "Prohibited": "prohibited"}
# How far NVSwitch's setup of a GPU has come; from its end on its status counts.
COMPLETED = "completed"
STATE = re.compile(r"State\s*: \S.{0,40}")  # opens a block alone only as the first line below Fabric
FABRIC = {"Not Started": "not-started", "In Progress": "in-progress", "Completed": COMPLETED}
# An eight-GPU node's has two thousand.
# Other programs' lines in between: so many at a time.
MOST_LINES, MOST_EMPTY, MOST_STRANGE = 8000, 2, 2


def read(lines: Lines) -> Table | None:
    """The facts of as many GPUs as follow; None where there are none."""
    facts, state = Facts(lines), State()
    state.heading = "Fabric" if STATE.fullmatch(lines.peek() or "") else ""
    empty = looked = strange = 0
    while (line := lines.peek()) is not None and empty <= MOST_EMPTY and looked < MOST_LINES:
        looked += 1
        empty = 0 if line else empty + 1
        strange = strange + 1 if LOGGED.match(line) else 0
        if told := VALUE.fullmatch(line):
            facts.take()
            state.add(facts, told["name"], told["value"].strip())
        elif not line or any(form.fullmatch(line) for form in (HEADING, GPU, TITLE)):
            lines.skip()
            state.open(line)
        elif LOGGED.match(line) and strange <= MOST_STRANGE:
            lines.skip()
        else:
            break
    return facts.table()


class State:
    """Whose values these are, and under which headings."""

    def __init__(self) -> None:
        self.gpu, self.heading, self.period, self.most_lanes = "", "", "", None
        self.before, self.fabric = "", None

    def open(self, line: str) -> None:
        if told := GPU.fullmatch(line):
            self.gpu = f"GPU at {told['bus']}"
        elif line:
            self.heading = line
            self.period = line if line in ("Volatile", "Aggregate") else self.period

    def add(self, facts: Facts, name: str, value: str) -> None:
        if name in REMAPPED or name == RETIRED:
            self._repair(facts, name, value)
        elif name in OF_DRIVER:
            facts.add(OF_DRIVER[name], value if value[:1].isdecimal() else None)
        elif name == "Attached GPUs":
            facts.add("gpus_visible", whole(value))
        elif name == "Compute Mode":
            facts.add("gpu_compute_mode", MODES.get(value), self.gpu)
        elif self.heading == "Link Width":
            self._lanes(facts, name, whole(value.removesuffix("x")))
        elif self.period == "Volatile" and (name.endswith("Uncorrectable") or self._is_old_total(name)):
            facts.add("gpu_ecc_errors", whole(value), self.gpu)
        else:
            self._under_heading(facts, name, value)

    def _under_heading(self, facts: Facts, name: str, value: str) -> None:
        if self.heading == "FB Memory Usage" and name in ("Total", "Free"):
            facts.add(f"gpu_memory_{name.lower()}_bytes", in_bytes(value, KIB * KIB), self.gpu)
        elif self.heading == "Utilization" and name.upper() == "GPU":
            facts.add("gpu_utilisation", share(value), self.gpu)
        elif self.heading == "MIG Mode" and name == "Current":
            facts.add("mig_enabled", {"Enabled": "yes", "Disabled": "no"}.get(value), self.gpu)
        elif self.heading in ("Fabric", "Health"):
            self._fabric(facts, name, value)

    def _repair(self, facts: Facts, name: str, value: str) -> None:
        """Rows that wait for a reset, and whether a repair failed; other parts of the log have a "Pending" as well."""
        waits = (name == REMAPPED[2] and self.before == REMAPPED[1]) or name == RETIRED
        self.before = name
        if waits:
            facts.add("gpu_memory_repair", {"Yes": "pending", "No": "none"}.get(value), self.gpu)
        elif name == REMAPPED[3] and value == "Yes":
            facts.add("gpu_memory_repair", "not-possible", self.gpu)

    def _fabric(self, facts: Facts, name: str, value: str) -> None:
        """Completed says only that the setup ended; how it ended is the status. N/A is a GPU without a fabric."""
        if name == "State":
            self.fabric = FABRIC.get(value)
            facts.add("gpu_fabric", self.fabric if self.fabric != COMPLETED else None, self.gpu)
        elif name == "Status" and self.fabric == COMPLETED and value != "N/A":
            facts.add("gpu_fabric", "set-up" if value == "Success" else "failed", self.gpu)
        elif name == "Summary" and value == "Unhealthy":
            facts.add("gpu_fabric", "unhealthy", self.gpu)

    def _is_old_total(self, name: str) -> bool:
        return self.heading == "Double Bit" and name == "Total"

    def _lanes(self, facts: Facts, name: str, lanes: int | None) -> None:
        if name == "Max":
            self.most_lanes = lanes
        elif name == "Current" and lanes and self.most_lanes:
            facts.add("pcie_width_downgraded", "yes" if lanes < self.most_lanes else "no", self.gpu)


OPENING = r"=NVSMI LOG=|Attached GPUs  |Correctable Error {2,40}: \d|Fabric\r?\n {1,12}State {2,80}: "
KIND = Kind("nvidia-smi -q", OPENING, read, 256 * KIB, widest=WIDEST)
