"""What stands in front of a traceback's first line is taken away from its other lines."""

import pytest

from kb.reading.tracebacks.front import front_of


@pytest.mark.parametrize(
    ("front", "line", "rest"),
    [
        ("", '  File "a.py", line 3', '  File "a.py", line 3'),
        ("worker-2: ", "worker-2:     main()", "    main()"),
        ("worker-2: ", "worker-2:", ""),
        ("worker-2: ", "worker-3:     main()", None),
        ("12:00:01 [7] ", "12:00:02 [7]   x", "  x"),
        ("12:00:01 train[7]: ", "12:00:02 train[8]:   x", None),
        ("12:00:01 ", "Killed", None),
    ],
    ids=["nothing", "a host", "an empty line", "another host", "a time", "another process", "no prefix"],
)
def test_a_line_less_its_front(front, line, rest):
    assert front_of(front).rest(line) == rest
