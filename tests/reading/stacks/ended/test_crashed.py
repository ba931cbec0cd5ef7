"""What Open MPI and UCX print of a process that a signal ends, as public threads have it; hosts changed."""

import pytest

from kb.diagnosis.frozen.standings import find_standings
from kb.reading.frozen.facts import facts_in
from tests.reading.stacks.reading import blocks, functions, stacks

MPI = """\
[node07:05492] *** Process received signal ***
[node07:05492] Signal: Segmentation fault (11)
[node07:05492] Signal code: Invalid permissions (2)
[node07:05492] Failing at address: 0x10423400000
[node07:05492] [ 0] /lib/x86_64-linux-gnu/libpthread.so.0(+0x11390)[0x7f226a669390]
[node07:05492] [ 1] /lib/x86_64-linux-gnu/libc.so.6(+0x14e116)[0x7f226a3dc116]
[node07:05492] [ 2] /usr/lib/libopen-pal.so.13(+0x2fcb7)[0x7f21becf5cb7]
[node07:05492] [ 3] /usr/lib/libmpi.so.12(MPI_Alltoall+0x16c)[0x7f21bf43c67c]
[node07:05492] *** End of error message ***
"""
UCX = """\
[node07:343042:0:345015] Caught signal 11 (Segmentation fault: invalid permissions for mapped object at address 0x14)
==== backtrace (tid: 345015) ====
 0 0x0000000000042520 __sigaction()  ???:0
 1 0x00000000000bde56 pncclReduceScatter()  ???:0
 2 0x000000000006ce20 opal_atomic_add_fetch_32()  /src/hpcx-v2.16/ompi/opal/sys/atomic_impl.h:384
=================================
"""


def told(text):
    return [
        (member.name, group.where.what, group.where.function, member.ended)
        for group in find_standings(blocks(text)).groups
        for member in group.members
    ]


def test_open_mpi_names_the_process_in_front_of_each_line():
    assert told(MPI) == [("process 5492", "collective", "MPI_Alltoall", "Segmentation fault (11)")]


def test_lines_of_another_process_between_them():
    other = MPI.replace("05492", "05493").replace("MPI_Alltoall", "MPI_Bcast")
    mixed = "\n".join(f"{a}\n{b}" for a, b in zip(MPI.splitlines(), other.splitlines(), strict=True))

    assert [(name, function) for name, _, function, _ in told(mixed)] == [
        ("process 5492", "MPI_Alltoall"),
        ("process 5493", "MPI_Bcast"),
    ]


@pytest.mark.parametrize("prefix", ["> ", "2026-11-02 10:11:12 ", "worker-1  | "])
def test_with_something_in_front(prefix):
    assert told("".join(f"{prefix}{line}\n" for line in MPI.splitlines()))[0][2] == "MPI_Alltoall"


def test_frames_without_their_process():
    bare = MPI.replace("[node07:05492] ", "")
    assert told(bare) == [("the process of line 1", "collective", "MPI_Alltoall", "Segmentation fault (11)")]


def test_a_library_without_symbols_is_named_by_its_file():
    text = "".join(line for line in MPI.splitlines(True) if "MPI_" not in line)
    assert told(text) == [("process 5492", "unknown", "libopen-pal.so.13", "Segmentation fault (11)")]


def test_ucx_says_which_signal():
    how = "signal 11 (Segmentation fault: invalid permissions for mapped object)"
    assert told(UCX) == [("process 343042", "collective", "pncclReduceScatter", how)]


def test_ucx_shows_the_source_first():
    source = "/src/ucx/src/uct/sm/mm_ep.c: [ uct_mm_ep_attach() ]\n      ...\n==>  231   abort();\n"
    first, rest = UCX.split("\n", 1)
    assert told(f"{first}\n{source}{rest}")[0][2] == "pncclReduceScatter"


def test_ucx_without_its_symbols():
    (stack,) = stacks("==== backtrace (tid: 812) ====\n 0  /opt/ucx/libucs.so.0(ucs_handle_error+0x294) [0x7f6a]\n"
                      " 1  /lib/libmpi.so.40(MPI_Init+0x6e) [0x7f6b]\n=================================\n")  # fmt: skip
    assert functions(stack) == ["MPI_Init"]


def test_mpiruns_tag_names_the_rank():
    tagged = "".join(f"Mon Nov  2 10:11:12 2026[1,1611]<stderr>:{line}\n" for line in UCX.splitlines()[1:])
    assert told(tagged)[0][0] == "rank 1611"


def test_both_of_one_process_are_one_also_where_the_first_frames_are_cut_off():
    cut = "\n".join(UCX.splitlines()[3:])
    both = f"{cut}\n" + MPI.replace("MPI_Alltoall", "main")

    assert told(both) == [("process 5492", "collective", "pncclReduceScatter", "Segmentation fault (11)")]


def test_heads_without_frames_say_nothing():
    assert find_standings(blocks("\n".join(line for line in UCX.splitlines()[:2] * 9))) is None


def test_whom_a_signal_ended_waits_for_nobody():
    assert facts_in(blocks(MPI)) == []
    assert find_standings(blocks(MPI)).sentences == (
        "Process 5492 ended in MPI_Alltoall (libmpi.so.12): Segmentation fault (11).",
    )


def test_gdbs_frames_of_a_thread_that_is_cut_at_the_top_are_no_crash():
    gdb = "#10 0x00007fd0b0d861ca in start_thread () from /lib64/libpthread.so.0\n"
    assert blocks(gdb + "#11 0x00007fd0b00b28d3 in clone () from /lib64/libc.so.6\n") == []
