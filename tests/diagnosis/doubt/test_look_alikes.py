"""What an answer may be mistaken for: the next thing to look at where it does not fit."""

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from tests.contents import edit, write_entry


def test_beneath_an_answer_stand_the_look_alikes_and_causes_that_its_words_fit_best(content):
    write_entry(content, "end", line="widget timed out after <int> ms")
    for cause, symptom in {
        "cold": "the widget stays cold",
        "dark": "the lamp is dark",
        "loud": "gadgets rattle",
    }.items():
        path = write_entry(content, cause, leads_to="end", line=f"no {cause} one is printed")
        edit(path, "[the widget stays cold]", f"[{symptom}]")
    answer = Matcher(Catalogue.of(load(content))).match_text("all gadgets rattle\nwidget timed out after 5 ms\n")

    assert answer.best.slug == "end"
    assert answer.others[0].slug == "loud" and {"cold", "dark"} <= {match.slug for match in answer.others}


def test_what_was_behind_such_reports_before_comes_first_and_says_so(content):
    for slug, line in (("end", "widget timed out after <int> ms"), ("cold", "no cold one is printed")):
        write_entry(content, slug, line=line)
    (content / "proofs.tsv").write_text("proved\twas\treports\nend\tend\t1\nend\tcold\t3\n")
    first = Matcher(Catalogue.of(load(content))).match_text("widget timed out after 5 ms\n").others[0]

    assert (first.slug, first.reason) == ("cold", "It was behind such a report before.")


def test_without_an_answer_there_are_none(content):
    write_entry(content, "end", line="widget timed out after <int> ms")

    assert Matcher(Catalogue.of(load(content))).match_text("no such thing\n").others == ()
