"""What a paste is searched for: exceptions first, then errors, then the rest, and nothing that only followed."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.differential.query import query_of, telling_lines
from kb.matching.match import Evidence, Match
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from tests.contents import write_entry

LOG = "two nodes, the first step\n[rank1]: KeyError: 'lr'\nERROR: the launcher stops the others\nsee the table above\n"


@pytest.fixture
def entry(content):
    write_entry(content, "table", line="see the table above")
    (entry,) = Catalogue.of(load(content)).entries
    return entry


def query(log, followed=()):
    reading = read("", log, SignatureDatabase([]), keep=False)
    errors = reading.errors
    return query_of(errors.exceptions(), errors.lines, [reading], None, followed).split("\n")


def test_what_tells_most_comes_first():
    assert query(LOG)[:2] == ["[rank1]: KeyError: 'lr'", "ERROR: the launcher stops the others"]


def test_what_only_followed_from_an_exception_is_not_searched_for(entry):
    followed = Match(entry, 0.95, (Evidence(3, "", "decisive", ""), Evidence(4, "", "decisive", "")), "")

    assert set(query(LOG, [followed])) == {"[rank1]: KeyError: 'lr'", "two nodes, the first step"}


def test_where_hardly_any_line_is_an_error_every_line_may_be_nearly_known():
    few = read("", "half a mess\n", SignatureDatabase([]), keep=False)
    many = read(
        "", "".join(f"ERROR: of gadget {n}\n" for n in "abcde") + "half a mess\n", SignatureDatabase([]), keep=False
    )

    assert "half a mess" in {line.text for line in telling_lines([few])}
    assert "half a mess" not in {line.text for line in telling_lines([many])}


CONFIGURED = "Training hangs.\ncompute_environment: LOCAL_MACHINE\nnum_processes: 8\nrdzv_backend: static\n"


def test_how_a_job_is_configured_is_no_symptom():
    assert query(CONFIGURED)[0] == "Training hangs." and "rdzv_backend" not in "".join(query(CONFIGURED))


def test_no_setting_is_nearly_a_message():
    reading = read("", CONFIGURED, SignatureDatabase([]), keep=False)

    assert [line.text for line in telling_lines([reading])] == ["Training hangs."]


def test_the_titles_of_a_table_are_no_symptom():
    table = "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n"
    row = "|   0  NVIDIA A100-SXM4-80GB          On  |   00000000:07:00.0 Off |                    0 |\n"

    assert "Uncorr" not in "".join(query(f"It hangs.\n{table}{row}"))


def test_how_a_job_is_launched_is_no_symptom_and_the_launcher_stays():
    assert query("(accelerate launch --multi_gpu --num_processes=6 tools/train.py) loss is nan") == [
        "(accelerate) loss is nan"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "torchrun --nnodes=2 --node_rank=1 train.py times out",
        "accelerate launch --num_processes=8 is ignored",
        "torchrun says nothing",
    ],
)
def test_a_command_of_several_nodes_is_half_of_the_story_and_words_about_a_launcher_are_symptoms(text):
    assert query(text) == [text]


@pytest.mark.parametrize("text", ["-9", "exitcode: -9", "返回码 -9", "rc=-9", "the worker has return code 137"])
def test_an_exit_status_is_searched_for_by_its_signal_in_any_spelling(text):
    assert query(text)[-1] == "exit code -9 SIGKILL"


@pytest.mark.parametrize("text", ["exit code 1", "-99", "9", "exitcode: -9 in the middle\n" + "of a log\n" * 40])
def test_no_signal_no_name_and_a_log_has_its_own_words(text):
    assert not any("SIG" in line for line in query(text))


@pytest.mark.parametrize("text", ["it ended early, exit code 0", "退出码是 1，一直重启", "it exits with code 2 again"])
def test_a_status_that_stands_for_no_signal_is_not_searched_for(text):
    assert not any(word in query(text)[0] for word in ("code", "退出码"))
    assert query("it exits with code 255")[0].endswith("255")
