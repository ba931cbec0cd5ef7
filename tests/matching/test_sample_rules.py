"""Signatures compile; every sample proves its own entry, and no other that is not its consequence."""

from kb.catalogue.loading.loader import load
from kb.matching.sample_rules import check_proofs, check_signatures
from tests.contents import write_entry


def messages(content):
    return [str(problem) for problem in check_proofs(load(content))]


def test_a_sample_that_proves_its_own_entry_is_sound(content):
    write_entry(content, "one")
    write_entry(content, "two")

    assert messages(content) == []


def test_a_signature_that_another_entrys_sample_satisfies_is_no_proof(content):
    write_entry(content, "generic", line="widget was not frobnicated")
    write_entry(content, "special", line="widget was not frobnicated because of frost")

    of_the_sample, of_the_line = messages(content)

    assert "generic/entry.md:14" in of_the_sample and "special/samples/real.log" in of_the_sample
    assert "a line of special" in of_the_line


def test_a_decisive_line_that_another_entry_claims_too_is_found_without_a_sample(content):
    write_entry(content, "generic", line="widget was not frobnicated")
    write_entry(content, "special", line="widget was not frobnicated because of <any> frost", sample="nothing of it")

    message = str(next(p for p in check_proofs(load(content)) if p.file.parent.name == "generic"))

    assert "generic/entry.md:14" in message and "a line of special" in message


def test_a_line_that_is_nothing_but_a_hole_ends_the_check_too(content):
    write_entry(content, "generic", line="<int>", sample="7")

    list(check_proofs(load(content)))


def test_unless_it_follows_from_it(content):
    write_entry(content, "generic", line="widget was not frobnicated")
    write_entry(content, "special", line="widget was not frobnicated because of frost", leads_to="generic")

    assert messages(content) == []


def test_a_sample_that_shows_nothing_of_its_entry_is_found(content):
    write_entry(content, "one", sample="all is well today, nothing to see")

    assert ["none of its samples satisfies" in message for message in messages(content)] == [True]


def test_a_sample_that_is_no_text_is_found(content):
    path = write_entry(content, "one")
    (path.parent / "samples" / "shot.log").write_bytes(b"\x89PNG\r\n\x1a\n")

    assert any("not readable as a log" in message for message in messages(content))


def test_a_signature_that_cannot_be_compiled_is_found_on_its_line(content):
    holes = " and ".join(["<any>"] * 1000)
    write_entry(content, "monster", line=f"the widget has {holes}")
    write_entry(content, "sound")

    (problem,) = check_signatures(load(content))

    assert (problem.file.parent.name, problem.line) == ("monster", 14)
    assert "use fewer or shorter holes" in problem.message
