"""The same knowledge for programs: JSON over HTTP, and plain text for a terminal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import wraps

import msgspec
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, QueryDict
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import cache_control, never_cache

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import fix_in_short
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.differential.differential import (
    MOST_ANSWERS,
    Differential,
    NoAnswer,
    UnknownAnswer,
    answer_from,
    check_named,
    narrowed,
    read_from,
    state_from,
)
from kb.diagnosis.differential.differential import differential as of
from kb.diagnosis.differential.outcomes import Output, output_of
from kb.diagnosis.reports.json_report import as_json, differential_as_json, output_as_json
from kb.diagnosis.reports.text_report import as_text
from kb.language import LANGUAGES, address, current, either, gettext, in_chinese, speaking
from kb.library import library
from kb.lookup.suggestions import suggestions
from kb.pages.entries.matrix import matrix_as_json
from kb.serving.metrics import counted_match, shed
from kb.web.openapi import described
from kb.web.uploads import RETRY_AFTER, Files, Refused, from_body

TYPES = ["application/json", "text/plain"]


def answer_json(value: object, status: int = 200) -> HttpResponse:
    """Chinese stays readable in a terminal, and no text, however odd, fails to encode."""
    told = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    # Indented in a second step: json does it in Python, several times as slowly.
    body = msgspec.json.format(told, indent=2) + b"\n"
    return HttpResponse(body, status=status, content_type="application/json; charset=utf-8")


def refusal(status: int, message: str) -> HttpResponse:
    return answer_json({"error": message}, status)


def only(*methods: str):
    """Answers any other method with 405 in the API's own form; says everything in the language asked for."""

    def decorate(view):
        @wraps(view)
        def checked(request: HttpRequest, *args, **kwargs) -> HttpResponse:
            with speaking(language_of(request)):
                refused = None if request.method in methods else _wrong_method(request, methods)
                response = refused or _unknown_language(request) or view(request, *args, **kwargs)
                response.headers["Content-Language"] = current().tag
            patch_vary_headers(response, ["Accept-Language", "Cookie"])
            return response

        return checked

    return decorate


def language_of(request: HttpRequest) -> str:
    """What `?lang=` says, else what the reader has switched to or what Accept-Language prefers; else English."""
    named = request.GET.get("lang", "")
    return named if named in LANGUAGES else get_language_from_request(request)


def _unknown_language(request: HttpRequest) -> HttpResponse | None:
    named = next((name for name in request.GET.getlist("lang") if name not in LANGUAGES), None)
    if named is None:
        return None
    told = gettext("There is no language {name}: use {languages}.")
    return refusal(400, told.format(name=repr(named), languages=", ".join(LANGUAGES)))


def _wrong_method(request: HttpRequest, methods: Sequence[str]) -> HttpResponse:
    told = gettext("{method} is not for this address: use {other}.")
    response = refusal(405, told.format(method=request.method, other=methods[0]))
    response.headers["Allow"] = ", ".join(methods)
    return response


@never_cache
@only("POST")
def match(request: HttpRequest) -> HttpResponse:
    try:
        return _matched(request)
    except Refused as refused:
        return _refused(refused)


def _refused(refused: Refused) -> HttpResponse:
    response = refusal(refused.status, refused.message)
    if refused.status == 503:
        shed.inc()
        response.headers["Retry-After"] = str(RETRY_AFTER)
    return response


def _matched(request: HttpRequest) -> HttpResponse:
    paste = from_body(request)
    answer = counted_match(library.current().matcher, paste.files, paste.good)
    if _wants_text(request):
        text = as_text(answer, settings.SITE_URL)
        return HttpResponse(text.encode("utf-8", "replace"), content_type="text/plain; charset=utf-8")
    return answer_json(as_json(answer, settings.SITE_URL))


def _wants_text(request: HttpRequest) -> bool:
    try:
        return request.get_preferred_type(TYPES) == "text/plain"
    except (LookupError, ValueError):  # Accept: text/plain; a*=zlib''b names a codec that is none
        return False


@only("GET", "HEAD", "POST")
def differential(request: HttpRequest) -> HttpResponse:
    """Narrowed by answers in the address; a body is what the check named there has printed."""
    catalogue = library.current().catalogue
    try:
        if request.method == "POST":
            found, output = told_by(request.GET, from_body(request).files, catalogue)
            return answer_json(differential_as_json(found) | {"output": output_as_json(output)})
        return answer_json(differential_as_json(asked(request.GET, catalogue)))
    except Refused as refused:
        return _refused(refused)
    except NoAnswer as error:
        return refusal(400, str(error))
    except UnknownAnswer as error:
        return refusal(404, str(error))


def asked(fields: QueryDict, catalogue: Catalogue) -> Differential:
    """The differential that these carry: `c` its state, `a` what checks have shown. Raises UnknownAnswer."""
    answers = [answer_from(text, "~") for text in fields.getlist("a")[:MOST_ANSWERS]]
    state = fields.getlist("c")
    return of(state_from(state, catalogue), answers, catalogue, read_from(state, catalogue))


def told_by(fields: QueryDict, files: Files, catalogue: Catalogue) -> tuple[Differential, Output]:
    """The same after the output of `check`, where that shows an outcome; and what it shows. Raises UnknownAnswer."""
    before = asked(fields, catalogue)
    output = output_of(check_named(fields.get("check", ""), catalogue), files)
    if output.shown is None:
        return before, output
    given = [(one.check.slug, one.outcome.slug) for one in before.answered if not one.line]
    return narrowed(before, [*given, (output.check.slug, output.shown.outcome.slug)], catalogue), output


@only("GET", "HEAD")
def failures(request: HttpRequest) -> HttpResponse:
    return answer_json({"failures": [_in_short(entry) for entry in library.current().catalogue]})


@only("GET", "HEAD")
def failure(request: HttpRequest, slug: str) -> HttpResponse:
    catalogue = library.current().catalogue
    if slug in catalogue.aliases:
        return HttpResponsePermanentRedirect(f"/api/failures/{catalogue.aliases[slug]}/")
    if slug not in catalogue.by_slug:
        told = gettext("No failure is called {slug}: /api/failures/ lists them all.")
        return refusal(404, told.format(slug=repr(slug)))
    return answer_json(_in_full(catalogue.by_slug[slug]))


@cache_control(max_age=3600)
@only("GET", "HEAD")
def index(request: HttpRequest) -> HttpResponse:
    """What site.js lists while somebody types."""
    return answer_json({"entries": suggestions(library.current().catalogue)})


@only("GET", "HEAD")
def description(request: HttpRequest) -> HttpResponse:
    return answer_json(described())


def missing(request: HttpRequest) -> HttpResponse:
    return refusal(404, gettext("There is nothing at this address: try POST /api/match, or GET /api/failures/."))


def _in_short(entry: Entry) -> dict:
    return {
        "slug": entry.slug,
        "area": entry.area,
        "url": f"{settings.SITE_URL}{address(entry.url)}",
        "title": either(entry.title, entry.front.zh.title),
        "title_zh": entry.front.zh.title,
        "summary": either(entry.front.summary, entry.front.zh.summary),
        "kind": entry.front.kind,
        "retry": entry.front.retry,
    }


def _in_full(entry: Entry) -> dict:
    """The schema's own names below `front_matter`, so that this never falls behind it."""
    sections = {section.title: section.markdown for section in (in_chinese() and entry.chinese) or entry.sections}
    told = {"fix_in_short": fix_in_short(entry), "front_matter": asdict(entry.front), "sections": sections}
    return _in_short(entry) | told | {"matrix": matrix_as_json(entry)}
