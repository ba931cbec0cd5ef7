"""A list -> its first items, which show, and the rest, which is folded away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Folded(Generic[Item]):
    """Empty where both parts are."""

    first: tuple[Item, ...]
    more: tuple[Item, ...]

    def __len__(self) -> int:
        return len(self.first) + len(self.more)


def folded(items: Iterable[Item], most: int) -> Folded[Item]:
    """The first `most` show; one more is shown rather than folded."""
    told = tuple(items)
    most = len(told) if len(told) == most + 1 else most
    return Folded(told[:most], told[most:])
