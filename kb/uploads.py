"""Request -> named texts, kept in memory only; says what to do where that is not possible."""

from __future__ import annotations

import json

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation, TooManyFilesSent
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError

Files = list[tuple[str, bytes | str]]
MEGABYTE = 1024 * 1024
# A browser shows an answer only after it has sent its body: read that much of it, then hang up.
MOST_DISCARDED = 4 * settings.MAX_PASTE_BYTES


class Refused(Exception):
    """The request cannot be read; `message` tells its author what to do."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def too_large() -> Refused:
    limit = settings.MAX_PASTE_BYTES // MEGABYTE
    return Refused(
        413,
        f"This is more than {limit} MiB, the limit for one paste. Read the log where it lies with "
        "`python manage.py match FILE`, or paste its end and the lines around the first error.",
    )


def from_form(request: HttpRequest) -> Files:
    """The text box and the files of a form, in this order; nothing where all are empty."""
    refuse_oversized(request)
    try:
        text, uploads = request.POST.get("text", ""), request.FILES.getlist("files")
    except TooManyFilesSent as error:
        most = settings.DATA_UPLOAD_MAX_NUMBER_FILES
        raise Refused(400, f"More than {most} files at once: join them, or send fewer ranks.") from error
    except (SuspiciousOperation, BadRequest, MultiPartParserError) as error:
        raise Refused(400, f"The form could not be read ({error}). Paste the text into the box and send it.") from error
    pasted: Files = [("", text)] if text.strip() else []
    return pasted + _distinct([(upload.name or "file", upload.read()) for upload in uploads])


def from_body(request: HttpRequest) -> Files:
    """The body of an API call: JSON or a form where it says so, and the raw log in every other case."""
    refuse_oversized(request)
    if request.content_type == "multipart/form-data":
        return from_form(request)
    # curl --data-binary calls its log a form: only what says JSON is taken for anything but a log.
    return from_json(request.body) if request.content_type == "application/json" else [("", request.body)]


def from_json(body: bytes) -> Files:
    """{"text": …} or {"files": {name: text}} -> named texts."""
    try:
        given = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused(400, f'Not JSON ({error}). Send {{"text": "…"}}, or the raw log as text/plain.') from error
    files = _named_texts(given)
    if files is None:
        raise Refused(400, 'Send {"text": "the log"} or {"files": {"rank0.log": "the log", …}}; both hold strings.')
    return [(_printable(name), _printable(text)) for name, text in files]


def refuse_oversized(request: HttpRequest) -> None:
    """Raises Refused where the body is over the limit, after reading it away."""
    length = str(request.META.get("CONTENT_LENGTH") or "")
    if not length.isdecimal() or int(length) <= settings.MAX_PASTE_BYTES:
        return
    for _ in range(MOST_DISCARDED // MEGABYTE):
        if not request.read(MEGABYTE):
            break
    raise too_large()


def _named_texts(given: object) -> list[tuple[str, str]] | None:
    if not isinstance(given, dict):
        return None
    files = given["files"] if "files" in given else {"": given.get("text")}
    if not isinstance(files, dict) or not all(isinstance(text, str) for text in files.values()):
        return None
    return list(files.items())


def _printable(text: str) -> str:
    r"""JSON can carry half a surrogate pair ("\ud800"), which no answer could be encoded with."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _distinct(files: Files) -> Files:
    """Two ranks may both send train.log: evidence must say which of them."""
    seen: dict[str, int] = {}
    named = []
    for name, content in files:
        seen[name] = seen.get(name, 0) + 1
        named.append((name if seen[name] == 1 else f"{name} ({seen[name]})", content))
    return named
