"""One file of one release, as an index lists it."""

from __future__ import annotations

from dataclasses import dataclass

from packaging.version import Version


@dataclass(frozen=True, slots=True)
class File:
    """Its name, its release and where it is served."""

    name: str
    version: Version
    url: str

    @property
    def is_wheel(self) -> bool:
        return self.name.endswith(".whl")
