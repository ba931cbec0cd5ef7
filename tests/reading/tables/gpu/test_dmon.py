"""nvidia-smi dmon."""

from tests.reading.tables.reading import tables, told

# Rows as people pasted them, put together to two GPUs and four samples.
DMON = """\
# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk
# Idx      W      C      C      %      %      %      %      %      %    MHz    MHz
    0    119     59      -    100      0      0      0      0      0   6800   1665
    1    159     59      -    100      0      0      0      0      0   9251   1695
    0    119     59      -    100      0      0      0      0      0   6800   1665
    1     15     41      -      0      0      0      0      0      0    405    300
    1    267     39      -     85     95      0      0      0      0   6250   1710
# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec    jpg    ofa   mclk   pclk
# Idx      W      C      C      %      %      %      %      %      %    MHz    MHz
    0    119     59      -     98      0      0      0      0      0   6800   1665

done
"""


def test_the_least_and_the_greatest_load_of_each_gpu_are_facts_with_their_lines():
    assert told(DMON, "gpu_utilisation") == [
        ("gpu_utilisation", 1.0, "GPU 0"),
        ("gpu_utilisation", 0.98, "GPU 0"),
        ("gpu_utilisation", 1.0, "GPU 1"),
        ("gpu_utilisation", 0.0, "GPU 1"),
    ]


def test_without_a_column_for_the_load_it_is_no_such_table():
    assert tables("# gpu    pwr  gtemp  mtemp\n# Idx      W      C      C\n    0    119     59      -\n") == []
    assert tables("# gpu  sm  are busy, somebody says\n") == []


def test_however_long_it_ran_a_gpu_has_two_facts():
    rows = [f"    0    119     59      -     {n % 100}{'      0' * 5}   1 1" for n in range(500)]
    text = "\n".join([DMON.split("\n")[0], *rows])

    assert [value for _, value, _ in told(text, "gpu_utilisation")] == [0.0, 0.99]
