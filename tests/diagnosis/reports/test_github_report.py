"""Annotations as GitHub's runner reads them; a hostile log gives it no order."""

import re

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.github_report import MOST_SHOWN, annotations, obeyed_by_nobody
from tests.contents import write_entry

REGISTERED = {"error", "warning", "notice", "add-mask", "set-output", "set-env", "add-path", "stop-commands", "group"}
# As the runner undoes them, the percent sign last.
SIGNS = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}


def obeyed(text):
    """(name, properties, data) of every command that the runner would find, by the rules of its ActionCommand.cs."""
    found, until = [], ""
    for line in re.split(r"\r\n|\r|\n", text):
        command = _second_form(line) or _first_form(line)
        if command and (not until or command[0] == until) and command[0] in REGISTERED | {until}:
            until = command[2] if command[0] == "stop-commands" else "" if command[0] == until else until
            found.append(command)
    return found


def _second_form(line):
    name, _, data = line.strip()[2:].partition("::") if line.strip().startswith("::") else ("", "", "")
    return _command(name, data, ",") if "::" in line.strip()[2:] else None


def _first_form(line):
    told = re.search(r"##\[([^\]]*)\](.*)", line)
    return _command(told[1], told[2], ";") if told else None


def _command(head, data, between):
    name, _, told = head.partition(" ")
    properties = dict(pair.split("=", 1) for pair in told.split(between) if "=" in pair)
    return name, {key: _plain(value) for key, value in properties.items()}, _plain(data)


def _plain(text):
    for escaped, sign in SIGNS.items():
        text = text.replace(escaped, sign)
    return text


@pytest.fixture
def matcher(content):
    write_entry(content, "cold", line="the widget is <any> cold", title="'A cold, stiff: widget'")
    write_entry(content, "noise", line="the widget hums", kind="harmless")
    return Matcher(Catalogue.of(load(content)))


def test_each_proving_line_is_an_error_at_its_place_with_what_to_do(matcher):
    text = annotations(matcher.match_text("x\nthe widget is 100% cold\n"), {"": "logs/a,b.log"}, "http://x")
    ((name, place, said),) = obeyed(text)

    assert (name, place) == ("error", {"file": "logs/a,b.log", "line": "2", "title": "A cold, stiff: widget"})
    assert said.splitlines()[0] == "the widget is 100% cold"
    assert said.splitlines()[-2:] == ["Do not retry unchanged: it will fail again.", "http://x/failures/cold/"]
    assert text.count("\n") == 1


def test_a_harmless_failure_and_an_unknown_one_are_warnings(matcher):
    assert obeyed(annotations(matcher.match_text("the widget hums\n"), {"": "a"}, ""))[0][0] == "warning"

    ((name, place, said),) = obeyed(annotations(matcher.match_text("hello\nKeyError: 3\n"), {"": "a"}, ""))
    assert (name, place["line"], place["title"]) == ("warning", "2", "No known failure")
    assert said == "KeyError: 3\nNothing in this text proves any entry."


def test_a_log_without_any_line_to_show_is_a_notice(matcher):
    assert [one[0] for one in obeyed(annotations(matcher.match_text("hello\n"), {"": "a"}, ""))] == ["notice"]
    assert obeyed(annotations(Answer(notice="it is a PNG image"), {}, ""))[0][2] == "it is a PNG image"


def test_standard_input_has_no_place(matcher):
    assert obeyed(annotations(matcher.match_text("the widget is too cold\n"), {}, ""))[0][1].keys() == {"title"}


def test_no_more_annotations_than_github_shows(matcher):
    text = "".join(f"ValueError: {word} is wrong\n" for word in "abcdefghijklm")

    assert len(obeyed(annotations(matcher.match_text(text), {"": "a"}, ""))) == MOST_SHOWN


ORDERS = [
    "::set-output name=slug::evil",
    "::add-mask::the",
    "##[add-mask]the",
    "##[set-env name=PATH]evil",
    "::stop-commands::mine",
    "%0A::set-output name=x::y",
    "\r::add-mask::the\r",
    "\x0b::add-mask::the",
    "\u2028::add-mask::the",
    "\\n::add-mask::the",
    "x" * 87 + " ::add-mask::the",
]


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("form", ["the widget is {} cold\n", "{}\nthe widget is too cold\n", "KeyError: {}\n"])
def test_no_log_gives_an_order(matcher, order, form):
    answer = matcher.match_text(form.format(order))
    text = annotations(answer, {"": "evil\n::add-mask::x,line=9.log"}, "") + obeyed_by_nobody(form.format(order))
    (*told, stop, resume) = obeyed(text)

    assert {name for name, _, _ in told} <= {"error", "warning", "notice"}
    assert stop[0] == "stop-commands" and resume[0] == stop[2]
    assert all(place.get("file") in (None, "evil\n::add-mask::x,line=9.log") for _, place, _ in told)


def test_the_reading_of_these_tests_does_find_orders():
    assert [one[0] for one in obeyed("\n".join(ORDERS))][:5] == [
        *("set-output", "add-mask", "add-mask", "set-env", "stop-commands")
    ]
