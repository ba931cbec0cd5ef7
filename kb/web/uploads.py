"""Request -> named texts of a job and of a good run, in memory only; says what to do where that is not possible."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.conf import settings
from django.core.exceptions import BadRequest, SuspiciousOperation, TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError

from kb.language import gettext, marked
from kb.serving import json_paste
from kb.serving.pool import FAILED, REFUSAL

Files = list[tuple[str, bytes | str]]
MEGABYTE = 1024 * 1024
# The name of a text that is added to one.
ADDED = "added.txt"
# Each escaped byte of such a form takes fifteen times its size while it is read; our own form is multipart.
MOST_URLENCODED = MEGABYTE
# The names of a form's box and of its files: of the job, and of the good run, whose two share one.
FIELDS = (("text", "files"), ("against", "against"))
# A browser shows an answer only after it has sent its body: read that much of it, then hang up.
MOST_DISCARDED = 4 * settings.MAX_PASTE_BYTES
# What a refused client is told to wait, in seconds.
RETRY_AFTER = 2
OUR_FAULT = marked("This is our fault, not yours. Nothing that you sent was stored; please send it again in a minute.")


@dataclass(frozen=True, slots=True)
class Paste:
    """The logs of one job, and those of a run that went well, where there are any, to compare it with."""

    files: Files
    good: Files = field(default_factory=list)


class Refused(Exception):
    """The request cannot be read; `message` tells its author what to do."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status, self.message = status, message


def too_large() -> Refused:
    limit = settings.MAX_PASTE_BYTES // MEGABYTE
    told = gettext(
        "This is more than {limit} MiB, the limit for one paste. Send its beginning and its end: "
        "`(head -c 8M FILE; tail -c 20M FILE)`, or match it where it lies, without a limit: `rankdown match FILE`."
    )
    return Refused(413, told.format(limit=limit))


def from_form(request: HttpRequest) -> Paste:
    """The text box and the files of a form, in this order; nothing where all are empty. A good run has its own of both.

    What a page of answers carries (kb/pages/answers/carried.py) is both in one field, to which more may be added.
    """
    refuse_unreadable(request)
    if request.content_type != "multipart/form-data" and _length(request) > MOST_URLENCODED:
        told = gettext("A form of this size must be multipart/form-data; or send the raw log to /api/match.")
        raise Refused(413, told)
    try:
        sent = [(_box(request.POST.getlist(box)), request.FILES.getlist(files)) for box, files in FIELDS]
        again = request.POST.get("again", "")
    except TooManyFilesSent as error:
        raise Refused(400, _too_many()) from error
    # LookupError: a part's own header may name a codec that is none (filename*=zlib''x).
    except (SuspiciousOperation, BadRequest, MultiPartParserError, LookupError, ValueError) as error:
        why = error if isinstance(error, MultiPartParserError) else gettext("broken")
        told = gettext("The form could not be read ({why}). Paste the text into the box and send it.")
        raise Refused(400, told.format(why=why)) from error
    new = Paste(*(_texts(box, uploads) for box, uploads in sent))
    return _added(from_json(again.encode("utf-8", "replace")), new) if again else new


def _added(carried: Paste, new: Paste) -> Paste:
    """What the reader adds to the paste that an answer's page carries; a text that was written has no name there."""
    files = [*carried.files, *((name or ADDED, text) for name, text in new.files)]
    if len(files) + len(carried.good) > settings.DATA_UPLOAD_MAX_NUMBER_FILES:
        raise Refused(400, _too_many())
    return Paste(_distinct(files), carried.good or new.good)


def _box(values: list[str]) -> str:
    """What was written; a field for files that was left empty arrives as an empty text of the same name."""
    return next(filter(None, values), "")


def _texts(box: str, uploads: Iterable[UploadedFile]) -> Files:
    pasted: Files = [("", box)] if box.strip() else []
    return pasted + _distinct([(upload.name or "file", upload.read()) for upload in uploads])


def from_body(request: HttpRequest) -> Paste:
    """The body of an API call: JSON or a form where it says so, and the raw log in every other case."""
    refuse_unreadable(request)
    if request.content_type == "multipart/form-data":
        return from_form(request)
    # curl --data-binary calls its log a form: only what says JSON is taken for anything but a log.
    return from_json(request.body) if request.content_type == "application/json" else Paste([("", request.body)])


def from_json(body: bytes) -> Paste:
    """{"text": …} or {"files": {name: text}}, and "against" with either -> named texts."""
    try:
        files, good = json_paste.parse(body)
    except json_paste.NotPaste as error:
        raise Refused(400, str(error)) from error
    if len(files) + len(good) > settings.DATA_UPLOAD_MAX_NUMBER_FILES:
        raise Refused(400, _too_many())
    return Paste([*files], [*good])


def refuse_unreadable(request: HttpRequest) -> None:
    """Raises Refused where the body has no known length, or one over the limit, after reading that away."""
    if request.META.get(REFUSAL) == FAILED:
        raise Refused(500, gettext(OUR_FAULT))
    if REFUSAL in request.META:
        told = gettext("Busy with other logs: send it again in a few seconds (curl --retry 5 does so by itself).")
        raise Refused(503, told)
    if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
        raise Refused(411, gettext("Send the log with a Content-Length: curl --data-binary @train.log does."))
    if _length(request) <= settings.MAX_PASTE_BYTES:
        return
    for _ in range(MOST_DISCARDED // MEGABYTE):
        if not request.read(MEGABYTE):
            break
    raise too_large()


def _length(request: HttpRequest) -> int:
    length = str(request.META.get("CONTENT_LENGTH") or "")
    return int(length) if length.isascii() and length.isdecimal() and len(length) < 20 else 0


def _too_many() -> str:
    told = gettext("More than {number} files at once: join them, or send fewer ranks.")
    return told.format(number=settings.DATA_UPLOAD_MAX_NUMBER_FILES)


def _distinct(files: Files) -> Files:
    """Two ranks may both send train.log: evidence must say which of them."""
    seen: dict[str, int] = {}
    named = []
    for name, content in files:
        seen[name] = seen.get(name, 0) + 1
        named.append((name if seen[name] == 1 else f"{name} ({seen[name]})", content))
    return named
