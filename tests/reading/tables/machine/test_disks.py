"""df."""

from tests.reading.tables.reading import facts, tables, told

SHM = "/dev/shm"  # noqa: S108 (a name that df prints)
FULL = """\
Filesystem                                   Size  Used Avail Use% Mounted on
/dev/nvme0n1p2                               1.8T  1.8T     0 100% /
tmpfs                                        126G  1.2M  126G   1% /run
/dev/loop3                                    64M   64M     0 100% /snap/core20/1974
storage.example.org:/a/very/long/export/path/indeed/scratch
                                             100T   97T  3.0T  97% /scratch
tmpfs                                        1.0M  1.0M     0 100% /secrets
"""


def test_file_systems_that_a_job_may_fill():
    assert told(FULL) == [("disk_used", 1.0, "/"), ("disk_used", 0.97, "/scratch")]


def test_a_chinese_df():
    text = "文件系统        容量  已用  可用 已用% 挂载点\nshm              64M   12M   52M   19% /dev/shm\n"

    assert told(text) == [("shm_bytes", 64 << 20, SHM), ("shm_used", 0.19, SHM)]


def test_rows_that_grep_took_out():
    (size, used) = facts("$ df -h | grep shm\ntmpfs 64M 64M 0 100% /dev/shm\n")

    assert (size.value, used.value, size.line) == (64 << 20, 1.0, 2)


def test_what_collect_writes_counts_bytes():
    head = "Filesystem      1B-blocks           Used      Available Use% Mounted on\n"
    text = head + "shm 67108864 0 67108864   0% /dev/shm\n"

    assert told(text, "shm_bytes") == [("shm_bytes", 67108864, SHM)]


def test_a_progress_bar_on_shared_memory_is_no_table():
    assert tables("copied 40% /dev/shm/cache done\n") == []
