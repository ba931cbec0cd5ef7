"""A pasted text -> the stacks in it, read as a whole log is."""

from kb.reading.blocks import Blocks
from kb.reading.kinds import KINDS
from kb.reading.text.stretches import stretches


def blocks(text):
    found = Blocks(KINDS)
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    return found.found


def stacks(text):
    return [stack for block in blocks(text) for stack in block.said]


def functions(stack):
    return [frame.function for frame in stack.frames]
