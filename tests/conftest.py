"""Shared fixtures: the real catalogue, and small content folders written for one test."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis.matcher import Matcher
from kb.library import Edition, Library
from tests.contents import AREAS

# Of the processes that share the tests, the first has no such name.
WORKER = os.environ.get("PYTEST_XDIST_WORKER")
# Nothing is read from, or left in, the cache of whoever runs the tests; they all share one of their own.
if not WORKER:
    os.environ["RANKDOWN_CACHE"] = tempfile.mkdtemp(prefix="rankdown-tests-")
# Commands answer in the language of the locale.
os.environ["LC_ALL"] = "C.UTF-8"
# What a shell starts in the background is deaf to Ctrl-C, and so would be the programs on which tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.CACHE_DIR = Path(os.environ["RANKDOWN_CACHE"])


def pytest_unconfigure() -> None:
    if not WORKER:
        shutil.rmtree(os.environ["RANKDOWN_CACHE"], ignore_errors=True)


@pytest.fixture(autouse=True)
def _english():
    """A request leaves its language behind for the next one to replace."""
    yield
    translation.deactivate()


@pytest.fixture(scope="session")
def edition() -> Edition:
    """The real content, kept for all that share the tests; tests/cache/ holds what is kept to what was built."""
    return Library(settings.CONTENT_DIR, follow=False).current()


@pytest.fixture(scope="session")
def catalogue(edition) -> Catalogue:
    return edition.catalogue


@pytest.fixture(scope="session")
def matcher(edition) -> Matcher:
    return edition.matcher


@pytest.fixture
def content(tmp_path) -> Path:
    """An empty content folder with two areas."""
    root = tmp_path / "content"
    root.mkdir()
    (root / "areas.yaml").write_text(AREAS, encoding="utf-8")
    return root
