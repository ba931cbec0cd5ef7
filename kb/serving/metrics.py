"""Counts for Prometheus: how many, how long, which entries; never a word of what was asked."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import REGISTRY

KIB, MIB = 1024, 1024 * 1024
SIZES = ((64 * KIB, "up to 64 KiB"), (MIB, "up to 1 MiB"), (8 * MIB, "up to 8 MiB"))
# Anybody can make up a method; each name here is a time series.
METHODS = ("GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH")
SECONDS = (0.005, 0.02, 0.1, 0.5, 2, 10, 60)

Files = Sequence[tuple[str, bytes | str]]

requests = Counter("rankdown_requests", "Requests answered.", ("method", "route", "status"))
request_seconds = Histogram("rankdown_request_seconds", "Seconds for an answer.", ("route",), buckets=SECONDS)
answers = Counter("rankdown_answers", "Pastes by what was said: known, unknown, unreadable.", ("outcome",))
hits = Counter("rankdown_entry_hits", "Pastes for which this entry was the answer.", ("slug",))
match_seconds = Histogram("rankdown_match_seconds", "Seconds for a match by size of paste.", ("size",), buckets=SECONDS)
shed = Counter("rankdown_shed", "Pastes refused because every slot for matches was taken.")


def size_class(size: int) -> str:
    return next((name for most, name in SIZES if size <= most), "over 8 MiB")


def counted_request(method: str, route: str, status: int, seconds: float) -> None:
    requests.labels(method if method in METHODS else "other", route, status).inc()
    request_seconds.labels(route).observe(seconds)


def counted_match(matcher, files: Files, good: Files = ()):
    """The matcher's answer, beside that of a good run where there is one; counted as one paste."""
    start = time.perf_counter()
    answer = matcher.match_beside(files, good)
    match_seconds.labels(size_class(_size([*files, *good]))).observe(time.perf_counter() - start)
    answers.labels("unreadable" if answer.notice else "known" if answer.best else "unknown").inc()
    if answer.best:
        hits.labels(answer.best.slug).inc()
    return answer


def exposition() -> bytes:
    """All counts in Prometheus's text format; of every process where gunicorn runs several."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry)


def _size(files: Files) -> int:
    return sum(len(content) for _, content in files)
