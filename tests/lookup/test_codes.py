"""Codes as launchers, shells, kernels and people write them have one name each."""

from __future__ import annotations

import pytest

from kb.lookup.codes import asked_for, codes_in


@pytest.mark.parametrize(
    "text, name",
    [
        ("exit code -9", "signal 9"),
        ("exitcode  : -9 (pid: 4242)", "signal 9"),
        ("exited with code 137", "signal 9"),
        ("exit status 139", "signal 11"),
        ("Signal 9 (SIGKILL) received", "signal 9"),
        ("killed by SIGTERM", "signal 15"),
        ("return code: 1", "exit 1"),
        ("exits with status 1", "exit 1"),
        ("NVRM: Xid (PCI:0000:41:00): 79, pid=1", "xid 79"),
        ("Xid 079", "xid 79"),
    ],
)
def test_a_code_has_one_name_however_it_is_written(text, name):
    assert {found for found, _, _ in codes_in(text)} == {name}


@pytest.mark.parametrize("text", ["exit the loop", "SIGNATURE", "taxid 7", "signals 9 ranks", "status quo 9 of 10"])
def test_what_is_no_code_has_no_name(text):
    assert list(codes_in(text)) == []


def test_a_query_is_split_into_codes_and_words():
    assert asked_for("worker exit code -9 after an hour") == ({"signal 9"}, "worker   after an hour")


@pytest.mark.parametrize("query, names", [("137", {"signal 9", "xid 137"}), ("-9", {"signal 9", "xid -9"})])
def test_a_number_alone_may_be_a_status_or_an_xid(query, names):
    assert asked_for(query)[0] == names
