"""A package index on this machine: small wheels and sdists, by ranges or whole, with a record of what was asked."""

from __future__ import annotations

import io
import re
import tarfile
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest


def wheel(members: dict[str, bytes | str]) -> bytes:
    """A wheel's bytes: a zip archive, compressed as wheels are."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in members.items():
            archive.writestr(path, content)
    return data.getvalue()


def sdist(name: str, members: dict[str, bytes | str]) -> bytes:
    """An sdist's bytes: everything below one folder."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:gz") as archive:
        for path, content in members.items():
            raw = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(f"{name}/{path}")
            info.size = len(raw)
            archive.addfile(info, io.BytesIO(raw))
    return data.getvalue()


class PackageIndex:
    """Files by name, and every range that was asked for; `ranges` off serves whole files only."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[tuple[str, int]] = []
        self.ranges = True
        self.url = ""

    def names_of(self, distribution: str) -> list[str]:
        return [name for name in self.files if re.match(rf"{distribution.replace('-', '[-_]')}-\d", name)]

    def bytes_sent(self, name: str) -> int:
        return sum(size for asked, size in self.asked if asked == name)


@contextmanager
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[PackageIndex]:
    """Serves an index at 127.0.0.1 and makes it the one that pip is configured for."""
    index = PackageIndex()
    handler = type("Handler", (_Handler,), {"index": index})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    index.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", f"{index.url}/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    try:
        yield index
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    index: PackageIndex
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        kind, _, name = self.path.strip("/").partition("/")
        if kind == "simple":
            return self._send(200, self._page(name), {"Content-Type": "text/html"})
        data = self.index.files.get(name)
        if data is None:
            return self._send(404, b"", {})
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if not (self.index.ranges and asked):
            self.index.asked.append((name, len(data)))
            return self._send(200, data, {})
        first, last = int(asked[1]), min(int(asked[2]), len(data) - 1)
        self.index.asked.append((name, last - first + 1))
        return self._send(206, data[first : last + 1], {"Content-Range": f"bytes {first}-{last}/{len(data)}"})

    def _page(self, distribution: str) -> bytes:
        links = (f'<a href="{self.index.url}/files/{name}">{name}</a>' for name in self.index.names_of(distribution))
        return f"<!DOCTYPE html><html><body>{''.join(links)}</body></html>".encode()

    def _send(self, status: int, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(status)
        for key, value in {**headers, "Content-Length": str(len(data))}.items():
            self.send_header(key, value)
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *args: object) -> None:
        """Says nothing."""
