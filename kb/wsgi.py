"""The door for a production server; broken content stops the start with the list of problems."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
application = get_wsgi_application()

from kb.library import library  # noqa: E402  (needs the settings above)

library.current().matcher.finder.words  # noqa: B018  (built now, so that no reader waits for it)
