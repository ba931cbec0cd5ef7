"""One answer, shown to programs."""

import json

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json, matches_as_json
from tests.contents import edit, write_entry


@pytest.fixture
def matcher(content):
    write_entry(content, "cold", line="the widget is much too cold", leads_to="table", title="A cold widget")
    write_entry(content, "table", line="ChildWidgetError: see above")
    return Matcher(Catalogue.of(load(content)))


def test_json_has_what_the_contract_promises(matcher):
    answer = matcher.match_text("x\nthe widget is much too cold\n")

    (match,) = matches_as_json(answer)
    assert {key: match[key] for key in ("slug", "title", "confident")} == {
        "slug": "cold",
        "title": "A cold widget",
        "confident": True,
    }
    assert match["score"] >= 0.9
    assert match["evidence"][0]["line"] == 2
    assert match["evidence"][0]["text"] == "the widget is much too cold"
    assert json.loads(json.dumps(as_json(answer, "http://x")))["matches"][0]["url"] == "http://x/failures/cold/"


def test_notes_on_the_versions_say_whether_they_apply(content):
    path = write_entry(content, "cold", line="the widget is much too cold")
    note = "versions: [{package: torch, specifier: '<2.2', note: the variable is WIDGET_ASYNC}]"
    edit(path, "leads_to: []", f"{note}\nleads_to: []")
    matcher = Matcher(Catalogue.of(load(content)))
    old, new = (matcher.match_text(f"torch=={v}\nthe widget is much too cold\n") for v in ("2.1.0", "2.3.0"))

    told = [(n["version"], n["applies"]) for answer in (old, new) for n in as_json(answer)["version_notes"]]
    assert told == [("2.1.0", True), ("2.3.0", False)]


def test_a_row_of_a_table_says_what_holds_of_what_and_where(content):
    path = content / "nccl/cold/entry.md"
    write_entry(content, "cold", line="the widget is much too cold")
    edit(path, "leads_to:", "  - {fact: xid = 79, proof: decisive}\nleads_to:")
    answer = Matcher(Catalogue.of(load(content))).match_text(
        "Jan 10 13:04:04 node7 kernel: NVRM: Xid (PCI:0000:3b:00): 79, gone\n"
    )

    (item,) = as_json(answer)["matches"][0]["evidence"]
    assert item["fact"] == {
        "condition": "xid = 79",
        "value": "79",
        "of": "GPU at 0000:3b:00",
        "host": "node7",
        "last_line": 1,
    }


def test_the_readers_own_exception_is_told_with_its_frame(matcher):
    log = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    told = as_json(matcher.match_text(log))

    assert told["own_exception"]["sentence"] == "TypeError: no in your own code: train.py:7"
    assert (told["own_exception"]["line"], told["own_exception"]["frame"]["code"]) == (4, "f(x)")
    assert (told["known"], told["next_check"], told["unexplained"]["text"]) == (False, None, "TypeError: no")
    assert as_json(matcher.match_text("the widget is much too cold\n"))["own_exception"] is None


def test_what_the_reader_ruled_out_is_named_with_its_line(matcher):
    told = as_json(matcher.without(["cold"]).match_text("the widget is much too cold\n"))
    assert told["ruled_out"] == [{"slug": "cold", "line": 1}]
