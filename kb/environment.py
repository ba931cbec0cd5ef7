"""What the RANKDOWN_ variables say that a terminal needs too; kb/settings.py has the rest. Standard library only."""

from __future__ import annotations

import os
from pathlib import Path

from kb.cache.folder import usual

BASE_DIR = Path(__file__).resolve().parent.parent
DEBUG = os.environ.get("RANKDOWN_DEBUG", "0") == "1"
SITE_URL = os.environ.get("RANKDOWN_URL", "http://127.0.0.1:8000").rstrip("/")
CONTENT_DIR = Path(os.environ.get("RANKDOWN_CONTENT", BASE_DIR / "content"))
# What is derived from the content is kept here between starts; where nothing can be written, it is built each time.
CACHE_DIR = Path(os.environ.get("RANKDOWN_CACHE") or usual())
