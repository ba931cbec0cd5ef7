"""nvidia-smi's main table: GPUs with memory, use and errors, the driver, and the processes on each GPU."""

from __future__ import annotations

import re
from collections import Counter

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, share, whole

# Driver 610 and newer say KMD and CUDA UMD, the kernel's and the user's part of the driver.
HEADER = re.compile(
    r".{0,80}?(?:Driver|KMD) Version: (?P<driver>[\d.]{3,20})(?:.{0,40}?CUDA (?:UMD )?Version: (?P<cuda>[\d.]{3,8}))?.*"
)
GPU = re.compile(
    r"\|\s{0,6}(?P<index>\d{1,3})\s+(?P<name>\S.{0,60}?)\s+(?P<persistence>On|Off|ERR!|N/A)\s*\|"
    r"\s*(?P<bus>[0-9A-Fa-f]{4,8}:[0-9A-Fa-f]{2}:[0-9A-Fa-f]{2}\.\d)\s[^|]{0,30}\|\s*(?P<ecc>[^|\s]{0,12})\s*\|"
)
MEMORY = re.compile(
    r"\|[^|]{0,80}\|\s*(?P<used>\d{1,7})Mi?B\s?/\s*(?P<total>\d{1,7})Mi?B\s*\|\s*(?P<rest>[^|]{0,60})\|"
)
MIG = re.compile(r"\|\s*\|\s*\|\s*(?P<mode>Enabled|Disabled)\*?\s*\|")
# MIG's parts of a GPU have a table of their own: their number, then their memory.
PARTS = re.compile(r"\|\s*MIG devices:\s*\|")
PART = re.compile(
    r"\|\s{0,6}(?P<gpu>\d{1,3})\s+\d{1,3}\s+\d{1,3}\s+(?P<device>\d{1,3})\s*\|"
    r"\s*(?P<used>\d{1,7})Mi?B\s?/\s*(?P<total>\d{1,7})Mi?B\s*\|.{0,100}"
)
PROCESS = re.compile(
    r"\|\s{1,8}(?P<gpu>\d{1,3})\s+(?:(?P<part>(?:N/A|\d{1,3})\s+(?:N/A|\d{1,3}))\s+)?(?P<pid>\d{1,9})\s+(?P<type>C|G|C\+G|M\+C)\s"
    r".{0,200}\|"
)
# Habana's hl-smi prints the same table, under a head of its own.
HABANA = "| AIP  Name "
NO_PROCESS = re.compile(r"\|\s*No running processes found\s*\|")
# ERR! in place of the power alone comes and goes; a GPU that is gone has it in place of most values.
BROKEN = re.compile(r"GPU is lost|Unknown Error|GPU requires reset|(?:ERR!.{0,40}){3}", re.IGNORECASE)
MODES = ("default", "exclusive", "prohibited")
# A last line that is shorter was cut, and the table with it.
LEAST_OF_WIDEST = 0.9
FRAME = re.compile(r"[|+=\s]")
MOST_BETWEEN = 3


def read(lines: Lines) -> Table | None:
    """The table's facts; None where no line of one follows."""
    facts, state = Facts(lines), _State()
    between = 0
    while (line := lines.peek()) is not None and between <= MOST_BETWEEN:
        if not line or not FRAME.match(line):
            between += 1
            if facts.rows and line and "NVIDIA-SMI" not in line and not state.in_table:
                break
            lines.skip()
            continue
        if state.whole and HEADER.fullmatch(line):
            break
        between = 0
        state.read(facts, facts.take())
    state.finish(facts)
    return facts.table()


class _State:
    """Which GPU the rows are about, and what is counted; `whole` where the table's head was pasted too."""

    def __init__(self) -> None:
        self.gpu, self.in_table, self.whole, self.in_parts = "", False, False, False
        self.widest, self.last = 0, 0
        self.processes: Counter[str] = Counter()

    def read(self, facts: Facts, line: str) -> None:
        self.in_table = True
        self.widest, self.last = max(self.widest, len(line)), len(line)
        self.in_parts = self.in_parts or PARTS.match(line) is not None
        self.whole = self.whole or HABANA in line
        if told := HEADER.fullmatch(line):
            self.whole = True
            facts.add("driver_version", told["driver"])
            facts.add("cuda_version", told["cuda"])
        elif told := GPU.match(line):
            self._gpu(facts, told["index"], told["ecc"], line)
        elif told := PROCESS.match(line):  # "Unknown Error" in place of its name is no GPU's
            self._process(facts, told)
        elif self.gpu and BROKEN.search(line):
            facts.add("gpu_error", "yes", self.gpu)
        elif self.in_parts and (told := PART.match(line)):
            self._part_of(facts, told)
        elif not self.in_parts and (told := MEMORY.match(line)):
            self._memory(facts, told)
        elif told := MIG.match(line):
            facts.add("mig_enabled", "yes" if told["mode"] == "Enabled" else "no", self.gpu)
        elif NO_PROCESS.match(line):
            facts.add("gpu_processes", 0)

    def _gpu(self, facts: Facts, index: str, ecc: str, line: str) -> None:
        self.gpu = f"GPU {index}"
        if self.whole:
            facts.count("gpus_visible")
        facts.add("gpu_ecc_errors", whole(ecc), self.gpu)
        if "ERR!" in line:
            facts.add("gpu_error", "yes", self.gpu)

    def _memory(self, facts: Facts, told: re.Match) -> None:
        self._room(facts, told, self.gpu)
        words = told["rest"].split(maxsplit=1)
        facts.add("gpu_utilisation", share(words[0]) if words else None, self.gpu)
        facts.add("gpu_compute_mode", _mode(words[1]) if len(words) > 1 else None, self.gpu)

    def _part_of(self, facts: Facts, told: re.Match) -> None:
        """Whoever pasted the parts alone shows by them that MIG is on."""
        gpu = f"GPU {told['gpu']}"
        if not any(fact.name == "mig_enabled" and fact.of == gpu for fact in facts.found):
            facts.add("mig_enabled", "yes", gpu)
        self._room(facts, told, f"{gpu} MIG {told['device']}")

    def _room(self, facts: Facts, told: re.Match, of: str) -> None:
        used, total = (int(told[name]) * KIB * KIB for name in ("used", "total"))
        facts.add("gpu_memory_total_bytes", total, of)
        facts.add("gpu_memory_free_bytes", total - used, of)

    def _process(self, facts: Facts, told: re.Match) -> None:
        if "C" in told["type"]:
            gpu = " ".join(["GPU", told["gpu"], *_part(told["part"])])
            self.processes[gpu] += 1
            facts.add("gpu_processes", self.processes[gpu], gpu)

    def finish(self, facts: Facts) -> None:
        """Of the running counts only each GPU's last is a fact; of a table that is cut nobody knows how many it had."""
        last = {(fact.name, fact.of): fact for fact in facts.found if fact.name == "gpu_processes"}
        kept = [fact for fact in facts.found if last.get((fact.name, fact.of), fact) is fact]
        is_cut = self.last < LEAST_OF_WIDEST * self.widest
        facts.found = [fact for fact in kept if not (is_cut and fact.name == "gpus_visible")]


def _part(instance: str | None) -> list[str]:
    """MIG divides a GPU: each part has processes of its own."""
    numbers = (instance or "N/A").split()
    return ["GI", numbers[0], "CI", numbers[1]] if "N/A" not in numbers else []


def _mode(text: str) -> str | None:
    """E. Process and E. Thread are the same to a job: one process a GPU."""
    word = "exclusive" if text.startswith("E.") else text.strip().lower()
    return word if word in MODES else None


KIND = Kind(
    "nvidia-smi",
    r"NVIDIA-SMI \d|\| GPU  Name  |\| AIP  Name  |\| Processes:  |\| MIG devices:  |:00\.0 (?:Off|On) {1,12}\|",
    read,
    128 * KIB,
    widest=WIDEST,
    begins=re.compile(r"\|\s{1,8}(?:NVIDIA-SMI|GPU  Name|AIP  Name|Processes:|MIG devices:|\d{1,3} )"),
)
