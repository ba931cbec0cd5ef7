"""Django wiring. The site keeps no state: no database, no sessions, no uploads on disk."""

from __future__ import annotations

import os
import secrets

from kb import language
from kb.environment import BASE_DIR, CACHE_DIR, CONTENT_DIR, DEBUG, SITE_URL
from kb.serving import logs

__all__ = ["BASE_DIR", "CACHE_DIR", "CONTENT_DIR", "DEBUG", "SITE_URL"]

# Nothing is signed: no sessions, no messages, no tokens. A key of its own for every start is enough.
SECRET_KEY = os.environ.get("RANKDOWN_SECRET_KEY") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = os.environ.get("RANKDOWN_HOSTS", "localhost 127.0.0.1 [::1]").split()
# Set where a proxy in front speaks TLS: then browsers are told to use nothing else.
TLS = os.environ.get("RANKDOWN_TLS", "0") == "1"
# Processes that match, for each server process: two let a short paste pass a long one.
MATCHES_AT_ONCE = int(os.environ.get("RANKDOWN_MATCHES", "2"))
# The address of the repository, such as https://github.com/OWNER/NAME: for links that edit a page or report an answer.
REPO = os.environ.get("RANKDOWN_REPO", "").rstrip("/")
LOGGING = logs.DEVELOPMENT if DEBUG else logs.PRODUCTION

INSTALLED_APPS = ["django.contrib.staticfiles", "kb.apps.KnowledgeBase"]
MIDDLEWARE = [
    "kb.web.middleware.Counted",
    "django.middleware.security.SecurityMiddleware",
    "kb.web.middleware.ContentSecurityPolicy",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "kb.web.middleware.Probes",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "django.middleware.http.ConditionalGetMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "kb.web.middleware.Spoken",
    "kb.web.middleware.NotAllowed",
    "django.middleware.common.CommonMiddleware",
]
ROOT_URLCONF = "kb.urls"
WSGI_APPLICATION = "kb.wsgi.application"
DATABASES: dict = {}
USE_TZ = True
TIME_ZONE = "UTC"
# English at /…, Chinese at /zh/…; kb/language.py is where both are named, kb/locale/ has the words.
LANGUAGE_CODE = language.DEFAULT
LANGUAGES = [(one.code, one.name) for one in language.LANGUAGES.values()]
# The only cookie: the language that somebody has switched to.
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = TLS

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
            "builtins": ["django.templatetags.i18n"],
        },
    }
]

# Nothing that anybody pasted or searched for.
LOCAL = "django.core.cache.backends.locmem.LocMemCache"
CACHES = {
    # Rendered lists of failures, 160 KB each (views.py).
    "default": {"BACKEND": LOCAL, "LOCATION": "lists", "OPTIONS": {"MAX_ENTRIES": 64}},
}

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
# A folder filled by `manage.py collectstatic`: names with hashes, compressed, cached forever. Without it, files are
# served straight from static/: nothing to collect, nothing to build.
STATIC_ROOT = os.environ.get("RANKDOWN_STATIC") or None
WHITENOISE_USE_FINDERS = STATIC_ROOT is None
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
_PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
_HASHED = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {"staticfiles": {"BACKEND": _HASHED if STATIC_ROOT else _PLAIN}}

# A paste stays in memory and is forgotten with the response: the handler that spools to disk is left out.
# Its memory is meant to stay under six times this, for each match at once; measured for JSON only.
MAX_PASTE_BYTES = 32 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
FILE_UPLOAD_MAX_MEMORY_SIZE = MAX_PASTE_BYTES
# One file a rank.
DATA_UPLOAD_MAX_NUMBER_FILES = 1024
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

SECURE_HSTS_SECONDS = 365 * 24 * 3600 if TLS else 0
SECURE_REFERRER_POLICY = "no-referrer"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
