"""Narrowing it down over HTTP: the checks, what it could be after their answers, and what a check has printed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from kb.diagnosis.differential.differential import Differential, UnknownAnswer
from kb.library import library
from kb.pages.answers.unproved import differential as differentials
from kb.pages.lists import checks as pages
from kb.web import api
from kb.web.pastes import refused_page
from kb.web.uploads import Refused, from_form
from kb.web.views import not_found, show


@require_safe
def checks(request: HttpRequest) -> HttpResponse:
    return show(request, "checks.html", pages.checks_page(library.current().catalogue))


@require_safe
def check(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    if slug not in catalogue.check_by_slug:
        return not_found(request)
    return show(request, "check.html", pages.check_page(catalogue.check_by_slug[slug], catalogue))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def differential(request: HttpRequest) -> HttpResponse:
    """What it could be, narrowed by answers that stand in the address, or by what a check printed, in a form."""
    catalogue = library.current().catalogue
    try:
        if request.method == "POST":
            files = from_form(request).files
            page = differentials.differential_page(*api.told_by(request.POST, files, catalogue), catalogue)
        else:
            page = differentials.differential_page(api.asked(request.GET, catalogue), None, catalogue)
    except Refused as refused:
        return refused_page(request, refused) or _no_differential(request, refused.message)
    except UnknownAnswer as error:
        return _no_differential(request, str(error))
    return show(request, "differential.html", page)


def _no_differential(request: HttpRequest, error: str) -> HttpResponse:
    page = differentials.differential_page(Differential(()), None, library.current().catalogue, error)
    return show(request, "differential.html", page, 400)
