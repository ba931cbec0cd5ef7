"""The MCP server: five tools that answer in facts, and a sixth that collects where whoever started it allowed that."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import PurePath
from typing import Annotated

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from kb import __version__
from kb.agents.collecting import NotCollected, collected
from kb.agents.facts import differential_facts, facts, found_facts, output_facts
from kb.agents.pages import KEPT, Expired, Pages
from kb.agents.roots import Refused, Roots
from kb.catalogue.document import check_as_markdown, entry_as_markdown
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Differential, UnknownAnswer, answer_from, narrowed
from kb.diagnosis.differential.outcomes import Output, output_of
from kb.diagnosis.matcher import Matcher
from kb.lookup.lookup import Lookup
from kb.reading.text.decoding import Content

LONGEST_TEXT = 1 << 20
MOST_FILES = 256
MOST_FOUND = 5
INSTRUCTIONS = (
    "Names the failure that a log of a multi-GPU or multi-node training job proves, or says that nothing is proved. "
    "Begin with match. An answer cites the lines that prove it: quote them. Where nothing is proved, do the next check "
    "and report its outcome with next_check; never present a candidate as the cause. Long answers end with a cursor."
)
READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Paths = Annotated[list[str], Field(description="log files below the server's roots; several are the ranks of one job")]
Text = Annotated[str, Field(description="the log itself, or a description of what happens, at most 1 MiB")]
GoodPaths = Annotated[list[str], Field(description="the log files of a run that went well, below the same roots")]
GoodText = Annotated[str, Field(description="the log of a run that went well, at most 1 MiB")]
Answers = Annotated[list[str], Field(description="what checks have shown, each CHECK=OUTCOME")]


class Tools:
    """The tools; each returns text of at most a page, or raises ToolError with what to do."""

    def __init__(self, matcher: Callable[[], Matcher], lookup: Callable[[], Lookup], roots: Roots):
        self._matcher, self._lookup, self._roots, self._pages = matcher, lookup, roots, Pages()
        self._open: OrderedDict[str, Differential] = OrderedDict()

    def match(
        self,
        paths: Paths = [],  # noqa: B006  (a schema, never changed)
        text: Text = "",
        good_paths: GoodPaths = [],  # noqa: B006
        good_text: GoodText = "",
    ) -> str:
        """Which known failure a log proves: evidence, fix, retry verdict, what would refute it, what not to do.

        With the log of a run that went well, also what this one says that it did not.
        """
        if bool(paths) == bool(text):
            raise ToolError("give either paths or text")
        if good_paths and good_text:
            raise ToolError("give either good_paths or good_text, or neither")
        if max(len(text), len(good_text)) > LONGEST_TEXT or len(paths) + len(good_paths) > MOST_FILES:
            raise ToolError(
                f"at most {LONGEST_TEXT >> 20} MiB of text or {MOST_FILES} files: keep first and last parts"
            )
        with ExitStack() as opened:
            try:
                files, good = self._sent(paths, text, opened), self._sent(good_paths, good_text, opened)
                return self._answer(self._matcher().match_beside(files, good, keep=False))
            except Refused as refused:
                raise ToolError(str(refused)) from refused
            except OSError as error:
                raise ToolError(f"reading failed: {error.strerror or 'unknown reason'}") from error

    def _sent(self, paths: list[str], text: str, opened: ExitStack) -> list[tuple[str, Content]]:
        """The logs, open until `opened` is left; nothing where neither is given. Raises Refused."""
        if text:
            return [("", text)]
        return [(PurePath(path).name, opened.enter_context(self._roots.open(path))) for path in paths]

    def _answer(self, answer: Answer) -> str:
        told = facts(answer)
        if answer.best is None and answer.differential and answer.differential.asked:
            told = f"case: {self._case(answer.differential)}\n{told}"
        return self._pages.first(told)

    def _case(self, found: Differential) -> str:
        """A name under which the next check is asked for."""
        name = f"c{secrets.token_hex(4)}"
        self._open[name] = found
        while len(self._open) > KEPT:
            self._open.popitem(last=False)
        return name

    def next_check(
        self,
        case: Annotated[str, Field(description="the case that match named")],
        answers: Answers = [],  # noqa: B006
        printed: Annotated[str, Field(description="what the check that is asked for printed")] = "",
    ) -> str:
        """Where match proved nothing: what it could be after these answers, and the check that now tells most."""
        if (start := self._open.get(case)) is None:
            raise ToolError("no such case, or no longer: call match again")
        if len(printed) > LONGEST_TEXT:
            raise ToolError(f"at most {LONGEST_TEXT >> 20} MiB of output: keep first and last parts")
        try:
            found, output = self._after(start, [answer_from(text) for text in answers], printed)
        except UnknownAnswer as error:
            raise ToolError(str(error)[:2000]) from error
        lines = [*(output_facts(output) if output else ()), *differential_facts(found)]
        if found.asked:
            lines.append(f"how: {check_as_markdown(found.asked.check)}")
        return self._pages.first("\n".join([f"case: {case}", *lines]))

    def _after(
        self, start: Differential, given: list[tuple[str, str]], printed: str
    ) -> tuple[Differential, Output | None]:
        """After these answers, and after what the check printed that is asked for then. Raises UnknownAnswer."""
        catalogue = self._matcher().catalogue
        found = narrowed(start, given, catalogue)
        if not printed or found.asked is None:
            return found, None
        output = output_of(found.asked.check, [("", printed)])
        if output.shown:
            found = narrowed(start, [*given, (output.check.slug, output.shown.outcome.slug)], catalogue)
        return found, output

    def search(
        self,
        query: Annotated[
            str, Field(description="a message, an exit code, or words, English or Chinese", max_length=2000)
        ],
        limit: Annotated[int, Field(ge=1, le=20)] = MOST_FOUND,
    ) -> str:
        """Entries that a message proves, then those about its codes and words, best first.

        Words prove nothing: match the log before you name a cause.
        """
        return self._pages.first("\n".join(found_facts(self._lookup().find(query, limit), limit)))

    def entry(self, slug: Annotated[str, Field(description="the entry's name", max_length=200)]) -> str:
        """One entry as Markdown, the fix first: mechanism, look-alikes, versions, sources."""
        catalogue = self._matcher().catalogue
        known = catalogue.by_slug.get(catalogue.aliases.get(slug, slug))
        if known is None:
            raise ToolError("no entry has this name: search finds names")
        return self._pages.first(entry_as_markdown(known, catalogue))

    def more(self, cursor: Annotated[str, Field(description="from the last line of an answer", max_length=40)]) -> str:
        """The next page of a long answer."""
        try:
            return self._pages.more(cursor)
        except Expired as error:
            raise ToolError(str(error)) from error

    def collect(
        self,
        pids: Annotated[list[int], Field(description="processes of the job; none: every job found here")] = [],  # noqa: B006
    ) -> str:
        """Looks, read-only, at the job on this machine (stacks, NCCL RAS, /proc, GPUs), and matches what it sees."""
        try:
            text = collected([pid for pid in pids if pid > 0])
        except (NotCollected, OSError) as error:
            raise ToolError(str(error)) from error
        return self._answer(self._matcher().match([("collected.txt", text)], keep=False))


def build(matcher: Callable[[], Matcher], lookup: Callable[[], Lookup], roots: Roots, collect: bool) -> MCPServer:
    """A server with these tools; `collect` only where it was asked for."""
    tools = Tools(matcher, lookup, roots)
    server: MCPServer = MCPServer("rank-down", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for tool in (tools.match, tools.next_check, tools.search, tools.entry, tools.more):
        server.add_tool(tool, annotations=READS, structured_output=False)
    if collect:
        server.add_tool(tools.collect, annotations=READS, structured_output=False)
    return server
