"""Whatever people send becomes text, or a sentence that says what to send instead."""

import pytest

from kb.reading.text.decoding import decode

LOG = "RuntimeError: NCCL error\nsecond line\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_every_unicode_encoding_is_read(encoding):
    assert decode(LOG.encode(encoding)).text == LOG


def test_a_redirect_of_the_windows_shell_has_crlf_and_utf16():
    assert decode(LOG.replace("\n", "\r\n").encode("utf-16")).text == LOG


def test_a_chinese_console_is_read_as_gb18030():
    assert decode("训练卡死了，显存不足\n".encode("gb18030")).text == "训练卡死了，显存不足\n"


def test_invalid_utf8_keeps_every_line():
    decoded = decode(b"line one \xff\xfe\xfa\nRuntimeError: x\n")

    assert decoded.notice == ""
    assert decoded.text.split("\n")[1] == "RuntimeError: x"


def test_a_log_that_begins_with_an_empty_line_is_a_log():
    assert decode(b"\nRuntimeError: x").text == "\nRuntimeError: x"


def test_nul_bytes_are_dropped_from_a_log():
    assert decode(b"Runtime\x00Error: x\n" + b"ordinary line\n" * 20).text.startswith("RuntimeError: x")


@pytest.mark.parametrize(
    ("data", "notice"),
    [
        (b"", "nothing here to read"),
        ("", "nothing here to read"),
        (" \t\r\n\u3000 \x00", "nothing here to read"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "PNG image"),
        (b"\xff\xd8\xff\xe0" + b"x" * 100, "JPEG image"),
        (b"\x1f\x8b\x08" + b"x" * 100, "gunzip"),
        (b"PK\x03\x04" + b"x" * 100, "zip archive"),
        (bytes(range(256)) * 40, "binary"),
        ("https://github.com/pytorch/pytorch/issues/1", "never fetches"),
        ("  <http://example.org/a.log> \n", "never fetches"),
    ],
    ids=["empty bytes", "empty", "blank", "png", "jpeg", "gzip", "zip", "binary", "address", "address in brackets"],
)
def test_what_is_no_log_gets_advice(data, notice):
    decoded = decode(data)

    assert decoded.text == ""
    assert notice in decoded.notice


def test_a_log_that_mentions_an_address_is_a_log():
    assert decode("see https://pytorch.org/docs/stable/elastic/errors.html for more\n").notice == ""
