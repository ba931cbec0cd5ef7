"""Around every view: what the browser may load, what operators may ask, what is counted."""

from __future__ import annotations

import logging
import time

from kb.language import current, speaking
from kb.serving import metrics
from kb.serving.logs import route_of
from kb.web import views

log = logging.getLogger("kb.requests")

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class ContentSecurityPolicy:
    """Adds the header; pasted logs are hostile, and this is the second line of defence behind escaping."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        return response


class Spoken:
    """Asks once which language this reader speaks: a page asks a hundred times."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        with speaking(current().code):
            return self.get_response(request)


class NotAllowed:
    """Says in a sentence what Django answers with an empty page; the API's addresses say it themselves."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        response = self.get_response(request)
        if response.status_code != 405 or response.content or request.path.startswith("/api/"):
            return response
        return views.not_allowed(request, response.headers.get("Allow", "GET"))


class Probes:
    """Answers /healthz and /metrics whatever host they are asked for: probes come by address, not by name."""

    probes = {"/healthz": views.healthz, "/metrics": views.metrics}

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        view = self.probes.get(request.path_info)
        return view(request) if view else self.get_response(request)


class Counted:
    """Counts and logs every answer, by the pattern of its address; nothing that the reader sent."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        start = time.perf_counter()
        response = self.get_response(request)
        seconds, route = time.perf_counter() - start, route_of(request)
        method = request.method if request.method in metrics.METHODS else "other"
        metrics.counted_request(method, route, response.status_code, seconds)
        told = {"method": method, "route": route, "status": response.status_code, "ms": round(seconds * 1000, 1)}
        log.info("request", extra={"told": told})
        return response
