"""Log records -> lines of JSON that carry nothing of any request: no address, no text, no message of an exception."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime

# Only these write messages of our own making; a library's message may quote what it was given.
TRUSTED = ("kb", "gunicorn")


class JsonLines(logging.Formatter):
    """One object a line; of an exception its types and the places that it came through."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _message(record),
            "process": record.process,
        }
        told |= getattr(record, "told", {})
        if record.exc_info and record.exc_info[1]:
            told["exception"] = [_raised(error) for error in _causes(record.exc_info[1])]
        return json.dumps(told)


class WithoutQuery(logging.Filter):
    """Cuts the query off the request line that the development server logs: searches are nobody's business."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_cut(arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


def _cut(text: str) -> str:
    path, asked, _ = text.partition("?")
    return f"{path}?…" if asked else text


def _message(record: logging.LogRecord) -> str:
    if record.name.split(".")[0] in TRUSTED:
        return record.getMessage()
    request = getattr(record, "request", None)
    if request is not None:
        return f"{getattr(record, 'status_code', '')} {route_of(request)}".strip()
    return f"{record.module}:{record.lineno}"


def route_of(request) -> str:
    """The pattern of an address, which the site wrote, instead of the address, which its reader wrote."""
    match = getattr(request, "resolver_match", None)
    return match.route if match else "/static/" if request.path_info.startswith("/static/") else "none"


def _causes(error: BaseException) -> list[BaseException]:
    """The exception and what it was raised from, newest first."""
    chain: list[BaseException] = []
    while error is not None and error not in chain:
        chain.append(error)
        error = error.__cause__ or error.__context__
    return chain


def _raised(error: BaseException) -> dict:
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    return {"type": f"{type(error).__module__}.{type(error).__qualname__}", "traceback": places}


PRODUCTION = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "kb.serving.logs.JsonLines"}},
    "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stdout"}},
    "root": {"handlers": ["out"], "level": "WARNING"},
    "loggers": {
        "kb": {"level": "INFO"},
        # 4xx are in the request log already.
        "django": {"handlers": [], "level": "ERROR", "propagate": True},
        "django.security": {"level": "ERROR"},
        "waitress": {"level": "ERROR"},
        "gunicorn.error": {"handlers": [], "level": "INFO", "propagate": True},
        "gunicorn.access": {"handlers": [], "propagate": False},
    },
}
DEVELOPMENT = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"no query": {"()": "kb.serving.logs.WithoutQuery"}},
    "loggers": {"django.server": {"filters": ["no query"]}},
}
