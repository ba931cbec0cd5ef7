"""What a frame says of itself."""

import pytest

from kb.reading.stacks.stack import Frame


@pytest.mark.parametrize(
    ("frame", "python"),
    [
        (Frame("train", "train.py", 3), True),
        (Frame("<module>", "<stdin>", 1), True),
        (Frame("poll", "/lib64/libc.so.6"), False),
        (Frame("ncclProxyProgress", "proxy.cc", 868), False),
    ],
)
def test_a_frame_is_of_python_or_of_c(frame, python):
    assert frame.is_python is python


def test_folders_of_windows_are_compared_as_others():
    assert Frame("f", r"C:\a\b.py").path == "C:/a/b.py"
