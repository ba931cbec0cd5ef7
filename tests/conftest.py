"""Shared fixtures: the real catalogue, and small content folders written for one test."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loader import load
from kb.diagnosis.matcher import Matcher
from tests.contents import AREAS

# Of the processes that share the tests, the first has no such name.
WORKER = os.environ.get("PYTEST_XDIST_WORKER")
# Nothing is read from, or left in, the cache of whoever runs the tests; they all share one of their own.
if not WORKER:
    os.environ["RANKDOWN_CACHE"] = tempfile.mkdtemp(prefix="rankdown-tests-")
# Commands answer in the language of the locale.
os.environ["LC_ALL"] = "C.UTF-8"
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
def catalogue() -> Catalogue:
    """The real content."""
    return Catalogue.of(load(settings.CONTENT_DIR))


@pytest.fixture(scope="session")
def matcher(catalogue) -> Matcher:
    return Matcher(catalogue)


@pytest.fixture
def content(tmp_path) -> Path:
    """An empty content folder with two areas."""
    root = tmp_path / "content"
    root.mkdir()
    (root / "areas.yaml").write_text(AREAS, encoding="utf-8")
    return root
