"""From a paste to an answer: the whole way, on a small catalogue of widgets."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.causes import Causes, worth_asking
from kb.diagnosis.differential.asking import Asked
from kb.diagnosis.differential.differential import Candidate, Differential
from kb.diagnosis.matcher import Matcher
from kb.language import speaking
from kb.reading.errors import ErrorLine
from tests.contents import edit, write_entry


@pytest.fixture
def matcher(content):
    write_entry(content, "oom", line="widget is out of memory on rank <int>", leads_to="timeout")
    write_entry(content, "timeout", line="widget timed out after <int> ms", leads_to="table")
    write_entry(content, "table", line="ChildWidgetError: see the table above")
    for n in range(3):
        write_entry(content, f"crash-{n}", line=f"widget {n} has crashed for good", leads_to="table")
    hint = write_entry(content, "hinted", line="widget hinted was not frobnicated")
    edit(
        hint,
        "    proof: decisive",
        '    proof: decisive\n  - line: "widgets are sometimes strange"\n    proof: supporting',
    )
    edit(hint, "[the widget stays cold]", "[every gadget rattles loudly]")
    return Matcher(Catalogue.of(load(content)))


def slugs(answer):
    return [match.slug for match in answer.matches]


def test_the_cause_is_the_answer_and_the_chain_shows_the_rest(matcher):
    answer = matcher.match_text(
        "[rank3]: 10:00:01 widget is out of memory on rank 3\n"
        "[rank0]: 10:30:01 widget timed out after 1800000 ms\n"
        "ChildWidgetError: see the table above\n"
    )

    assert answer.best.slug == "oom"
    assert [(step.match.slug, step.line, step.rank) for step in answer.chain] == [
        ("oom", 1, "3"),
        ("timeout", 2, "0"),
        ("table", 3, ""),
    ]


def test_the_evidence_is_the_users_own_line(matcher):
    (evidence,) = matcher.match_text("fine\n\x1b[31m[rank1]: widget timed out after 5 ms\x1b[0m\nfine\n").best.evidence

    assert (evidence.line, evidence.text, evidence.rank) == (2, "[rank1]: widget timed out after 5 ms", "1")


def test_several_files_are_one_job_and_the_evidence_names_the_file(matcher):
    answer = matcher.match(
        [("rank0.log", "widget timed out after 5 ms\n"), ("rank1.log", "widget is out of memory on rank 1\n")]
    )

    assert answer.best.slug == "oom"
    assert [(e.file, e.line) for m in answer.matches for e in m.evidence] == [("rank1.log", 1), ("rank0.log", 1)]


def test_a_hint_alone_is_a_guess(matcher):
    answer = matcher.match_text("ValueError: widgets are sometimes strange\n")

    assert answer.best is None
    assert slugs(answer)[0] == "hinted"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("every gadget rattles loudly\n", [None]),
        ("Traceback (most recent call last):\nRuntimeError: a gadget rattles\n", ["RuntimeError: a gadget rattles"]),
        ("[rank3]: widget is out of memory on rank 3\n", []),
    ],
)
def test_whether_a_guess_is_worth_its_time_is_asked_where_nothing_is_proved(matcher, text, asked):
    seen = []
    without = matcher.match([("", text)], guess=lambda unexplained: seen.append(unexplained and unexplained.text))

    assert seen == asked
    assert slugs(without) == [match.slug for match in matcher.match_text(text).matches if match.confident]
    assert without.differential is None


def test_words_alone_are_a_guess(matcher):
    answer = matcher.match_text("my gadget rattles, what now?")

    assert answer.best is None
    assert slugs(answer)[0] == "hinted"


def test_a_log_that_no_entry_knows_gets_its_own_error_shown(matcher):
    answer = matcher.match_text("starting\nTraceback (most recent call last):\nKeyError: 'lr'\n")

    assert answer.best is None
    assert (answer.unexplained.line, answer.unexplained.text) == (3, "KeyError: 'lr'")


def test_a_traceback_that_is_cut_off_is_said_only_where_nothing_is_proved(matcher):
    cut = 'step 1\nTraceback (most recent call last):\n  File "/app/train.py", line 7, in <module>\n    main()\n'
    proof = "widget is out of memory on rank 1\n"

    limits = matcher.match([("rank0.log", cut)]).limits
    assert "The traceback at rank0.log:2 is cut off" in limits
    assert "The last line of your own code in it is /app/train.py:7, in <module>." in limits
    assert matcher.match([("rank0.log", cut), ("rank1.log", proof)]).limits == ""


def test_the_users_own_exception_outranks_the_launchers_table(matcher):
    answer = matcher.match_text("[rank1]: KeyError: 'lr'\nChildWidgetError: see the table above\n")

    assert answer.best is None
    assert answer.unexplained.text == "[rank1]: KeyError: 'lr'"
    assert slugs(answer)[0] == "table" and [match.slug for match in answer.followed] == ["table"]
    assert "table" not in [candidate.slug for candidate in answer.differential.candidates]


def test_the_launchers_table_is_no_answer_either_where_only_a_hint_knows_the_exception_before_it(matcher):
    answer = matcher.match_text("RuntimeError: widgets are sometimes strange\nChildWidgetError: see the table above\n")

    assert answer.best is None
    named = [candidate.slug for candidate in answer.differential.candidates if candidate.slug]
    assert named[0] == "hinted" and {"table", "hinted"} <= set(slugs(answer))


def test_a_message_seen_only_in_source_code_is_less_sure(matcher):
    seen = matcher.match_text("widget timed out after 5 ms\n").best
    quoted = matcher.match_text('    raise RuntimeError("widget timed out after 5 ms")\n').best

    assert quoted.score < seen.score


def test_text_that_cannot_be_read_gets_a_notice_and_no_match(matcher):
    answer = matcher.match_text(b"\x89PNG\r\n\x1a\n")

    assert answer.notice and not answer.matches


def test_one_unreadable_file_of_a_job_does_not_hide_the_others(matcher):
    answer = matcher.match([("a.png", b"\x89PNG\r\n\x1a\n"), ("b.log", b"widget timed out after 5 ms\n")])

    assert answer.best.slug == "timeout"


@pytest.mark.parametrize(
    "text",
    ["widget timed out after 5 ms" + "x" * 5_000_000, "noise\n" * 200_000 + "widget timed out after 5 ms\n"],
    ids=["one line of 5 MB", "200,000 lines"],
)
def test_size_changes_nothing(matcher, text):
    best = matcher.match_text(text).best

    assert best.slug == "timeout"
    assert len(best.evidence[0].text) < 1000


def test_the_same_line_ten_thousand_times_is_cited_a_few_times(matcher):
    assert len(matcher.match_text("widget timed out after 5 ms\n" * 10_000).best.evidence) <= 12


def test_one_message_with_a_number_at_its_end_is_one_place(content):
    """Every longer end of the number is a match of its own, and all begin at the same byte."""
    write_entry(content, "memory", line="widget wants another <num>")

    answer = Matcher(Catalogue.of(load(content))).match_text("widget wants another 20.12 GiB\n" * 3)

    assert [item.line for item in answer.best.evidence] == [1, 2, 3]


ENGLISH = re.compile(
    r"\b(?:the|is|are|of|and|that|this|to|for|which|no|by|others?|waited|called|line)\b", re.IGNORECASE
)
CODE = re.compile(r"[\w./-]+\.(?:py|log|json|txt):?\d*|\b\w+\([^)]*\)")
DUMPS = sorted((Path(__file__).parent / "dumps" / "gloo").glob("*/"))


WATCHDOG = (
    "[rank{rank}]:[E1218 20:27:21.426 ProcessGroupNCCL.cpp:629] [Rank {rank}] Watchdog caught collective operation "
    "timeout: WorkNCCL(SeqNum=80078, OpType={op}, NumelIn={size}, NumelOut={size}, Timeout(ms)=600000) ran for 600081 "
    "milliseconds before timing out.\n"
)
STATUS = "[PG ID 0 PG GUID 0 Rank 7] PG status: last enqueued work: 80079, last completed work: 80077\n"


@pytest.mark.parametrize(
    ("call", "slug"),
    [
        ({"op": "BROADCAST", "size": 5056}, "collective-mismatch"),
        ({"op": "ALLREDUCE", "size": 5056}, "collective-mismatch"),
        ({"op": "ALLREDUCE", "size": 2106881}, "nccl-watchdog-timeout"),
    ],
)
def test_timeouts_in_different_calls_of_one_collective_are_a_mismatch_first(edition, call, slug):
    log = WATCHDOG.format(rank=3, op="ALLREDUCE", size=2106881) + WATCHDOG.format(rank=7, **call) + STATUS
    answer = edition.matcher.match_text(log)

    assert answer.best.slug == slug
    assert "nccl-watchdog-timeout" in slugs(answer)


def sentences(answer) -> list[str]:
    """All that an answer says of the job in words of our own."""
    said = [match.reason for match in answer.matches]
    for part in (answer.hang, answer.recorded, answer.counted, answer.standings):
        said += part.sentences if part else ()
    return (
        said + ([answer.first_down.sentence] if answer.first_down else []) + ([answer.limits] if answer.limits else [])
    )


def test_what_is_said_of_real_logs_is_chinese_for_a_chinese_reader(edition):
    catalogue, matcher = edition.catalogue, edition.matcher
    logs = [[sample] for area in ("nccl", "hangs") for entry in catalogue.of_area(area) for sample in entry.samples()]
    logs += [sorted(folder.iterdir()) for folder in DUMPS]
    told = set()
    with speaking("zh"):
        for log in logs:
            told |= set(sentences(matcher.match([(path.name, path.read_bytes()) for path in log])))

    assert len(told) > 30
    assert {
        said for said in told if ENGLISH.search(CODE.sub("", said)) or not re.search("[\u4e00-\u9fff]", said)
    } == set()


def test_a_text_is_compared_with_a_good_one_where_there_is_one(matcher):
    failed, good = "fine\nwidget timed out after 5 ms\n", "fine\ndone\n"

    assert matcher.match_text(failed).against is None
    beside = matcher.match_text(failed, against=good)
    assert [one.line.line for one in beside.against.new] == [2] and beside.matches == matcher.match_text(failed).matches
    assert beside.pasted_good == (("", good),)
    assert matcher.match_beside([("", failed)], [("", good)], keep=False).pasted_good == ()


def test_the_exception_of_the_readers_own_code_is_the_answer_and_nothing_is_asked(matcher):
    own = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    answer = matcher.match_text(f"ConnectionResetError: gone\n{own}ChildWidgetError: see the table above\n")

    assert (answer.best, answer.own_exception.text, answer.unexplained) == (None, "TypeError: no", answer.own_exception)
    assert answer.differential.asked is None and [match.slug for match in answer.followed] == ["table"]
    assert matcher.match_text(f"widget timed out after 7 ms\n{own}").own_exception is None, (
        "a line proves another cause"
    )


def test_an_exception_of_the_readers_own_code_above_the_proof_is_another_failure_and_shown_beside_it(matcher):
    own = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    mine = "".join(f"[rank1]: {line}\n" for line in own.splitlines())
    proof = "[rank0]: widget 1 has crashed for good\n"
    answer = matcher.match_text(f"{mine}{proof}")

    assert (answer.best.slug, answer.own_exception.line) == ("crash-1", 4)
    assert answer.first_down.sentence == "Rank 1 went down first (line 4)."
    assert matcher.match_text(f"{own}{proof}").first_down is None, "nobody says which rank's it is"


def test_of_another_ranks_exception_beside_the_proof_nobody_knows_which_came_first(matcher):
    own = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    proof = "[rank0]: widget 1 has crashed for good\n"
    answer = matcher.match([("rank0.log", proof), ("rank1.log", own)])

    assert (answer.best.slug, answer.own_exception.file, answer.unexplained_first) == ("crash-1", "rank1.log", False)
    assert answer.first_down.sentence == "Rank 0 went down (rank0.log:1)."
    assert matcher.match_text(f"{proof}{own}").own_exception is None, "it may be the same rank's, and follow"


def test_what_only_followed_from_what_is_ruled_out_is_no_answer(matcher):
    log = "[rank1]: KeyError: 'lr'\nwidget 1 has crashed for good\nChildWidgetError: see the table above\n"
    answer = matcher.without(["crash-1"]).match_text(log.partition("\n")[2])

    assert (answer.best, [match.slug for match in answer.followed]) == (None, ["table"])
    assert [match.slug for match in answer.ruled_out] == ["crash-1"]


def test_an_exception_that_the_ruled_out_entry_knows_is_not_unknown(content):
    write_entry(content, "cold", line="ColdError: the widget is much too cold")
    near = write_entry(content, "near", line="widget 2 is near")
    edit(near, "leads_to: []", "leads_to: []\ntell_apart: [{slug: cold, check: one is nearer}]")
    matcher = Matcher(Catalogue.of(load(content)))
    answer = matcher.without(["cold"]).match_text("x\nColdError: the widget is much too cold\n")

    assert (answer.best, answer.unexplained) == (None, None)
    assert [match.evidence[0].line for match in answer.ruled_out] == [2]
    assert [match.slug for match in answer.others] == ["near"], "its look-alikes"


def test_without_what_the_reader_rules_out_the_next_best_is_the_answer(matcher):
    log = "widget is out of memory on rank 3\nwidget timed out after 1800000 ms\n"

    assert matcher.match_text(log).best.slug == "oom"
    assert matcher.without(["oom"]).match_text(log).best.slug == "timeout"
    none = matcher.without(["oom", "timeout"]).match_text(log)
    assert none.best is None and not {"oom", "timeout"} & {*slugs(none)}
    assert matcher.match_text(log).best.slug == "oom", "nothing is remembered"


def test_no_check_is_asked_to_tell_mere_chances_apart():
    candidates = (Candidate(None, 0.8), Candidate(SimpleNamespace(slug="cold"), 0.2))
    could_be, unknown = Differential(candidates, asked=Asked(None, 1.0)), ErrorLine(3, "WidgetError: odd")

    assert worth_asking(could_be, Causes(unexplained=unknown)).asked is None
    assert worth_asking(could_be, Causes()).asked
