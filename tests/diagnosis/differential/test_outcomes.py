"""What a check printed shows one outcome with its line, none, or several that contradict each other; never a guess."""

from pathlib import Path

import pytest

from kb.catalogue.schema.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome, ShownBy
from kb.diagnosis.differential.outcomes import already_told, counts_it_already, output_of
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from tests.contents import write_entry

DF = "Filesystem      Size  Used Avail Use% Mounted on\nshm   {size}  1M  {size} 2% /dev/shm\n"
SMALL, ROOM = ShownBy(fact="shm_bytes < 1 GiB"), ShownBy(fact="shm_bytes >= 1 GiB")


def outcome(slug, *shown_by):
    return Outcome(slug, slug, slug, shown_by=shown_by)


def check(slug="room", outcomes=None, needs=()):
    outcomes = outcomes or (outcome("small", SMALL), outcome("room", ROOM), outcome(COULD_NOT))
    return Check(slug, Path(f"{slug}.md"), CheckFront("t", ChineseCheck("t", "h"), 1, outcomes, "", needs), "")


WAYS = check(
    "ways",
    (
        outcome("refused", ShownBy(line="nc: connect to <any> port <int> (tcp) failed: Connection refused")),
        outcome("open", ShownBy(line="Connection to <any> port <int> [tcp/<any>] succeeded", absent=("refused",))),
        outcome("lost", ShownBy(line="no answer came in <int> s", together=("fact: shm_bytes < 1 GiB",))),
        outcome(COULD_NOT),
    ),
)


def shown_in(check, *texts):
    return output_of(check, [(f"node{n}.txt" if len(texts) > 1 else "", text) for n, text in enumerate(texts)])


def readings(*files):
    database = SignatureDatabase(())
    return [read(name, text, database, keep=False) for name, text in files]


def told(checks, *files):
    return [(one.slug, seen.outcome.slug, seen.line) for one, seen in already_told(checks, readings(*files))]


def test_a_printed_line_shows_its_outcome():
    found = shown_in(WAYS, "$ nc -vz a 1\nnc: connect to a (10.0.0.1) port 29500 (tcp) failed: Connection refused\n")

    assert (found.shown.outcome.slug, found.shown.line) == ("refused", 2)
    assert found.shown.text.endswith("Connection refused")


def test_a_table_shows_an_outcome_by_its_facts_and_says_how():
    found = shown_in(check(), DF.format(size="64M"))

    assert (found.shown.outcome.slug, found.shown.line) == ("small", 2)
    assert found.shown.fact.sentence == "size of /dev/shm: 64 MiB (shm_bytes < 1 GiB, /dev/shm)"


@pytest.mark.parametrize("text", ["", "bash: df: command not found", "it is small, I think", DF.format(size="-")])
def test_what_shows_no_outcome_is_no_answer(text):
    found = shown_in(check(), text)

    assert found.seen == () and found.shown is None
    assert found.sentence


def test_two_outcomes_contradict_each_other_and_neither_is_the_answer():
    found = shown_in(check(), DF.format(size="64M") + "\nhost2:\n" + DF.format(size="16G"))

    assert [(seen.outcome.slug, seen.line) for seen in found.seen] == [("small", 2), ("room", 6)]
    assert found.shown is None


def test_outputs_of_several_nodes_are_read_together():
    found = shown_in(check(), DF.format(size="64M"), DF.format(size="32M"))
    assert (found.shown.outcome.slug, found.shown.file) == ("small", "node0.txt")

    apart = shown_in(check(), DF.format(size="64M"), DF.format(size="16G"))
    assert [(seen.outcome.slug, seen.file) for seen in apart.seen] == [("small", "node0.txt"), ("room", "node1.txt")]
    assert "exclude each other" in apart.sentence


def test_what_must_go_together_or_be_absent_is_heeded():
    assert shown_in(WAYS, "no answer came in 5 s").shown is None
    assert shown_in(WAYS, f"no answer came in 5 s\n{DF.format(size='64M')}").shown.outcome.slug == "lost"
    assert shown_in(WAYS, "Connection to a port 1 [tcp/*] succeeded, then refused").shown is None


def test_the_line_that_shows_it_is_masked():
    secret = "hf_" + "aBcDeFgHiJ" * 3 + "kLmN"
    found = shown_in(WAYS, f"TOKEN={secret} nc: connect to {secret} port 1 (tcp) failed: Connection refused")

    assert found.shown.outcome.slug == "refused" and secret not in found.shown.text


def test_what_cannot_be_read_is_said():
    assert shown_in(check(), bytes(range(256)) * 40).notice


def test_the_first_paste_answers_the_checks_whose_facts_it_has():
    assert told([check(), WAYS], ("a.txt", DF.format(size="64M"))) == [("room", "small", 2)]


@pytest.mark.parametrize("need", ["running-job", "frozen-job"])
def test_what_only_a_live_job_shows_is_read_from_what_was_collected_beside_it(need):
    live = check(needs=(need,))

    assert told([live], ("a.txt", DF.format(size="64M"))) == []
    assert told([live], ("a.txt", f"rankdown-collect 1\nhost: node7\n\n== df ==\n{DF.format(size='64M')}")) == [
        ("room", "small", 6)
    ]


def test_of_a_job_that_its_author_says_stands_still_the_table_counts_too():
    frozen = check(needs=["frozen-job"])
    taken = readings(("", DF.format(size="64M")))

    assert not list(already_told([frozen], taken))
    assert [seen.outcome.slug for _, seen in already_told([frozen], taken, frozen=True)] == ["small"]


def test_of_what_goes_together_the_odd_one_out_is_cited():
    one_idle = ShownBy(fact="gpu_utilisation >= 90%", together=("fact: gpu_utilisation = 0%",))
    gpus = check("gpus", (outcome("one-idle", one_idle), outcome("busy"), outcome(COULD_NOT)))
    table = "".join(
        f"|   {n}  NVIDIA A100-SXM4-80GB     On  |   00000000:0{n}:00.0 Off |          0 |\n"
        f"| N/A   41C    P0      92W /  400W |   46103MiB /  81920MiB |     {share}%    Default |\n"
        for n, share in enumerate((100, 100, 0))
    )

    ((_, seen),) = already_told([gpus], readings(("", f"| GPU  Name          Persistence-M |\n{table}")))

    assert seen.line == 7


def test_lines_of_the_first_paste_are_not_the_output_of_a_command():
    assert told([WAYS], ("a.log", "nc: connect to a port 29500 (tcp) failed: Connection refused")) == []


def test_hosts_that_differ_answer_nothing():
    assert told([check()], ("a", DF.format(size="64M")), ("b", DF.format(size="16G"))) == []


def test_an_entry_that_has_the_fact_counts_it_already(content):
    from kb.catalogue.loading.loader import load

    path = write_entry(content, "full")
    path.write_text(path.read_text().replace("leads_to: []", "  - {fact: shm_bytes < 64 MiB, proof: supporting}"))
    (entry,) = load(content).entries

    assert counts_it_already(entry, outcome("small", SMALL))
    assert not counts_it_already(entry, outcome("room", ROOM))
    assert not counts_it_already(entry, outcome("other", ShownBy(fact="fd_limit < 2000")))
    assert not counts_it_already(
        entry, outcome("none", ShownBy(line="it is cold", absent=("fact: shm_bytes < 1 GiB",)))
    )
