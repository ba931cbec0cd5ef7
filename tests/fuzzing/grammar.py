"""Hypothesis strategies that speak the languages we read: logs, jobs, requests, entries; mostly right, then bent."""

from __future__ import annotations

import yaml
from hypothesis import strategies as st

from tests.hostile import signatures
from tests.mangling import MANGLINGS

NUMBERS = st.one_of(
    st.integers(-1, 9).map(str),
    st.integers().map(str),
    st.sampled_from(["", "9" * 19, "9" * 21, "0" * 5000, "1e5", "٣"]),
)
WORDS = st.sampled_from(
    ["loss", "rank", "error", "NCCL WARN", "错误", "Traceback", "world_size=8", "nranks 4", "torch==2.3.1", "CUDA 12.4"]
    + [
        "NVIDIA A100-SXM4-80GB",
        "\x1b[31m",
        "\x1b]0;x\x07",
        "\u202e",
        "\ufeff",
        "&lt;",
        "%20",
        "\\n",
        "\r",
        "Ã©Â",
        "│",
        "“",
        "\x00",
    ]
)
PREFIXES = st.sampled_from(
    ["", "[rank{n}]: ", "[1,{n}]<stderr>: ", "[default{n}]:", "(Worker pid={n}, ip=1.2.3.4) ", "> ", "10.0.0.{n}: "]
    + ["2024-05-01 10:00:0{n},123 - INFO - ", "trainer-{n}  | ", "node/{n} [", "stderr {n}: ", "[Rank {n}] [PG {n}] "]
)
PREFIXED = st.builds(lambda prefixes, n: "".join(prefixes).replace("{n}", n), st.lists(PREFIXES, max_size=3), NUMBERS)
TIMEOUTS = st.builds(
    "[Rank {0}] [PG ID {1}] Watchdog: WorkNCCL(SeqNum={2}, OpType={3}, NumelIn={4}, NumelOut={4}, Timeout(ms)={5})"
    " ran for {6} milliseconds before timing out.".format,
    NUMBERS, NUMBERS, NUMBERS, st.sampled_from(["ALLREDUCE", "_ALLGATHER_BASE", "", "A" * 50]), NUMBERS, NUMBERS, NUMBERS,
)  # fmt: skip
STATES = st.builds("[Rank {}] last enqueued work: {}, last completed work: {}".format, NUMBERS, NUMBERS, NUMBERS)
TRACEBACKS = st.builds(
    'Traceback (most recent call last):\n  File "{}", line {}, in main\n    raise {}({!r})\n{}: {}'.format,
    st.text(max_size=9), NUMBERS, WORDS, WORDS, st.sampled_from(["KeyError", "torch.cuda.OutOfMemoryError", "XError"]),
    st.text(max_size=30),
)  # fmt: skip
SIGNED = st.sampled_from(signatures())
CUT = st.builds(lambda line, start, end: line[start:end], SIGNED, st.integers(0, 30), st.integers(10, 200))
ROWS = st.lists(st.one_of(WORDS, NUMBERS), min_size=1, max_size=6).map(lambda cells: f"| {' | '.join(cells)} |")
NOISE = st.lists(WORDS, max_size=6).map(" ".join)
LINES = st.builds(
    str.__add__, PREFIXED, st.one_of(TIMEOUTS, STATES, TRACEBACKS, SIGNED, CUT, ROWS, NOISE, st.text(max_size=40))
)
CHANGES = st.sampled_from([str, *MANGLINGS.values()])


@st.composite
def texts(draw) -> str:
    """A log of a few lines, bent as a whole in up to two ways."""
    text = draw(st.sampled_from(["\n", "\r\n", " "])).join(draw(st.lists(LINES, max_size=12)))
    for change in draw(st.lists(CHANGES, max_size=2)):
        text = _changed(text, change)
    return text


def _changed(text: str, change) -> str:
    try:
        return change(text)
    except UnicodeError:
        return text


ENCODINGS = st.sampled_from(["utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "gb18030", "latin-1"])
LOGS = st.builds(lambda text, code: text.encode(code, "replace"), texts(), ENCODINGS)
NAMES = st.one_of(st.sampled_from(["", "rank0.log", "../x", "a\x1b]0;x", "\u202e.log", "a\nb"]), st.text(max_size=12))
JOBS = st.lists(st.tuples(NAMES, LOGS), min_size=1, max_size=3, unique_by=lambda file: file[0])

HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "accept": st.sampled_from(["text/plain", "*/*", "", "application/json;q=0", "text/plain; a*=zlib''b", ",;="]),
        "accept-encoding": st.sampled_from(["gzip", "br;q=x", "*"]),
        "if-none-match": st.sampled_from(['"x"', "*", 'W/"', ","]),
        "if-modified-since": st.sampled_from(["Sat, 01 Jan 0000 00:00:00 GMT", "x"]),
        "cookie": st.sampled_from(["a=b", "=;=", "sessionid=" + "x" * 99]),
        "transfer-encoding": st.sampled_from(["chunked", "identity"]),
        "x-forwarded-host": st.just("evil.example"),
        "range": st.sampled_from(["bytes=0-0", "bytes=-", "x"]),
    },
)
CONTENT_TYPES = st.sampled_from(
    ["text/plain", "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=B", ""]
    + [
        "text/plain; charset=zlib",
        "multipart/form-data",
        "application/json; charset=utf-7",
        "x" * 300,
        "multipart/form-data; boundary=\x00",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | texts(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["text", "files", "against", "a"]), inner)
    ),
    max_leaves=5,
)
PARTS = st.sampled_from(
    ['name="text"', 'name="files"; filename="a.log"', 'name="against"', 'name="against"; filename="b.log"']
    + ["name=files; filename*=zlib''x", "", 'name="']
)
FORMS = st.lists(st.tuples(PARTS, LOGS), max_size=3).map(
    lambda parts: (
        b"".join(
            b"--B\r\nContent-Disposition: form-data; %s\r\n\r\n%s\r\n" % (told.encode(), body) for told, body in parts
        )
        + b"--B--\r\n"
    )
)
ADDRESSES = st.one_of(
    st.sampled_from(["/", "/match", "/api/match", "/api/match/", "/search", "/failures/", "/api/failures/", "/healthz"])
    | st.sampled_from(["/metrics", "/feed.xml", "/sitemap.xml", "/coverage/", "/guides/", "/api/openapi.json", "//x"]),
    st.text(max_size=20).map(lambda text: "/failures/" + text),
    st.text(max_size=20).map(lambda text: "/api/failures/" + text),
)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30) | WORDS | SIGNED,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
HOLED = st.lists(
    st.sampled_from(
        ["<int>", "<any>", "<path>", "<word>", "<nope>", "\\<int>", "widget was late ", "(", "错误", '"', "{"]
    ),
    max_size=8,
).map("".join)
SIGNATURES = st.lists(
    st.fixed_dictionaries(
        {"line": HOLED | SIGNED | VALUES, "proof": st.sampled_from(["decisive", "supporting", "maybe"])},
        optional={"together": st.lists(HOLED, max_size=2) | VALUES, "absent": st.lists(HOLED, max_size=2) | VALUES},
    ),
    max_size=3,
)  # fmt: skip
KEYS = ["title", "summary", "zh", "kind", "retry", "symptoms", "sources", "versions", "leads_to", "follows_from"]
FRONTS = st.fixed_dictionaries(
    {"signatures": SIGNATURES},
    optional=dict.fromkeys([*KEYS, "tell_apart", "reproduction", "aliases", "x"], VALUES),
)
BODIES = st.lists(
    st.sampled_from(
        [
            "## Symptoms\n",
            "## Fix\n",
            "## Root cause\n",
            "```python\n",
            "[a](b)",
            "[x][",
            "$$",
            "<script>",
            "\n",
            "---\n",
        ]
    ),
    max_size=12,
).map("".join)


@st.composite
def entry_changes(draw) -> tuple[dict, str, bytes]:
    """Front matter to lay over a sound entry's, a body to put behind its own, and bytes to put somewhere in the file."""
    return (
        draw(FRONTS),
        draw(BODIES),
        draw(st.sampled_from([b"", b"", b"", b"\xff", b"---\n", b"\t- x: [\n", b"&a *a", b"\0"])),
    )


def entry_file(sound: str, front: dict, body: str, junk: bytes, at: int) -> bytes:
    """A sound entry.md, bent as told."""
    _, told, rest = sound.split("---\n", 2)
    try:
        told = yaml.safe_dump(yaml.safe_load(told) | front, allow_unicode=True)
    except yaml.YAMLError:
        told += repr(front)
    whole = f"---\n{told}---\n{rest}{body}".encode("utf-8", "replace")
    return whole[: at % len(whole)] + junk + whole[at % len(whole) :]
