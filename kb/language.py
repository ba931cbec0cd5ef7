"""Which language the reader has asked for, and the site's own sentences in it: gettext over locale/, without Django."""

from __future__ import annotations

import gettext as standard
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from kb.environment import BASE_DIR

FOLDER = BASE_DIR / "locale"
DOMAIN = "django"
DEFAULT = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the site: its code in addresses, its tag for browsers, its own name for itself."""

    code: str
    tag: str
    name: str


LANGUAGES = {one.code: one for one in (Language("en", "en", "English"), Language("zh", "zh-Hans", "中文"))}
_chosen: ContextVar[str] = ContextVar("language", default="")
_asked: Callable[[], str | None] = lambda: DEFAULT  # noqa: E731


def follow(source: Callable[[], str | None]) -> None:
    """From now on `source` says which language is current: the site hands over Django's own function."""
    global _asked
    _asked = source


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """This language for what is said inside, whatever the source says."""
    before = _chosen.set(code)
    try:
        yield
    finally:
        _chosen.reset(before)


def current() -> Language:
    return LANGUAGES.get(_chosen.get() or _asked() or DEFAULT, LANGUAGES[DEFAULT])


def in_chinese() -> bool:
    return current().code == "zh"


def gettext(message: str) -> str:
    """The message in the reader's language; itself where there is no translation."""
    return _catalogue(current().code).gettext(message) if message else ""


def ngettext(one: str, several: str, number: int) -> str:
    return _catalogue(current().code).ngettext(one, several, number)


def marked(message: str) -> str:
    """Marks a message that is translated later, where it is shown."""
    return message


def marked_words(*messages: str) -> tuple[str, ...]:
    return messages


def marked_plural(one: str, several: str) -> tuple[str, str]:
    """The same for a message that depends on a number: what ngettext takes."""
    return one, several


def either(english: str, chinese: str) -> str:
    """Of two texts that the content has, the one in the reader's language; English where there is no Chinese."""
    return chinese if chinese and in_chinese() else english


def address(path: str, code: str = "") -> str:
    """`/failures/` -> `/zh/failures/` for a Chinese reader, or in the language named; English has no prefix."""
    code = code or current().code
    return path if code == DEFAULT else f"/{code}{path}"


@lru_cache(maxsize=len(LANGUAGES))
def _catalogue(code: str) -> standard.NullTranslations:
    return standard.translation(DOMAIN, FOLDER, [code], fallback=code == DEFAULT)
