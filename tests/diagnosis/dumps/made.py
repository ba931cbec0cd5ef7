"""Dumps made for tests."""

from kb.reading.dumps.recorded import Dump, Group, Operation


def dump(rank, groups, *pending, done=None, library="nccl"):
    """`groups`: name -> ranks; `pending`: (group, sequence number, name, elements); `done`: group -> last completed."""
    made = {name: Group(name, ranks=ranks, enqueued=(done or {}).get(name, 0)) for name, ranks in groups.items()}
    for order, (name, seq, *call) in enumerate(pending):
        called, elements = (*call, "all_reduce", 8)[:2] if len(call) != 1 else (call[0], 8)
        one = Operation(name, seq, called, "scheduled", order, elements, "", "Float", library=library)
        made[name].pending.append(one)
        made[name].recent.append(one)
        made[name].enqueued = max(made[name].enqueued, seq)
    return Dump("2.10", rank, len(pending), True, groups=made)
