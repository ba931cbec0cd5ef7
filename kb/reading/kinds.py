"""Every kind of table, stack and dump that is understood inside a log. To add one, add its module's `KIND` here.

A kind is one module: a `KIND = Kind(name, opening, read)` (see `kb.reading.blocks.Kind`), where `opening` are words of
its first line and `read(lines)` takes its lines one by one and returns what they say, or None. What it returns is in
`Reading.blocks.found`, with its line, rank and section; whoever concludes from it lives in `kb/diagnosis/`.
"""

from kb.reading.blocks import Kind
from kb.reading.dumps import flight_recorder, ras
from kb.reading.stacks import faulthandler, interrupted, native, py_spy

KINDS: tuple[Kind, ...] = (
    py_spy.KIND,
    faulthandler.KIND,
    native.GDB_KIND,
    native.TORCH_KIND,
    interrupted.KIND,
    ras.KIND,
    flight_recorder.KIND,
)
