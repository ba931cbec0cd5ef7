"""The head of collect's file."""

from tests.reading.tables.reading import tables


def test_the_host_of_all_that_follows():
    (block,) = tables("rankdown-collect 1\nhost: node7\ntime: 2026-11-22T09:08:24Z\n\n== job ==\n")

    assert (block.said.host, block.said.facts) == ("node7", ())


def test_a_head_without_a_host_says_nothing():
    assert tables("rankdown-collect 1\n\n== job ==\n") == []
