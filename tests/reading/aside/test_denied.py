"""An error that a person names as solved, as another run's or as not there is no evidence; one that happens is."""

import pytest

from kb.reading.aside.denied import without_denied

DENIED = [
    "My job used to fail with RuntimeError: Address already in use, I fixed that. Now it fails with:",
    "Yesterday: torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB (fixed by batch size 2).",
    "Before: RuntimeError: Address already in use",
    'I do NOT get "CUDA out of memory" any more, it just stops',
    '"CUDA out of memory" never appears in my log',
    "This is not the usual CUDA out of memory. Tried to allocate 2.00 GiB",
    "RuntimeError: Address already in use, which we have solved with another port",
    "之前一直报 RuntimeError: Address already in use，换了端口已经解决",
    "换了机器之前报过 RuntimeError: invalid device ordinal，现在没有了",
    "网上说是 RuntimeError: device-side assert triggered 引起的，但是我这里没有这个报错",
]
MEANT = [
    "It fails with RuntimeError: Address already in use",
    "RuntimeError: Address already in use. Has this been fixed? How can it be solved?",
    "This is not working: RuntimeError: Address already in use",
    "I do not understand why I get RuntimeError: Address already in use",
    "[rank0]: RuntimeError: Address already in use",
    "RuntimeError: Address already in use，请问怎么解决？有人解决了吗",
    "在保存之前报 RuntimeError: Address already in use",
    "是不是 RuntimeError: Address already in use 引起的",
]


@pytest.mark.parametrize("line", DENIED)
def test_what_is_not_so_is_no_symptom(line):
    assert not any(words in without_denied(line) for words in ("Address", "out of memory", "ordinal", "assert"))


@pytest.mark.parametrize("line", MEANT)
def test_what_happens_stays(line):
    assert without_denied(line) == line


@pytest.mark.parametrize("line", [DENIED[0], DENIED[1], DENIED[2], DENIED[7]])
def test_it_proves_nothing(matcher, line):
    answer = matcher.match_text(f"{line}\nZeroDivisionError: division by zero\n")
    assert (answer.best, [error.text for error in answer.error_lines]) == (
        None,
        ["ZeroDivisionError: division by zero"],
    )


@pytest.mark.parametrize("line", MEANT)
def test_what_happens_proves(matcher, line):
    assert matcher.match_text(line).best.slug == "address-already-in-use"


def test_far_behind_the_beginning_nobody_describes(matcher):
    log = "step 1 loss 2.0\n" * 2000
    assert matcher.match_text(f"{log}{DENIED[2]}\n").best
