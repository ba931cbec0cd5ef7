"""The WSGI door: what a request says of itself is cut down to what the site can use, before Django reads it."""

from __future__ import annotations

import re
from io import BytesIO

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler

TYPE = re.compile(r"\s*([\w.+-]{1,80}/[\w.+-]{1,80})", re.ASCII)
BOUNDARY = re.compile(r';\s*boundary=("[^"]{1,200}"|[^\s;"]{1,200})', re.IGNORECASE)


class Handler(WSGIHandler):
    """Django's handler behind three rules: text is UTF-8, a body has a length, and TLS is what the owner says it is."""

    def __call__(self, environ: dict, start_response):
        environ["CONTENT_TYPE"] = content_type(environ.get("CONTENT_TYPE", ""))
        if settings.TLS:
            environ["wsgi.url_scheme"] = "https"
        if "HTTP_TRANSFER_ENCODING" in environ and environ.get("wsgi.input_terminated"):
            _measure(environ)
        return super().__call__(environ, start_response)


def content_type(told: str) -> str:
    """The type, and the boundary of a form. A charset would only ever pick a codec that breaks the text, or us."""
    kind, boundary = TYPE.match(told), BOUNDARY.search(told)
    if kind is None:
        return ""
    return f"{kind[1]}; boundary={boundary[1]}" if boundary else kind[1]


def _measure(environ: dict) -> None:
    """Reads a body that came in chunks up to the limit, because Django takes one without a length for empty."""
    body = environ["wsgi.input"].read(settings.MAX_PASTE_BYTES + 1)
    environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    del environ["HTTP_TRANSFER_ENCODING"]
