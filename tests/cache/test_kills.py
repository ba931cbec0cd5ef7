"""A process may be killed at any moment; the next start comes back whole. `make kills` does this 200 times."""

from tests.cache.kills import kill_often
from tests.contents import write_entry


def test_whatever_is_killed_the_next_start_is_whole(content, tmp_path):
    write_entry(content, "first")
    write_entry(content, "second", area="ddp")
    log = tmp_path / "log"
    log.write_text("widget second was not frobnicated in time\n")

    killed = kill_often(content, log, "second", times=9)

    assert sum(killed.values()) > 0
