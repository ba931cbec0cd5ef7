"""Private keys over many lines, in one, and in parts."""

import random
import string

import pytest

from kb.masking import mask

ALPHABET = string.ascii_letters + string.digits + "+/"
BODY = ["".join(random.Random(n).choices(ALPHABET, k=64)) for n in range(20)] + ["Qm9zcw=="]  # noqa: S311
BEGIN, END = "-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----"


def leaks(text):
    return [line for line in BODY if line in text]


@pytest.mark.parametrize("prefix", ["", "[rank0]: ", "2024-04-09 18:31:50 | ", "    "])
def test_a_block_is_masked_line_by_line_and_is_one_value(prefix):
    text = "\n".join(prefix + line for line in ["cat id", BEGIN, *BODY, END, "RuntimeError: x"])

    masked, count = mask(text)

    assert not leaks(masked) and count == 1
    assert masked.count("\n") == text.count("\n")
    assert masked.endswith("RuntimeError: x") and BEGIN in masked and END in masked


def test_a_key_in_one_line_of_json():
    masked, count = mask('{"private_key": "' + "\\n".join([BEGIN, *BODY, END]) + '\\n", "project": "p"}')

    assert not leaks(masked) and count == 1 and masked.endswith('"project": "p"}')


@pytest.mark.parametrize("part", [[BEGIN, *BODY[:5]], [*BODY[15:], END], BODY[3:9], BODY[3:4]])
def test_a_part_of_a_key_is_known_without_the_rest(part):
    assert not leaks(mask("\n".join(part))[0])


@pytest.mark.parametrize(
    "text",
    [
        f"a key starts with {BEGIN} and ends with {END}\nRuntimeError: no key in file",
        f"{BEGIN}\nRuntimeError: the file ends here\n  File /opt/conda/lib/python3.11/site.py",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "-----BEGIN CERTIFICATE-----\nMIIBszCC\n-----END CERTIFICATE-----",
        "/opt/Envs/Py311/lib/python311/SitePackages/torch/distributed/Elastic2",
    ],
)
def test_what_is_no_key_stays(text):
    assert mask(text) == (text, 0)
