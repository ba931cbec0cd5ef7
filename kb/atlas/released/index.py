"""A distribution's name → its released files, through pip's own client and whatever index pip is configured for.

pip has no public interface for this; what is used here is small, and all in this module. It brings the configured
index, certificates, proxies, credentials and retries, so that none of them is stated twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from packaging.utils import InvalidSdistFilename, InvalidWheelFilename, parse_sdist_filename, parse_wheel_filename
from packaging.version import InvalidVersion
from pip._internal.commands import create_command
from pip._internal.index.collector import LinkCollector, parse_links
from pip._internal.models.link import Link

from kb.atlas.released.file import File

# Uncompressed, because ranges would count compressed bytes; and not into pip's own cache, which nothing bounds.
PLAIN = {"Accept-Encoding": "identity", "Cache-Control": "no-store"}


class NoSuchDistribution(LookupError):
    """The configured index has no file of that name."""


class Index:
    """The index that pip is configured for; use `connected()`."""

    def __init__(self, session, collector: LinkCollector):
        self.session = session
        self._collector = collector

    def files(self, distribution: str) -> list[File]:
        """Every wheel and sdist of the final releases, oldest release first; yanked and pre-releases are left out."""
        found = [file for link in self._links(distribution) if (file := _file(link))]
        if not found:
            raise NoSuchDistribution(f"the package index has no release of {distribution}: is the name right?")
        return sorted(found, key=lambda file: (file.version, file.name))

    def _links(self, distribution: str) -> Iterator[Link]:
        for url in self._collector.search_scope.get_index_urls_locations(distribution):
            page = self._collector.fetch_response(Link(url, cache_link_parsing=False))
            yield from parse_links(page) if page else ()


@contextmanager
def connected() -> Iterator[Index]:
    """pip's session with pip's configuration: PIP_INDEX_URL, pip.conf, certificates."""
    command = create_command("index")
    options, _ = command.parse_args(["versions", "-"])
    with command.main_context():
        session = command.get_default_session(options)
        yield Index(session, LinkCollector.create(session, options=options))


def _file(link: Link) -> File | None:
    name = link.filename
    try:
        version = parse_wheel_filename(name)[1] if name.endswith(".whl") else parse_sdist_filename(name)[1]
    except (InvalidWheelFilename, InvalidSdistFilename, InvalidVersion):
        return None
    if version.is_prerelease or link.is_yanked or name.endswith(".zip"):
        return None
    return File(name, version, link.url_without_fragment)
