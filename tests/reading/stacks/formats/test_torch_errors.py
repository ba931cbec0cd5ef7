"""The C++ frames in torch's errors, as torch prints and terminals wrap them."""

from tests.reading.stacks.reading import blocks, functions, stacks

TORCH = """\
Exception raised from doWait at ../torch/csrc/distributed/c10d/TCPStore.cpp:445 (most recent call first):
frame #0: c10::Error::Error(c10::SourceLocation, std::string) + 0x57 (0x7f6789d81d87 in /opt/torch/lib/libc10.so)
frame #1: c10d::TCPStore::doWait(c10::ArrayRef<std::string>, std::chrono::duration<long>) + 0x118 (0x7f in /opt/torch/lib/libtorch_cpu.so)
frame #2: <unknown function> + 0x94ac3 (0x7f in /usr/lib/libc.so.6)
"""  # noqa: E501
CAPTURED = """\
Exception raised from doWait at /opt/torch/csrc/distributed/c10d/TCPStore.cpp:671 (most recent call first):
C++ CapturedTraceback:
#4 std::_Function_handler<std::shared_ptr<std::string const> (), c10::SetStackTraceFetcher(std::function<std::str
ing ()>)::{lambda()#1}>::_M_invoke(std::_Any_data const&) from Logging.cpp:0
#5 c10::Error::Error(c10::SourceLocation, std::string) from ??:0
#6 c10d::TCPStore::doWait(c10::ArrayRef<std::string>, std::chrono::duration<long>) from /opt/torch/TCPStore.cpp:671
Traceback (most recent call last):
"""


def test_torchs_frames_without_their_offsets():
    (stack,) = stacks(TORCH)

    assert functions(stack)[2] == "<unknown function>"
    assert stack.frames[1].function.startswith("c10d::TCPStore::doWait(")
    assert (stack.source, stack.frames[0].file) == ("torch C++", "libc10.so")


def test_torchs_frames_as_it_prints_them_where_they_are_asked_for():
    (block,) = blocks(CAPTURED)
    (stack,) = block.said

    assert [frame.file for frame in stack.frames] == ["Logging.cpp", "??", "TCPStore.cpp"]
    assert "function<std::string ()>" in stack.frames[0].function
    assert stack.frames[2].function.startswith("c10d::TCPStore::doWait(")
    assert block.last == 6


WRAPPED = """\
frame #3: c10d::TCPStore::doWait(c10::ArrayRef<std::string>, std::chrono::duration<long>) + 0x118 (0x
7f6789d81d87 in /opt/torch/lib/libtorch_cpu.so)
frame #4: c10d::TCPStore::get(std::string const&) + 0x7a (0x7fdfeab5883a in /home/me/envs/python
3.11/site-packages/torch/lib/libtorch_cpu.so)
Traceback (most recent call last):
"""


def test_torchs_frames_that_a_terminal_wrapped_and_that_begin_anywhere():
    (block,) = blocks(WRAPPED)

    assert [frame.file for frame in block.said[0].frames] == ["libtorch_cpu.so", "libtorch_cpu.so"]
    assert block.last == 4


def test_frames_of_gloo_from_the_middle_on():
    (stack,) = stacks("""\
(W pid=5318, ip=10.0.0.1) frame #10: gloo::rendezvous::PrefixStore::wait(int) + 0x109 (0x7f in /lib.so)
(W pid=5318, ip=10.0.0.1) frame #11: gloo::rendezvous::Context::connectFullMesh(int&) + 0x5c (0x7f in /lib.so)
""")  # fmt: skip
    assert [frame.file for frame in stack.frames] == ["lib.so"] * 2


def test_interleaved_ranks_keep_their_own_frames():
    lines = "".join(f"[rank0]: {line}\n[rank1]: {line}\n" for line in TORCH.splitlines())

    assert [(block.printed_by, len(block.said[0].frames)) for block in blocks(lines)] == [("0", 3), ("1", 3)]


def test_a_frame_that_was_folded_behind_in_keeps_its_name():
    assert functions(
        stacks(TORCH.replace("(0x7f in /opt/torch/lib/libtorch_cpu", "(0x7f in \n/opt/torch/lib/libtorch_cpu"))[0]
    ) == functions(stacks(TORCH)[0])
