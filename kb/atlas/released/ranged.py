"""A file on a server → a file object that asks for the ranges that are read, so that an archive's members come alone.

`remotezip` does the same, but with a session of its own, past pip's configuration.
"""

from __future__ import annotations

import io

from kb.atlas.released.index import PLAIN

# One request a window: a member of 400 MB is 50 requests, and many small neighbours are one.
WINDOW = 8 << 20


class NoRanges(OSError):
    """The server sends whole files only."""


class RangedFile(io.RawIOBase):
    """Reads a file on a server by HTTP ranges. Raises NoRanges at once where the server has none."""

    def __init__(self, session, url: str):
        super().__init__()
        self._session, self._url, self._at = session, url, 0
        first = self._get("bytes=0-0")
        if first.status_code != 206:
            first.close()
            raise NoRanges(f"{url} is only served whole")
        self.size = int(first.headers["Content-Range"].rsplit("/", 1)[1])

    def _get(self, span: str):
        response = self._session.get(self._url, headers={**PLAIN, "Range": span}, stream=True)
        response.raise_for_status()
        return response

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._at = offset + {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        return self._at

    def readinto(self, buffer) -> int:
        wanted = min(len(buffer), self.size - self._at)
        if wanted <= 0:
            return 0
        content = self._get(f"bytes={self._at}-{self._at + wanted - 1}").content
        buffer[: len(content)] = content
        self._at += len(content)
        return len(content)


def opened(session, url: str, window: int = 0) -> io.BufferedReader:
    """A buffered, seekable view of a file on a server, of which a request asks for `window` bytes (0: WINDOW)."""
    return io.BufferedReader(RangedFile(session, url), window or WINDOW)
