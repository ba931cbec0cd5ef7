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
    'It is not "CUDA error: device-side assert triggered", I checked. The job freezes without a word.',
    "It is not 'RuntimeError: Expected to have Address already in use', I have set it already",
    "It isn't “RuntimeError: Address already in use”, another job is long gone",
    'We fixed "RuntimeError: Address already in use" yesterday. Now the loss is NaN after 100 steps.',
    "I have already solved RuntimeError: Address already in use, now it hangs",
    "After fixing RuntimeError: Address already in use the loss is NaN",
    '"RuntimeError: Address already in use" is fixed now, the next one is not',
    'My colleague had "CUDA out of memory"; mine only says loss=nan',
    'It just hangs, without any "Address already in use"',
    "There is no 'address already in use'. It simply stops at step 100 without a word.",
    "我昨天已经修复了“RuntimeError: Address already in use”，现在是 loss 变成 NaN",
    "排除了 RuntimeError: Address already in use，还是卡住",
]
MEANT = [
    "It fails with RuntimeError: Address already in use",
    "RuntimeError: Address already in use. Has this been fixed? How can it be solved?",
    "This is not working: RuntimeError: Address already in use",
    "I do not understand why I get RuntimeError: Address already in use",
    "[rank0]: RuntimeError: Address already in use",
    "RuntimeError: Address already in use，请问怎么解决？有人解决了吗",
    "在保存之前报 RuntimeError: Address already in use",
    'I get "RuntimeError: Address already in use" on every second start',
    'It is not clear to me: "RuntimeError: Address already in use"',
    "We fixed RuntimeError: Address already in use yesterday, but it is back",
    "I have not fixed RuntimeError: Address already in use",
    'It does not start. "RuntimeError: Address already in use" is all that it says',
    "When is RuntimeError: Address already in use fixed",
    "昨天修复了 RuntimeError: Address already in use，今天又出现",
    "是不是 RuntimeError: Address already in use 引起的",
]


@pytest.mark.parametrize("line", DENIED)
def test_what_is_not_so_is_no_symptom(line):
    assert not any(words in without_denied(line) for words in ("Address", "out of memory", "ordinal", "assert"))


@pytest.mark.parametrize("line", MEANT)
def test_what_happens_stays(line):
    assert without_denied(line) == line


@pytest.mark.parametrize("line", [DENIED[0], DENIED[1], DENIED[2], DENIED[7], *DENIED[10:15]])
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
