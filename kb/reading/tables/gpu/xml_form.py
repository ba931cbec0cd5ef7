"""nvidia-smi -q -x: the long form as XML, with other names for the same values."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.gpu.long_form import State
from kb.reading.tables.sizes import KIB

VALUE = re.compile(r"<(?P<tag>\w{1,60})(?: [^<>]{0,200})?>(?P<value>[^<>]{0,300})</(?P=tag)>")
OPENS = re.compile(r"<(?P<tag>\w{1,60})(?: id=\"(?P<id>[^\"<>]{1,60})\")?>")
# What the long form calls the same.
HEADINGS = {
    **{"fb_memory_usage": "FB Memory Usage", "utilization": "Utilization", "mig_mode": "MIG Mode"},
    **{"link_widths": "Link Width", "volatile": "Volatile", "aggregate": "Aggregate", "double_bit": "Double Bit"},
}
NAMES = {
    **{"driver_version": "Driver Version", "cuda_version": "CUDA Version", "attached_gpus": "Attached GPUs"},
    **{"compute_mode": "Compute Mode", "total": "Total", "free": "Free", "gpu_util": "GPU", "current_mig": "Current"},
    **{"max_link_width": "Max", "current_link_width": "Current"},
    **{"sram_uncorrectable": "SRAM Uncorrectable", "dram_uncorrectable": "DRAM Uncorrectable"},
}
MOST_LINES, MOST_STRANGE = 8000, 2


def read(lines: Lines) -> Table | None:
    """The facts of as many GPUs as follow; None where there are none."""
    facts, state = Facts(lines), State()
    strange = looked = 0
    while (line := lines.peek()) is not None and strange <= MOST_STRANGE and looked < MOST_LINES:
        looked += 1
        if not line.startswith("<"):
            strange += 1
            lines.skip()
            continue
        strange = 0
        facts.take()
        if told := VALUE.fullmatch(line):
            state.add(facts, NAMES.get(told["tag"], ""), told["value"].strip())
        elif told := OPENS.fullmatch(line):
            state.open(f"GPU {told['id']}" if told["tag"] == "gpu" else HEADINGS.get(told["tag"], told["tag"]))
    return facts.table()


KIND = Kind("nvidia-smi -q -x", r"<nvidia_smi_log>|<fb_memory_usage>", read, 256 * KIB, widest=WIDEST)
