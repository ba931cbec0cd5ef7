"""Pastes made to cost as much as possible: each aims at one mark, one table or one step that the reading has.

`ATTACKS` has them all by name; `paste(name, size)` makes one of about so many bytes, as the files of one job.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, cycle, islice
from pathlib import Path
from urllib.parse import quote

from kb.catalogue.loading.loader import load
from kb.catalogue.schema.holes import Hole, parts

ROOT = Path(__file__).parents[1]
FILLED = {"int": "7", "num": "1.5", "hex": "0xbeef", "word": "node7", "path": "/data/x", "any": ""}
TIMEOUT = (
    "[Rank {n}] [PG ID 0 PG GUID 0 Rank {n}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={n}, "
    "OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600001 milliseconds before timing out.\n"
)
Files = list[tuple[str, bytes]]
ATTACKS: dict[str, Callable[[int], Iterable[str] | Iterable[bytes] | Files]] = {}


def attack(make):
    """Registers a generator; it yields pieces of one text without end, or returns files of the size asked for."""
    ATTACKS[make.__name__.replace("_", " ")] = make
    return make


def paste(name: str, size: int) -> Files:
    """The files of one attack, about `size` bytes together."""
    made = ATTACKS[name](size)
    return made if isinstance(made, list) else [("", joined(made, size))]


def joined(pieces: Iterable[str] | Iterable[bytes], size: int) -> bytes:
    """The first `size` bytes of an endless text."""
    whole = bytearray()
    for piece in pieces:
        whole += piece if isinstance(piece, bytes) else piece.encode()
        if len(whole) >= size:
            break
    return bytes(whole[:size])


def numbered(template: str) -> Iterator[str]:
    """The same line again and again, each with a number of its own."""
    return (template.format(n=n) for n in range(1 << 62))


def repeated(piece: str) -> Iterator[str]:
    """The same piece without end, in handfuls."""
    return cycle([piece * (1 + 4096 // len(piece))])


@cache
def signatures() -> tuple[str, ...]:
    """A line that satisfies each signature of the real catalogue."""
    lines = (s.line for entry in load(ROOT / "content").entries for s in entry.front.printed)
    return tuple("".join(FILLED[p.type] if isinstance(p, Hole) else p for p in parts(line)) for line in lines)


def benign(size: int) -> Files:
    """Eight ranks making progress: what everything else is measured against."""
    line = "[rank{r}]: 2026-11-21 09:00:00,123 INFO trainer: step {n} loss {x:.4f} grad_norm 1.037 lr 1e-05\n"
    return [("", joined((line.format(r=n % 8, n=n, x=n * 0.37 % 9) for n in range(1 << 62)), size))]


@attack
def watchdog_words_on_one_line(size):
    """The mark of a timeout, nothing behind it, and no line end."""
    return repeated("WorkNCCL(")


@attack
def enqueued_words_on_one_line(size):
    """The other mark of a timeout."""
    return repeated("last enqueued ")


@attack
def watchdog_words_a_line(size):
    """The shortest line that is looked at as a timeout."""
    return repeated("[Rank 0] WorkNCCL(\n")


@attack
def ranks_without_end(size):
    """Whole timeouts, each of a rank of its own."""
    return numbered(TIMEOUT)


@attack
def ranks_in_few_bytes(size):
    """The shortest true timeouts, each of a rank of its own."""
    return numbered("[Rank {n}] WorkNCCL(OpType=A, Timeout(ms)=1) ran for 1 milliseconds\n")


@attack
def ranks_told_without_end(size):
    """Ranks that another one told of the timeout, each further than the one before: all of them did not join."""
    dump = "[Rank {n}] dump signal due to a collective timeout from  rank 0 last enqueued NCCL work: {n}, "
    return numbered(dump + "last completed NCCL work: {n}\n")


@attack
def escaped_letters(size):
    """Chinese as JSON spells it, each sign by itself."""
    return (f"\\u{0x4E00 + n % 20000:04x} " for n in range(1 << 62))


@attack
def groups_without_end(size):
    """One rank in process groups without end, and how far it had come in each."""
    return numbered("[Rank 0] [PG {n}] last enqueued work: {n}, last completed work: {n}\n")


@attack
def timeouts_behind_long_heads(size):
    """600 bytes in front of each mark that nearly name a rank."""
    return repeated("[Rank " * 30 + "WorkNCCL(")


@attack
def every_signature_in_turn(size):
    """All lines of the catalogue, filled in."""
    return cycle(line + "\n" for line in signatures())


@attack
def every_signature_on_one_line(size):
    """The same without line ends: each match has 8 KB of printed line on both sides."""
    return cycle(line + " " for line in signatures())


@attack
def signatures_that_end_in_holes(size):
    """Every longer tail of a hole could be one more match."""
    return cycle(line + "7" * 20 + " " for line in signatures() if line.endswith(("7", "1.5", "beef", "node7")))


@attack
def one_signature_a_line(size):
    """The shortest line of the catalogue, for the most matches a byte."""
    return repeated(min((line for line in signatures() if len(line) > 12), key=len) + "\n")


@attack
def signatures_with_spaces_between(size):
    """Every letter apart: the compact text is half as long, and each place has a way back to find."""
    return cycle(" ".join(line) + "\n" for line in signatures())


@attack
def signatures_quoted_in_code(size):
    """Each line as source that raises it: an echo is looked for in front of every match."""
    return cycle(f'raise RuntimeError("{line}")\n' for line in signatures())


@attack
def half_signatures(size):
    """Error lines that are nearly a signature, each with its own letters."""
    lines = enumerate(cycle(signatures()))
    return (f"RuntimeError: {line[: len(line) * 6 // 10]} {chr(97 + n % 26) * 3}{n:x}\n" for n, line in lines)


@attack
def half_signatures_behind_prefixes(size):
    """The same behind prefixes that nest as deep as anybody looks."""
    lines = enumerate(cycle(signatures()))
    return (f"> > [rank0]: 10.0.0.1: INFO: {line[: len(line) * 6 // 10]} error {n:x}\n" for n, line in lines)


@attack
def exceptions_all_distinct(size):
    """Every line an exception in words of its own."""
    letters = random.Random(1)  # noqa: S311
    return (f"{letters.getrandbits(80):x}Error: {letters.getrandbits(80):x}\n".translate(LETTERS) for _ in cycle("x"))


LETTERS = str.maketrans("0123456789", "ghijklmnop")


@attack
def exceptions_with_dots(size):
    """Names of classes that go on and on before they end in nothing."""
    return repeated("a." * 180 + "Error x\n")


@attack
def error_words_on_one_line(size):
    """Words of trouble, and the line's end far away."""
    return repeated("error ")


@attack
def error_words_a_line(size):
    """The shortest lines that look like errors."""
    return repeated("error\n")


@attack
def chinese_error_words(size):
    """Trouble in Chinese, a line each, with letters of its own."""
    return (f"错误{chr(0x4E00 + n % 20000)}{chr(0x4E00 + n // 20000)}\n" for n in range(1 << 62))


@attack
def entities(size):
    """HTML's spellings of everything, all different."""
    return numbered("&#{n};&lt;&amp;lt;")


@attack
def entities_that_repeat(size):
    """Five bytes, one sign."""
    return repeated("&#60;")


@attack
def mojibake_whole(size):
    """Chinese read as Windows-1252, as a whole: it can be undone at one go."""
    text = "错误：连接被拒绝，进程组超时\n".encode().decode("cp1252", "ignore")
    return repeated(text)


@attack
def mojibake_broken(size):
    """Mojibake that lost a byte in each line, so that each must be guessed."""
    text = "\u201cé错误→连接\u201d ".encode().decode("latin-1")
    return (f"{n:x} {text[: 3 + n % 11]}Â\n" for n in range(1 << 62))


@attack
def mojibake_on_one_line(size):
    """The same without a line's end."""
    return repeated("Ã©Â")


@attack
def box_drawing(size):
    """A table that is nothing but its frame."""
    return repeated("│─┼█")


@attack
def fancy_quotes(size):
    """Quotes that are three bytes each."""
    return repeated("“’´‘”\xa0")


@attack
def escaped_line_feeds(size):
    r"""Backslash-n without end."""
    return repeated("\\n")


@attack
def backslashes(size):
    """Backslashes that escape nothing."""
    return repeated("\\\\\\\\\\r")


@attack
def colours(size):
    """An ANSI escape for every letter."""
    return repeated("\x1b[31me\x1b[0m^[[1m")


@attack
def window_titles(size):
    """OSC escapes that never end."""
    return repeated("\x1b]0;x")


@attack
def address_escapes(size):
    """An address bar's spelling of a log."""
    return repeated("%20%0A%E9%94%99")


@attack
def carriage_returns(size):
    """A progress bar of one sign."""
    return repeated("\rx")


@attack
def gb18030(size):
    """What a Chinese console writes."""
    return (f"错误：无法连接，第{n}次\n".encode("gb18030") for n in range(1 << 62))


@attack
def nearly_gb18030(size):
    """A Chinese console's bytes that stop being Chinese at every end of a piece."""
    return chain.from_iterable(("错误：无法连接\n".encode("gb18030") * 2000, b"\xff\xfe\x81\n") for _ in cycle("x"))


@attack
def utf_16(size):
    """What PowerShell writes."""
    return chain([b"\xff\xfe"], (f"RuntimeError: 错误 {n}\n".encode("utf-16-le") for n in range(1 << 62)))


@attack
def utf_16_surrogates(size):
    """UTF-16 of half pairs, each of which becomes a question mark."""
    return chain([b"\xff\xfe"], cycle([b"\x00\xd8\n\x00"]))


@attack
def versions(size):
    """Every package that is read, in versions without end."""
    return numbered("NCCL version 2.{n} torch==2.{n} CUDA 12.{n} python 3.{n} NVIDIA A{n} Driver Version: 550.{n}\n")


@attack
def world_sizes(size):
    """Names of a world's size without end."""
    return numbered("world_size={n} nranks {n} num_processes: {n}\n")


@attack
def a_huge_line(size):
    """Not one line end."""
    return repeated("x")


@attack
def empty_lines(size):
    """Nothing but line ends."""
    return chain(["x"], repeated("\n"))


@attack
def lines_of_one_byte(size):
    """A line for every other byte."""
    return repeated("x\n")


@attack
def prefixes_that_nest(size):
    """Prefixes of launchers, quoting and loggers in front of an error."""
    return numbered("> " * 30 + "[rank0]: " * 10 + "INFO - " * 10 + "[1,3]<stderr>: error {n:x}\n")


@attack
def tables(size):
    """Rows of a table, each an error."""
    return numbered("| " * 60 + "error {n:x} |\n")


@attack
def times_that_are_none(size):
    """Digits that nearly are a time, in front of errors."""
    return numbered("12:34:5 2026-11-2" * 11 + " error {n:x}\n")


@attack
def json_in_json(size):
    """A log in a string in a string."""
    line = json.dumps({"log": json.dumps({"log": "RuntimeError: “boom” 错误 {0}\n"})})
    return (line.replace("{0}", f"{n:x}") + "\n" for n in range(1 << 62))


@attack
def emoji(size):
    """Four bytes a sign, so that text takes the most memory."""
    return repeated("🔥\n")


@attack
def a_sign_that_widens(size):
    """Plain ASCII, and one emoji a piece: every letter of the text then takes four bytes."""
    return chain.from_iterable(("x" * 99 + "\n") * 99 + "🔥error\\n" for _ in cycle("x"))


@attack
def bidi_and_controls(size):
    """Signs that a page must picture or drop, each an error."""
    return numbered("\u202e\u2066\x07\x08\x1c error {n:x}\n")


@attack
def markup(size):
    """Signs that a page must escape, in lines as long as it shows."""
    return repeated("<&\"'>" * 400 + " error\n")


@attack
def table_heads_on_one_line(size):
    """Words that open tables, and no line end."""
    return repeated("NVIDIA-SMI 5 Mem:   1 JobId=1 % Mounted on NVRM: Xid WORLD_SIZE= ")


@attack
def table_heads_a_line(size):
    """Lines that open a table, each of another kind, and no row below."""
    heads = [
        "| NVIDIA-SMI 5",
        "Filesystem % Mounted on",
        "GPU0 GPU1",
        "ulimit -n",
        "JobID    State",
        "JobId=7 JobName=x",
    ]
    return cycle(head + "\n" for head in [*heads, "NVRM: Xid (PCI:0000:3b:00): 79", "WORLD_SIZE=7", "Exit Code: 7"])


@attack
def heads_of_other_makers_a_line(size):
    """Lines that open what AMD's tools, InfiniBand's, XML and lldb print, and nothing of it below."""
    heads = ["ROCm System Management Interface", "CA 'mlx5_0'", "hca_id: mlx5_0", "<nvidia_smi_log>", "squeue"]
    return cycle(
        head + "\n" for head in [*heads, "thread #1, stop reason = x", "frame #0: 0x00007fb0b7f0792d libc.so.6`f"]
    )


@attack
def frames_of_lldb_without_end(size):
    """One thread, whose functions have long names with the sign between library and function in them."""
    return numbered("frame #{n}: 0x00007fb0b7f0792d a`" + "b`c + 1 at d:" * 60 + "\n")


@attack
def hosts_in_front_of_tables(size):
    """A table a host, each host's name long and its lines labelled."""
    name = "n" * 50 + "{n}" + "m" * 30 + ": "
    return numbered(f"{name}squeue\n{name}12 gpu a me R 1:00 1 x\n")


@attack
def xml_without_end(size):
    """Tags that nobody closes, and values of none of the names."""
    return chain(["<nvidia_smi_log>\n"], repeated("<gpu>\n<a>1</a>\n<fb_memory_usage>\n" + "<" * 300 + "\n"))


@attack
def ctrl_c_without_end(size):
    """Tracebacks that somebody interrupted, each frame in a function that waits, and no last line."""
    return repeated("^CTraceback (most recent call last):\n" + '  File "threading.py", line 1, in wait\n' * 40 + "\n")


@attack
def tables_of_one_row(size):
    """The shortest tables that say something."""
    return repeated("export WORLD_SIZE=7\n\n")


@attack
def rows_without_end(size):
    """One table that says the same as long as it lasts."""
    return chain(["Filesystem Size Used Avail Use% Mounted on\n"], repeated("a 1G 1G 0 99% /b\n"))


@attack
def rows_that_nearly_fit(size):
    """Wide rows of blanks and numbers: each column could begin anywhere."""
    return repeated("Filesystem Size Used Avail Use% Mounted on\n" + "7" + (" " * 70 + "7 7 7 ") * 60 + "99% b\n")


@attack
def devices_behind_much_else(size):
    """A line that opens a description of devices, then as much of something else as is looked at."""
    return repeated("3a:00.0 PCI bridge: PLX (rev ca)\n" + "Region 0: Memory\n" * 149)


@attack
def remarks_of_collect(size):
    """Errors that collect seems to remark: for each its section is looked for."""
    return chain(["rankdown-collect 1\n"], numbered("note: RuntimeError: {n:x}\n"))


@attack
def everything_at_once(size):
    """A line of every other attack in turn."""
    others = [make for name, make in ATTACKS.items() if not name.startswith(("everything", "many"))]
    pieces = [joined(make(size), 300) for make in others if "utf" not in make.__name__]
    return cycle([b"\n".join(pieces) + b"\n"])


@attack
def many_files(size):
    """As many files as a form may carry, each with an error and a timeout."""
    one = TIMEOUT + "RuntimeError: boom {n}\n" + quote("错误 ")
    count = min(1024, max(1, size // 500))
    return [
        (f"{n}.log", joined(chain([one.format(n=n)], repeated(f"line {n}\n")), size // count)) for n in range(count)
    ]


@attack
def many_causes(size):
    """Every signature in each of a hundred files."""
    text = "\n".join(islice(signatures(), 2000)).encode()
    return [(f"{n}.log", joined(cycle([text]), size // 100)) for n in range(100)]


@attack
def many_files_of_errors(size):
    """A hundred files, each with exceptions of its own from end to end."""
    errors = exceptions_all_distinct(size)
    return [(f"{n}.log", joined(errors, size // 100)) for n in range(100)]


@attack
def many_files_of_timeouts(size):
    """A hundred files, each with ranks of its own from end to end."""
    timeouts = ranks_in_few_bytes(size)
    return [(f"{n}.log", joined(timeouts, size // 100)) for n in range(100)]
