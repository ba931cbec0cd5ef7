"""rocm-smi: AMD's GPUs in its concise table, or a line a value."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import share, whole

# What the columns are called changed often; how busy a GPU is stands last, where it stands at all.
HEAD = re.compile(r"(?:GPU|Device)\s+(?:Node|Temp|\[Model).{0,200}")
BUSY = "GPU%"
ROW = re.compile(r"(?P<gpu>\d{1,3})\s{2,}\S.{10,300}")
VALUE = re.compile(r"GPU\[(?P<gpu>\d{1,3})\]\s*: (?:\(Topology\) )?(?P<name>\w[^:]{0,80}?):\s*(?P<value>\S.{0,200})")
RULE = re.compile(r"[=.\s]{4,}|[=.]{4,}[^=]{1,80}[=.]{4,}\s*")
TITLE = "ROCm System Management Interface"
TOTAL, USED = "VRAM Total Memory (B)", "VRAM Total Used Memory (B)"
MOST_LINES, MOST_STRANGE = 2000, 1


def read(lines: Lines) -> Table | None:
    """The facts of the GPUs of one call; None where there are none."""
    facts, state = Facts(lines), _State()
    strange = 0
    while facts.rows < MOST_LINES and (line := lines.peek()) is not None and strange <= MOST_STRANGE:
        if TITLE in line and state.gpus:
            break
        known = state.knows(line)
        strange = 0 if known else strange + 1
        if not known:
            lines.skip()
            continue
        facts.take()
        state.read(facts, line)
    return facts.table()


class _State:
    """The GPUs counted so far, what the last column says, and how much memory each has."""

    def __init__(self) -> None:
        self.gpus: set[str] = set()
        self.in_table, self.has_use = False, False
        self.total: dict[str, int] = {}

    def knows(self, line: str) -> bool:
        rows = self.in_table and ROW.fullmatch(line)
        return not line or bool(rows or HEAD.fullmatch(line) or VALUE.fullmatch(line) or RULE.fullmatch(line))

    def read(self, facts: Facts, line: str) -> None:
        if HEAD.fullmatch(line):
            self.in_table, self.has_use = True, line.endswith(BUSY)
        elif told := VALUE.fullmatch(line):
            self._value(facts, told["gpu"], told["name"], told["value"])
        elif self.in_table and (told := ROW.fullmatch(line)):
            self._count(facts, told["gpu"])
            facts.add(
                "gpu_utilisation", share(line.split()[-1]) if self._says_use(line) else None, f"GPU {told['gpu']}"
            )

    def _says_use(self, line: str) -> bool:
        return self.has_use and line.endswith("%")

    def _count(self, facts: Facts, gpu: str) -> None:
        if gpu not in self.gpus:
            facts.count("gpus_visible")
        self.gpus.add(gpu)

    def _value(self, facts: Facts, gpu: str, name: str, value: str) -> None:
        self._count(facts, gpu)
        size = whole(value)
        if name == "GPU use (%)":
            facts.add("gpu_utilisation", share(value), f"GPU {gpu}")
        elif name == TOTAL and size is not None:
            self.total[gpu] = size
            facts.add("gpu_memory_total_bytes", size, f"GPU {gpu}")
        elif name == USED and size is not None and gpu in self.total:
            facts.add("gpu_memory_free_bytes", self.total[gpu] - size, f"GPU {gpu}")


# The title is often left out, also of the table with its columns.
COLUMNS = r"Device +Node +IDs  |Temp {1,20}(?:\(\w{1,12}\) {1,12})?AvgPwr  "
KIND = Kind("rocm-smi", rf"{TITLE}|{COLUMNS}|GPU\[0\][ \t]{{1,12}}: ", read, widest=WIDEST)
