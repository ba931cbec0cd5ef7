"""Pages over HTTP: read the request, call, render."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import resolve
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from kb.catalogue.catalogue import Catalogue
from kb.language import address, current, gettext
from kb.library import Edition, library
from kb.pages import frame
from kb.pages.about.coverage import coverage_page
from kb.pages.about.masking import masking_page
from kb.pages.entries import entry
from kb.pages.lists import browse
from kb.pages.lists.search import MOST_IN_ALL, search_page
from kb.serving import metrics as counts
from kb.web import api, feeds
from kb.web.uploads import OUR_FAULT

LONGEST_QUERY = 400


def show(request: HttpRequest, template: str, page: frame.Page, status: int = 200, here: str = "") -> HttpResponse:
    """Renders a page object; broken content (development only) shows on every page. `here` is its own address."""
    problems = tuple(map(str, library.current().problems))
    page = replace(page, problems=problems, here=here or _here(request))
    return render(request, template, {"page": page}, status=status)


def _here(request: HttpRequest) -> str:
    """The address that was asked for, less its language; empty where asking again would not show the same."""
    if request.method == "POST":
        return ""
    return _less_language(request.get_full_path())


def _less_language(path: str) -> str:
    return path.removeprefix(f"/{current().code}") or "/"


@require_safe
def failures(request: HttpRequest) -> HttpResponse:
    edition = library.current()
    asked = browse.Chosen(*(request.GET.get(name, "") for name in browse.NAMES))
    chosen = browse.known(asked, edition.catalogue)
    page = partial(browse.browse_page, edition.catalogue, chosen, edition.verified)
    if unknown := browse.unknown(asked, chosen):
        return show(request, "browse.html", replace(page(), unknown=unknown))
    return _kept(request, edition, chosen.address, page)


@require_safe
def failure(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    if slug in catalogue.aliases:
        return HttpResponsePermanentRedirect(address(catalogue.by_slug[catalogue.aliases[slug]].url))
    if slug not in catalogue.by_slug:
        lower = slug.lower()
        if lower != slug and (lower in catalogue.by_slug or lower in catalogue.aliases):
            return HttpResponsePermanentRedirect(address(f"/failures/{lower}/"))
        return not_found(request, nearest=_nearest(lower, catalogue))
    return show(request, "entry.html", entry.entry_page(catalogue.by_slug[slug], catalogue))


@require_safe
def area(request: HttpRequest, slug: str) -> HttpResponse:
    edition = library.current()
    found = edition.catalogue.area(slug)
    if found is None:
        return not_found(request)
    page = partial(browse.area_page, edition.catalogue, found, edition.verified)
    return _kept(request, edition, address(frame.area_url(slug)), page)


def _kept(request: HttpRequest, edition: Edition, own: str, page: Callable[[], frame.Page]) -> HttpResponse:
    """A list of failures: 40 ms to render, so once for each edition, whatever else the address says beside `own`."""
    if settings.DEBUG:
        return show(request, "browse.html", page())
    key = f"{edition.number}:{own}"
    body = cache.get(key)
    if body is None:
        body = show(request, "browse.html", page(), here=_less_language(own)).content
        cache.set(key, body, timeout=None)
    return HttpResponse(body)


@require_safe
def guides(request: HttpRequest) -> HttpResponse:
    return show(request, "guides.html", entry.guides_page(library.current().catalogue))


@require_safe
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    if slug not in catalogue.guide_by_slug:
        return not_found(request)
    return show(request, "guide.html", entry.guide_page(catalogue.guide_by_slug[slug], catalogue))


@require_safe
def coverage(request: HttpRequest) -> HttpResponse:
    return show(request, "coverage.html", coverage_page(library.current().catalogue))


@require_safe
def masking(request: HttpRequest) -> HttpResponse:
    return show(request, "masking.html", masking_page())


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    asked = request.GET.get("q", "").replace("\0", "").strip()
    query, edition = asked[:LONGEST_QUERY], library.current()
    found = edition.lookup.find(query, MOST_IN_ALL) if "all" in request.GET else edition.lookup.find(query)
    page = search_page(query, found, edition.catalogue, shortened=len(asked) > len(query))
    return show(request, "search.html", page)


@require_safe
def feed(request: HttpRequest) -> HttpResponse:
    page = feeds.feed(library.current().catalogue)
    return render(request, "feed.xml", {"page": page}, content_type="application/atom+xml; charset=utf-8")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    page = feeds.sitemap(library.current().catalogue)
    return render(request, "sitemap.xml", {"page": page}, content_type="application/xml; charset=utf-8")


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Says ok once the content is loaded, which is when this copy can answer."""
    return HttpResponse(f"ok {len(library.current().catalogue)} entries\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus; the proxy in front keeps it from the public (deploy/nginx.conf)."""
    return HttpResponse(counts.exposition(), content_type="text/plain; version=0.0.4; charset=utf-8")


def missing(request: HttpRequest, path: str) -> HttpResponse:
    """Every other address: adds a forgotten slash, and in development too shows the site's own page."""
    if not path.endswith("/") and resolve(f"{request.path_info}/").func is not missing:
        return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
    return not_found(request)


def not_found(request: HttpRequest, exception=None, nearest: tuple[frame.Card, ...] = ()) -> HttpResponse:
    if request.path.startswith("/api/"):
        return api.refusal(404, gettext("There is nothing at this address: see /api/failures/ for the entries."))
    message = gettext("There is no page at this address. Search for it, or paste the log.")
    if request.path.endswith(".md"):
        return HttpResponse(f"# 404\n\n{message}\n", content_type="text/markdown; charset=utf-8", status=404)
    page = frame.ErrorPage(title=gettext("Not found"), status=404, message=message, nearest=nearest)
    return show(request, "error.html", page, status=404)


def bad_request(request: HttpRequest, exception=None) -> HttpResponse:
    message = gettext("The request could not be read. Go back and send it again.")
    if request.path.startswith("/api/"):
        return api.refusal(400, message)
    page = frame.ErrorPage(title=gettext("Bad request"), status=400, message=message)
    return render(request, "error.html", {"page": page}, status=400)


def not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """For a method that an address does not take; `allowed` are those that it does."""
    message = gettext("This address does not accept {method}, only {allowed}.")
    told = message.format(method=request.method[:20], allowed=allowed)
    page = frame.ErrorPage(title=gettext("Method not allowed"), status=405, message=told)
    response = render(request, "error.html", {"page": page}, status=405)
    response.headers["Allow"] = allowed
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Reads nothing but its template: whatever broke may still be broken."""
    if request.path.startswith("/api/"):
        return api.refusal(500, gettext(OUR_FAULT))
    page = frame.ErrorPage(title=gettext("Something broke here"), status=500, message=gettext(OUR_FAULT))
    return render(request, "error.html", {"page": page}, status=500)


def _nearest(slug: str, catalogue: Catalogue) -> tuple[frame.Card, ...]:
    close = difflib.get_close_matches(slug[:100], catalogue.by_slug, n=3, cutoff=0.5)
    return frame.cards([catalogue.by_slug[name] for name in close], catalogue)
