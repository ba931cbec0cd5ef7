"""A hang stands still, in a library, at every look."""

from dataclasses import replace

from kb.runner.judging.hang import judge
from kb.runner.supervising.stacks import Frame
from tests.runner.entries import HANG, plan_of
from tests.runner.judging.runs import stuck


def wrong(content, run, how=HANG):
    return " ".join(judge(plan_of(content, how=how), run).wrong)


def test_a_rank_that_stands_in_the_function_is_evidence(content, tmp_path):
    side = judge(plan_of(content, how=HANG), stuck(tmp_path / "lib.py", "poll", "wait_for_peer", "train"))

    assert (side.wrong, side.evidence) == ([], ["rank 0 stands in wait_for_peer"])


def test_a_function_can_be_named_with_its_file(content, tmp_path):
    run = stuck(tmp_path / "peers.py", "wait_for_peer")

    assert wrong(content, run, "proof: hang\nstands_in: [peers.wait_for_peer]") == ""


def test_a_missing_rank_is_named(content, tmp_path):
    assert "expected 2 ranks alive" in wrong(
        content, stuck(tmp_path / "lib.py", "wait_for_peer"), f"{HANG}\nprocesses: 2"
    )


def test_another_function_is_no_proof(content, tmp_path):
    assert "stand still in a library's wait_for_peer" in wrong(content, stuck(tmp_path / "lib.py", "compile"))


def test_the_programs_own_function_is_no_library(content, tmp_path):
    run = replace(stuck(tmp_path / "broken.py", "wait_for_peer"), folder=str(tmp_path))

    assert "stand still" in wrong(content, run)


def test_a_file_without_such_a_function_has_a_forged_name(content, tmp_path):
    run = stuck(tmp_path / "lib.py", "wait_for_peer")
    (tmp_path / "lib.py").write_text("nothing = 0\n")

    assert "stand still" in wrong(content, run)


def test_a_stack_that_changed_between_two_looks_is_work(content, tmp_path):
    run = stuck(tmp_path / "lib.py", "wait_for_peer")
    run.outcome.dumps["0"][1] = [[Frame("wait_for_peer", str(tmp_path / "lib.py"), 77)]]

    assert "stand still" in wrong(content, run)


def test_a_rank_that_uses_the_processor_works(content, tmp_path):
    run = stuck(tmp_path / "lib.py", "wait_for_peer")
    run.outcome.busy["0"] = 0.97

    assert "stand still" in wrong(content, run)


def test_a_log_that_grows_is_no_hang(content, tmp_path):
    run = stuck(tmp_path / "lib.py", "wait_for_peer")
    run.outcome.grew = 40

    assert "the log grew by 40 bytes" in wrong(content, run)
