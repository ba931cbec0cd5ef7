"""Answer -> result page, from the real matcher over the hand-made content."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kb.diagnosis.answer import Answer
from kb.library import Library
from kb.matching.match import Evidence, Match
from kb.pages.answers.result import MOST_PROOFS, result_page
from kb.reading.errors import ErrorLine
from kb.reading.tracebacks.own_frame import OwnFrame
from tests.shelf import ENVIRONMENT, LOG, UNKNOWN_LOG, make_content

NOTHING = {"date": "", "kinds": {}, "sure": {"answers": 0, "right": 0}, "bins": []}
FIELD = {"reports": 311, "has an entry": 0.9, "right first": 0.4, "among three": 0.6, "proven": 0.17} | {
    "another proven": 0.026
}
WATCHDOG = (
    "[Rank {rank}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType=ALLREDUCE, NumelIn=4, "
    "NumelOut=4, Timeout(ms)=600000) ran for 600081 milliseconds before timing out.\n"
)


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("shelf") / "content"), follow=False).current()


def page_of(edition, *files):
    return result_page(edition.matcher.match(files), edition.catalogue)


def marks(page):
    return {
        (log.name, line.number): line.mark for log in page.logs for w in log.windows for line in w.lines if line.mark
    }


def test_the_best_entry_with_confidence_proof_and_fix(edition):
    page = page_of(edition, ("", LOG))
    assert page.best.card.title == "Two ranks on one GPU"
    assert (page.best.words, float(page.best.score) > 0.9) == ("proved by the log", True)
    assert [(c.line, c.rank, c.anchor) for c in page.best.evidence] == [(3, "0", "L3")]
    assert "Bind each process" in page.fix


def test_beside_the_verdict_stands_what_holds_for_strangers(edition, settings, tmp_path):
    settings.CONTENT_DIR = tmp_path
    assert page_of(edition, ("", LOG)).public == ""
    (tmp_path / "accuracy.json").write_text(json.dumps(NOTHING | {"field": FIELD}))
    assert page_of(edition, ("", LOG)).public == "of all its proved answers, 53 of 61 were right for public reports"


def test_a_row_of_a_table_is_cited_with_what_it_says(edition):
    page = page_of(edition, ("", ENVIRONMENT))
    (cited,) = page.best.evidence
    assert (cited.line, cited.text) == (1, "CUDA_VISIBLE_DEVICES=0")
    assert cited.fact == "how many GPUs CUDA_VISIBLE_DEVICES names: 1 (cuda_visible_devices < 2, node7)"
    assert marks(page)[("", 1)] == "proof"


def test_the_chain_runs_from_cause_to_consequence(edition):
    page = page_of(edition, ("", LOG))
    assert [(step.title, step.at.line) for step in page.chain] == [("Two ranks on one GPU", 3), ("A worker died", 5)]
    assert marks(page) == {("", 3): "proof", ("", 5): "chain"}


def test_with_several_files_lines_count_in_their_own_file(edition):
    page = page_of(edition, ("a.log", "fine\n" * 9), ("b.log", LOG))
    assert [(c.file, c.line, c.anchor) for c in page.best.evidence] == [("b.log", 3, "f2-L3")]
    assert [(step.at.file, step.at.anchor) for step in page.chain] == [("b.log", "f2-L3"), ("b.log", "f2-L5")]
    assert marks(page) == {("b.log", 3): "proof", ("b.log", 5): "chain"}
    assert page.logs[0].windows[0].lines[2].text.startswith("[rank0]: Duplicate GPU")


def test_the_file_that_tells_what_it_was_stands_first(edition):
    noise = "ERROR: something else\nFlukeError: no\n"
    page = page_of(edition, ("a.log", noise + LOG.splitlines()[4] + "\n"), ("b.log", LOG))
    assert [log.name for log in page.logs] == ["b.log", "a.log"]


def test_an_unreadable_file_is_named_and_shifts_nothing(edition):
    page = page_of(edition, ("core", b"\x7fELF" + bytes(99)), ("a.log", "fine"), ("b.log", LOG))
    assert [name for name, _ in page.unread] == ["core"]
    assert marks(page)[("b.log", 3)] == "proof"


def test_nothing_known_is_said_and_the_error_is_marked(edition):
    page = page_of(edition, ("", UNKNOWN_LOG))
    assert page.best is None and page.fix == ""
    assert page.unexplained.at.line == 4 and page.unexplained.came_first
    assert marks(page)[("", 4)] == "error"
    assert "the flux capacitor" in page.draft


def test_a_guess_that_rounds_to_nothing_is_not_shown(edition):
    said = (Evidence(1, "a line", "near", "x"),)
    likely, hardly = (Match(entry, 0.0, said, "why") for entry in list(edition.catalogue)[:2])
    found = (replace(likely, score=0.3), replace(hardly, score=0.004))
    page = result_page(Answer(matches=found, pasted=(("", "a line\n"),)), edition.catalogue)
    assert [guess.score for guess in page.guesses] == ["0.30"]


def test_the_shown_exception_is_not_listed_again(edition):
    page = page_of(edition, ("", UNKNOWN_LOG))
    assert page.unexplained.at.line not in [line.line for line in page.error_lines]


@pytest.mark.parametrize("line, came_first", [(2, True), (9, False)])
def test_an_unknown_exception_came_first_only_where_it_did(edition, line, came_first):
    match = Match(edition.catalogue.entries[0], 0.95, (Evidence(5, "x", "decisive", "x"),), "because")
    answer = Answer((match,), unexplained=ErrorLine(line, "ValueError: x"), line_count=9, pasted=(("", "x\n" * 8),))
    assert result_page(answer, edition.catalogue).unexplained.came_first is came_first


def test_of_what_nothing_proves_the_readers_own_frame_is_shown(edition):
    own = OwnFrame("train.py", 140, "main", "cfg = read('a.json')")
    line = ErrorLine(3, "FileNotFoundError: 'a.json'", own=own)
    assert result_page(Answer(error_lines=(line,), pasted=(("", "x\n" * 8),)), edition.catalogue).own == own


def test_a_line_that_repeats_is_folded(edition):
    evidence = tuple(Evidence(n, "x", "decisive", "x") for n in range(1, 13))
    match = Match(edition.catalogue.entries[0], 0.95, evidence, "because")
    best = result_page(Answer((match,), pasted=(("", "x\n" * 11),)), edition.catalogue).best
    assert len(best.evidence) == MOST_PROOFS and len(best.more) == 12 - MOST_PROOFS


def test_a_second_failure_in_the_same_log_is_not_hidden(edition):
    page = page_of(edition, ("", LOG + "a telling line of bad-ordinal number 7\n"))
    assert [match.card.title for match in page.also] == ["Bad ordinal"]


def test_the_check_of_a_look_alike_is_markdown(edition):
    (other,) = page_of(edition, ("", LOG)).others
    assert other.reason.html == "Read the <code>number</code>."


@pytest.mark.parametrize(("version", "mine", "elsewhere"), [("2.21.5", 1, 0), ("1.9.9", 0, 1)])
def test_what_the_entry_says_of_the_versions_that_the_log_names(edition, version, mine, elsewhere):
    page = page_of(edition, ("", f"NCCL version {version}+cuda12.4\n{LOG}"))

    assert (len(page.mine), len(page.elsewhere)) == (mine, elsewhere)
    assert [(note.package, note.version, note.note.html) for note in page.mine + page.elsewhere] == [
        ("NCCL", version, "same words")
    ]


def test_a_log_that_names_no_version_gets_no_notes_on_versions(edition):
    page = page_of(edition, ("", LOG))

    assert page.mine == page.elsewhere == ()


def test_commands_whose_work_the_page_has_done_are_folded_away(tmp_path):
    root = make_content(tmp_path / "content")
    path = root / "nccl/duplicate-gpu/entry.md"
    path.write_text(path.read_text().replace("sources:\n", "fix_lists: who-waits\nsources:\n", 1), encoding="utf-8")
    edition = Library(root, follow=False).current()
    without = page_of(edition, ("", LOG.splitlines()[2]))
    listed = page_of(edition, ("", LOG + WATCHDOG.format(rank=0) + WATCHDOG.format(rank=1)))

    assert (without.done, "highlight" in without.fix) == ("", True)
    assert (bool(listed.hang), "highlight" in listed.done, "highlight" in listed.fix) == (True, True, False)


def test_where_stacks_stand_is_said_before_all_else_where_nothing_is_proved(edition):
    stack = 'Process {0}: python train.py\nThread {0} (active): "MainThread"\n    {1} (train.py:{0})\n'
    page = page_of(edition, ("", stack.format(11, "load") + stack.format(12, "save")))
    assert page.best is None and page.down.startswith("Process 11 stands in load (train.py:11)")
