"""A block of a log -> whether it shows a job that lived: a stack that somebody took, or what NCCL told on request."""

from __future__ import annotations

from kb.reading.blocks import Block
from kb.reading.dumps import ras
from kb.reading.stacks.formats import faulthandler, native, py_spy, pystack

STACKS = tuple(kind.name for kind in (native.GDB_KIND, native.LLDB_KIND, py_spy.KIND, faulthandler.KIND, pystack.KIND))


def is_looked_into(block: Block) -> bool:
    """Whether these are stacks of processes none of which had ended."""
    return block.kind in STACKS and not any(stack.ended for stack in block.said)


def shows_it_alive(block: Block) -> bool:
    """Whether the job ran, or stood, when this was printed."""
    return block.kind == ras.KIND.name or is_looked_into(block)
