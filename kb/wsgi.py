"""The door for a production server; broken content stops the start with the list of problems."""

from __future__ import annotations

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  (from here on, all needs the settings above)

from kb.serving.handler import Handler  # noqa: E402

application = Handler()

if not settings.DEBUG:
    from kb.serving import snapshot

    snapshot.renew()
