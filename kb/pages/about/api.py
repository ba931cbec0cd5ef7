"""The API's own description -> the page that people read before they write a program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings

from kb.language import address, current, gettext
from kb.pages.frame import LIMIT, Page, asked
from kb.web.openapi import described


@dataclass(frozen=True, slots=True)
class Example:
    """One thing that people want of the API, and the command that does it."""

    wish: str
    command: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address: its method, what it is for, what it takes, and what it answers with."""

    method: str
    path: str
    summary: str
    parameters: tuple[tuple[str, str], ...]
    answers: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiPage(Page):
    examples: tuple[Example, ...]
    endpoints: tuple[Endpoint, ...]
    limit: str = LIMIT


def api_page(slug: str) -> ApiPage:
    """`slug` is the entry of the examples."""
    told = described(current().code)
    return ApiPage(
        title=gettext("The API"),
        description=gettext("Match a log of a training job by curl, and read every failure as JSON or Markdown."),
        path="/api/",
        place="api",
        examples=tuple(_examples(slug)),
        endpoints=tuple(one for path, item in told["paths"].items() for one in _endpoints(path, item)),
    )


def _examples(slug: str) -> Iterable[Example]:
    match = asked("/api/match")
    plain = "curl -H 'Accept: text/plain' --data-binary @train.log"
    yield Example(gettext("Read the answer yourself"), f"{plain} {match}")
    yield Example(gettext("The end of a job's output"), f"tail -n 20000 slurm-123.out | curl --data-binary @- {match}")
    files = 'for log in rank*.log; do files+=(-F "files=@$log"); done'
    yield Example(gettext("All ranks of one job"), f'files=()\n{files}\ncurl "${{files[@]}}" {match}')
    beside = f"curl -F files=@bad.log -F against=@good.log {match}"
    yield Example(gettext("And what it says that the last good run did not (against, in JSON too)"), beside)
    known = "jq -r 'if .known then .matches[0].slug else empty end'"
    yield Example(
        gettext("Only the failure's name, for a script"), f"curl -s --data-binary @train.log {match} | {known}"
    )
    yield Example(
        gettext("What a check printed, where nothing was proved (one c= for each value of the answer's state)"),
        f"curl --data-binary @printed.txt {asked('/api/differential', check='CHECK', c='…')}",
    )
    yield Example(gettext("One failure, as JSON"), f"curl {asked(f'/api/failures/{slug}/')}")
    document = f"{settings.SITE_URL}{address(f'/failures/{slug}.md')}"
    yield Example(gettext("The same as Markdown"), f"curl {document}")


def _endpoints(path: str, item: dict) -> Iterable[Endpoint]:
    """What all methods of an address take stands beside them."""
    shared = item.get("parameters", [])
    return (_endpoint(path, method, told, shared) for method, told in item.items() if method != "parameters")


def _endpoint(path: str, method: str, told: dict, shared: list[dict]) -> Endpoint:
    taken = [*told.get("parameters", []), *shared]
    parameters = tuple((one["name"], one.get("description", "")) for one in taken)
    answers = tuple((status, answer["description"]) for status, answer in told["responses"].items())
    return Endpoint(method.upper(), path, told["summary"], parameters, answers)
