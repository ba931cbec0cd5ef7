"""The first page and the answer to what is sent from it, over HTTP."""

from __future__ import annotations

from dataclasses import replace

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from kb.diagnosis.explain import explain
from kb.language import DEFAULT, LANGUAGES, address, current, gettext
from kb.library import library
from kb.masking import mask
from kb.pages import frame
from kb.pages.answers import result
from kb.pages.answers.carried import carried
from kb.pages.lists.home import HomePage, home_page
from kb.serving import metrics as counts
from kb.web.uploads import RETRY_AFTER, Files, Refused, from_form
from kb.web.views import server_error, show

# A refused paste goes back into the box only while it is short: an address, say.
LONGEST_ECHO = 2_000
# So many answers one after the other may be called wrong.
MOST_RULED_OUT = 20


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Whoever reads Chinese, and has not switched to English, is sent to the Chinese page."""
    wanted = get_language_from_request(request)
    if current().code == DEFAULT and wanted in LANGUAGES and wanted != DEFAULT:
        response = HttpResponseRedirect(address("/", wanted))
        response.headers["Cache-Control"] = "private"
    else:
        response = show(request, "home.html", _home())
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


# No CSRF token anywhere: the only cookie is a language, and there is no state that a forged request could use.
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def match(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return show(request, "answer.html", frame.Page(title=gettext("No answer at this address")))
    try:
        return _remembered(request, _matched(request))
    except Refused as refused:
        return refused_page(request, refused) or _paste_again(request, refused.message, "")


def refused_page(request: HttpRequest, refused: Refused) -> HttpResponse | None:
    """The page of its own that some refusals have."""
    refusals = {413: too_big, 500: server_error, 503: busy}
    return refusals[refused.status](request) if refused.status in refusals else None


def _remembered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The switch of an answer's page sends the paste again and names the language, which stays, as on every page."""
    if request.POST.get("language") == current().code:
        kept = {"max_age": settings.LANGUAGE_COOKIE_AGE, "samesite": settings.LANGUAGE_COOKIE_SAMESITE}
        kept |= {"httponly": settings.LANGUAGE_COOKIE_HTTPONLY, "secure": settings.LANGUAGE_COOKIE_SECURE}
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, current().code, **kept)
    return response


def _matched(request: HttpRequest) -> HttpResponse:
    paste = from_form(request)
    if not paste.files:
        told = gettext("The box is empty: paste the log, or choose its file.")
        return _paste_again(request, told, "", _typed(paste.good))
    edition = library.current()
    ruled_out = [slug for slug in request.POST.getlist("not")[:MOST_RULED_OUT] if slug in edition.catalogue.by_slug]
    answer = counts.counted_match(edition.matcher.without(ruled_out), paste.files, paste.good)
    if answer.notice:
        return _paste_again(request, answer.notice, _typed(paste.files), _typed(paste.good))
    page = result.result_page(answer, edition.catalogue, explain(answer, edition.matcher), ruled_out)
    return show(request, "result.html", page)


def _typed(files: Files) -> str:
    """What stood in the box, which has no name."""
    text = next((text for name, text in files if not name), "")
    return text if isinstance(text, str) else text.decode("utf-8", "replace")


def _paste_again(request: HttpRequest, error: str, text: str, good: str = "") -> HttpResponse:
    page = replace(_home(error), text=_echo(text), good=_echo(good), carried=carried((("", text),), (("", good),)))
    return show(request, "home.html", page, status=400)


def _echo(text: str) -> str:
    return mask(text)[0].replace("\0", "") if len(text) <= LONGEST_ECHO else ""


def _home(error: str = "") -> HomePage:
    edition = library.current()
    return home_page(edition.catalogue, len(edition.verified), error)


def too_big(request: HttpRequest) -> HttpResponse:
    message = gettext("The paste is over {limit}, which is the most that one request may carry.")
    ends, here = "(head -c 8M train.log; tail -c 20M train.log)", frame.asked("/api/match")
    page = frame.ErrorPage(
        title=gettext("Too large"),
        status=413,
        message=message.format(limit=frame.LIMIT),
        instead=gettext(
            "Send its beginning and its end, since a cause is early and a death is late: "
            "from the machine where it lies, or as a smaller file for the box."
        ),
        commands=(f"{ends} | curl -H 'Accept: text/plain' --data-binary @- {here}", f"{ends} > ends.log"),
    )
    return show(request, "error.html", page, status=413)


def busy(request: HttpRequest) -> HttpResponse:
    """Every slot for matches is taken: come again."""
    counts.shed.inc()
    message = gettext(
        "Too many logs at once. Go back (the text is still in the box) and send it again in a few seconds."
    )
    page = frame.ErrorPage(
        title=gettext("Busy"),
        status=503,
        message=message,
        instead=gettext("From the machine where the log lies, this tries again by itself:"),
        commands=(f"curl --retry 5 -H 'Accept: text/plain' --data-binary @train.log {frame.asked('/api/match')}",),
    )
    response = show(request, "error.html", page, status=503)
    response.headers["Retry-After"] = str(RETRY_AFTER)
    return response
