"""torchfrtrace of torch 2.13, over recordings of which two lack a group."""

from tests.reading.stacks.reading import blocks

TEXT = """\
tabulate is not installed. Proceeding without it.
Not all ranks joining collective, sequence number: 1
internal record id: 0
group info: 1
collective: gloo:all_reduce
missing ranks: {2, 3}
input sizes: [[1024]]
output sizes: [[1024]]
world size: 4
expected ranks: {0, 1, 2, 3}
collective state: scheduled
collective stack trace:

Not all ranks joining collective, sequence number: 2
internal record id: 2
group info: 1
collective: gloo:all_reduce
missing ranks: {2, 3}
world size: 4
expected ranks: {0, 1, 2, 3}
"""


def test_who_did_not_join_and_who_waits():
    first, second = (block.said for block in blocks(TEXT))

    assert (first.operation, first.missing, first.waiting) == ("gloo:all_reduce", (2, 3), (0, 1))
    assert second.missing == (2, 3)


def test_a_logger_in_front_of_its_lines():
    text = "".join(f"[2026-11-02 10:11:12] {line}\n" for line in TEXT.split("\n"))
    assert blocks(text)[0].said.missing == (2, 3)


def test_without_names_nobody_is_said_to_be_missing():
    assert blocks(TEXT.replace("missing ranks: {2, 3}\n", "")) == []
