"""Python source → its literals and names."""

import pytest

from kb.atlas.texts.python_source import read


def texts(source: str) -> list[str]:
    return [literal.text for literal in read(source.encode()).literals]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ('f"rank {rank} did not join"', "rank {} did not join"),
        ('"rank %d did not join" % rank', "rank %d did not join"),
        ('"rank {} did not join".format(rank)', "rank {} did not join"),
        ('"rank " "did not " "join"', "rank did not join"),
        ('"rank " + str(rank) + " did not join"', "rank {} did not join"),
        ('f"rank {rank} " f"did not {what}"', "rank {} did not {}"),
        ('"rank %s " % rank + "did not join"', "rank %s did not join"),
    ],
)
def test_a_message_is_one_text_however_it_is_put_together(source, text):
    assert texts(f"raise ValueError({source})") == [text]


def test_what_is_formatted_into_a_text_may_hold_texts_of_its_own():
    assert texts("print(f\"state: {names.get(key, 'nobody knows')}\")") == ["state: {}", "nobody knows"]


def test_docstrings_and_comments_are_printed_by_nobody():
    source = (
        '"""Timed out, it says."""\nclass A:\n    """Timed out."""\n    # Timed out\n    def f(self):\n        "Late"\n'
    )

    assert texts(source) == []


def test_a_text_knows_its_function_and_whether_it_is_said():
    source = 'class Store:\n    def get(self):\n        key = "a key"\n        logger.warning("no such key")\n'
    key, warning = read(source.encode()).literals

    assert (key.where, key.said) == ("Store.get", False)
    assert (warning.where, warning.said) == ("Store.get", True)


def test_names_are_definitions_parameters_attributes_and_imports():
    source = (
        "from torch.fsdp import fully_shard as shard\ndef f(*, device_id=None):\n    return shard(g(fsdp_kw=1).state)\n"
    )

    assert {"torch", "fsdp", "fully_shard", "shard", "device_id", "fsdp_kw", "state", "f"} <= read(
        source.encode()
    ).names


def test_a_file_that_cannot_be_parsed_is_taken_line_by_line():
    assert "raise Oops, 'old times'" in texts("raise Oops, 'old times'\n")
