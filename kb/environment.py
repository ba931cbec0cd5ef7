"""What the RANKDOWN_ variables say that a terminal needs too; kb/settings.py has the rest. Standard library only."""

from __future__ import annotations

import os
from pathlib import Path

from kb.cache.folder import usual

# Where kb/ lies: a repository, or what pip installs into, where the wheel has a folder for all that is no code.
_AROUND = Path(__file__).resolve().parent.parent
INSTALLED = not (_AROUND / "content" / "areas.yaml").is_file() and (_AROUND / "rankdown" / "content").is_dir()
BASE_DIR = _AROUND / "rankdown" if INSTALLED else _AROUND
DEBUG = os.environ.get("RANKDOWN_DEBUG", "0") == "1"
# An installed `rankdown` has no site beside it: then the terminal names commands where it would name addresses.
SITE_URL = os.environ.get("RANKDOWN_URL", "" if INSTALLED else "http://127.0.0.1:8000").rstrip("/")
CONTENT_DIR = Path(os.environ.get("RANKDOWN_CONTENT", BASE_DIR / "content"))
# What is derived from the content is kept here between starts; where nothing can be written, it is built each time.
CACHE_DIR = Path(os.environ.get("RANKDOWN_CACHE") or usual())
