"""What programs ask for, over HTTP: pages as Markdown, programs of entries, pictures, and what every site has."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from kb.catalogue.digest import message
from kb.catalogue.loading.parsing.folder import is_regular
from kb.catalogue.schema.entry import Entry
from kb.language import DEFAULT, address, current, gettext, speaking
from kb.library import library
from kb.pages.about.api import api_page
from kb.pages.about.contributing import contributing_page
from kb.pages.frame import title_of
from kb.plain.discovery import opensearch_xml, robots_txt
from kb.plain.documents import check_document, entry_document, guide_document
from kb.plain.index import llms_txt
from kb.web import views

DAY = 24 * 3600


def text(body: str, kind: str = "plain") -> HttpResponse:
    return HttpResponse(body.encode("utf-8", "replace"), content_type=f"text/{kind}; charset=utf-8")


@require_safe
def failure(request: HttpRequest, slug: str) -> HttpResponse:
    entry = _entry(slug)
    if entry is None:
        return views.not_found(request)
    if entry.slug != slug:
        return HttpResponsePermanentRedirect(address(f"/failures/{entry.slug}.md"))
    return text(entry_document(entry, library.current().catalogue), "markdown")


@require_safe
def guide(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    found = catalogue.guide_by_slug.get(slug)
    return text(guide_document(found, catalogue), "markdown") if found else views.not_found(request)


@require_safe
def check(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    found = catalogue.check_by_slug.get(slug)
    return text(check_document(found, catalogue), "markdown") if found else views.not_found(request)


@require_safe
def program(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """broken.* or fixed.* of an entry, as it stands: to be read, and then run by whoever has read it."""
    entry = _entry(slug)
    path = entry.path.parent / name if entry else Path()
    return text(path.read_text("utf-8", "replace")) if entry and is_regular(path) else views.not_found(request)


@require_safe
def contributing(request: HttpRequest) -> HttpResponse:
    return views.show(request, "contributing.html", contributing_page(settings.BASE_DIR))


@require_safe
def api(request: HttpRequest) -> HttpResponse:
    """For people who write such programs."""
    return views.show(request, "api.html", api_page(next(iter(library.current().catalogue.by_slug), "SLUG")))


@require_safe
def llms(request: HttpRequest) -> HttpResponse:
    return text(llms_txt(library.current().catalogue))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return text(robots_txt())


@require_safe
def opensearch(request: HttpRequest) -> HttpResponse:
    return HttpResponse(opensearch_xml(), content_type="application/opensearchdescription+xml; charset=utf-8")


@cache_control(max_age=DAY)
@require_safe
def picture(request: HttpRequest, slug: str = "") -> HttpResponse:
    """What a chat shows beside a link to the site, or to one entry."""
    from kb.plain.pictures import card, chinese_font  # Pillow is loaded by the first who asks for a picture

    entry = _entry(slug)
    if slug and entry is None:
        return views.not_found(request)
    # Where no font has the signs, English says more than empty boxes.
    with speaking(current().code if chinese_font() else DEFAULT):
        title = title_of(entry) if entry else gettext("Which rank went down, and why?")
        below = (
            message(entry)
            if entry
            else gettext(
                "Paste the log of a distributed training job; get the known failure, the proving line, and the fix."
            )
        )
    return HttpResponse(card(title, below), content_type="image/png")


@cache_control(max_age=DAY)
@require_safe
def icon(request: HttpRequest, size: int, kind: str) -> HttpResponse:
    from kb.plain.pictures import icon as drawn

    return HttpResponse(drawn(size, kind), content_type="image/png" if kind == "PNG" else "image/x-icon")


def _entry(slug: str) -> Entry | None:
    """The entry of this name, or of this former name."""
    catalogue = library.current().catalogue
    return catalogue.by_slug.get(catalogue.aliases.get(slug, slug))
