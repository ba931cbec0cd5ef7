"""Django wiring. The site keeps no state: no database, no sessions, no uploads on disk."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent

DEBUG = os.environ.get("RANKDOWN_DEBUG", "0") == "1"
# Nothing is signed: no sessions, no messages, no tokens. A key of its own for every start is enough.
SECRET_KEY = os.environ.get("RANKDOWN_SECRET_KEY") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = os.environ.get("RANKDOWN_HOSTS", "localhost 127.0.0.1 [::1]").split()
SITE_URL = os.environ.get("RANKDOWN_URL", "http://127.0.0.1:8000").rstrip("/")
CONTENT_DIR = Path(os.environ.get("RANKDOWN_CONTENT", BASE_DIR / "content"))

INSTALLED_APPS = ["django.contrib.staticfiles", "kb.apps.KnowledgeBase"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "kb.middleware.ContentSecurityPolicy",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "kb.urls"
WSGI_APPLICATION = "kb.wsgi.application"
DATABASES: dict = {}
USE_TZ = True
LANGUAGE_CODE = "en"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Served straight from static/: nothing to collect, nothing to build.
WHITENOISE_USE_FINDERS = True

# A paste stays in memory and is forgotten with the response: the handler that spools to disk is left out.
MAX_PASTE_BYTES = 64 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
# One file a rank.
DATA_UPLOAD_MAX_NUMBER_FILES = 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
