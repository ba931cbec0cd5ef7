"""The index of the list under the search box."""

from __future__ import annotations

import gzip
import json

from kb.lookup.suggestions import suggestions


def test_every_entry_is_there_once_those_met_most_first(catalogue):
    listed = [row["slug"] for row in suggestions(catalogue)]
    threads = [catalogue.census.threads(slug) for slug in listed]

    assert sorted(listed) == sorted(catalogue.by_slug)
    assert threads == sorted(threads, reverse=True) and threads[0] > 0


def test_it_is_small_enough_to_send_to_everybody_who_searches(catalogue):
    sent = gzip.compress(json.dumps(suggestions(catalogue), ensure_ascii=False).encode())
    assert len(sent) < 100 * len(catalogue)
