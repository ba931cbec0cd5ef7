"""What another run prints differently becomes a hole; what tells the failure stays."""

import pytest

from kb.catalogue.drafting.punching import with_holes


@pytest.mark.parametrize(
    ("line", "signature"),
    [
        (
            "Connection closed by peer [127.0.0.1]:13706. This may indicate a remote failure",
            "Connection closed by peer [<word>]:<int>. This may indicate a remote failure",
        ),
        ("connect to [fe80::1]:29500 failed", "connect to [<word>]:<int> failed"),
        (
            "Duplicate GPU: rank 1 and rank 0 on device 73010",
            "Duplicate GPU: rank <int> and rank <int> on device <int>",
        ),
        ("failed on rank3, cuda:1, gpu0", "failed on rank<int>, cuda:<int>, gpu<int>"),
        ("Tried to allocate 2.00 GiB. GPU 0 has 79.1 GiB", "Tried to allocate <num> GiB. GPU <int> has <num> GiB"),
        ("ran for 600081 milliseconds, 30000ms more", "ran for <int> milliseconds, <int>ms more"),
        ("no file /home/me/run-3/model.pt, stopping", "no file <path>, stopping"),
        (r"no file C:\Users\me\model.pt, stopping", "no file <path>, stopping"),
        ("segfault at 0x7ffd3a ip 00007f12ab34cd56", "segfault at <hex> ip <hex>"),
        ("GPU-8f6a1b2c-1111-2222-3333-444455556666 is lost", "GPU-<word> is lost"),
        ("host gpu-17.cluster.local is not known", "host <word> is not known"),
        ("could not resolve node-12 in time", "could not resolve <word> in time"),
        ("torch 2.13.0+cu130 wants transformers 4.5.1", "torch <word> wants transformers <word>"),
        ("started 2026-11-22 03:02:01,123 and died", "started <any> and died"),
        ("loss scale 1e-05 is below the minimum", "loss scale <num> is below the minimum"),
        # These tell one failure from another.
        ("failed (exitcode: -9) local_rank: 3", "failed (exitcode: -9) local_rank: <int>"),
        ("Signal 9 (SIGKILL) received by PID 4711", "Signal 9 (SIGKILL) received by PID <int>"),
        ("NVRM: Xid 79, GPU has fallen off the bus", "NVRM: Xid 79, GPU has fallen off the bus"),
        ("unable to write to /dev/shm: no space", "unable to write to /dev/shm: no space"),
        (
            "expected bf16 but got fp16 in conv2d, libcudart.so.12",
            "expected bf16 but got fp16 in conv2d, libcudart.so.12",
        ),
        ('File "x", in <module> of torch/nn/modules.py', 'File "x", in \\<module> of torch/nn/modules.py'),
        ("torch.distributed.DistBackendError: NCCL error", "torch.distributed.DistBackendError: NCCL error"),
        ("50% and/or 3 it/s", "<int>% and/or <int> it/s"),
    ],
)
def test_each_kind_of_value(line, signature):
    assert with_holes(line) == signature


def test_a_wide_hole_never_begins_or_ends_the_line():
    assert with_holes("/usr/bin/python: cannot open /tmp/x/y.py") == "cannot open"


def test_a_line_full_of_numbers_ends_before_they_take_over():
    assert with_holes("sizes of tensors: " + ", ".join(map(str, range(40)))).count("<int>") == 6


def test_a_long_line_ends_at_a_word():
    short = with_holes("word " * 100 + "…")

    assert 100 < len(short) <= 160 and short.endswith("word")
