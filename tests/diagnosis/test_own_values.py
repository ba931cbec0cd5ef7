"""The log's own values beside the fix, and in its commands."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.own_values import fix_of, own_values
from kb.language import speaking
from tests.contents import edit, write_entry

LINE = "WidgetError: port <int> of widget <any> is taken"
VALUES = """\
values:
  - {name: the port, zh: 端口, lines: ["port <int> of widget"], replaces: "29500"}
  - {name: the widget, zh: 小部件, lines: ["of widget <any> is taken"]}
leads_to: []"""


@pytest.fixture
def match(content):
    path = write_entry(content, "it", line=LINE)
    edit(path, "leads_to: []", VALUES)
    edit(path, "widget.frobnicate()", "widget.frobnicate(port=29500)")
    matcher = Matcher(Catalogue.of(load(content)))
    return lambda text: matcher.match_text(text).best


def values(match):
    return {own.name: own.value for own in own_values(match)}


def test_each_value_is_what_the_proving_line_holds(match):
    best = match("WidgetError: port 29611 of widget left is taken\n")

    assert values(best) == {"the port": "29611", "the widget": "left"}
    assert "widget.frobnicate(port=29611)" in fix_of(best)


def test_of_several_lines_the_first_counts(match):
    line = "WidgetError: port {} of widget left is taken\n"

    assert values(match(line.format(1) + line.format(2)))["the port"] == "1"


def test_the_name_is_in_the_readers_language(match):
    with speaking("zh"):
        assert list(values(match("WidgetError: port 29611 of widget left is taken\n"))) == ["端口", "小部件"]


@pytest.mark.parametrize("hostile", ["$(reboot)", "1; reboot", "`reboot`", "29500 && reboot"])
def test_no_log_can_put_a_command_into_the_fix(match, hostile):
    best = match(
        f"WidgetError: port 7 of widget {hostile} is taken\nWidgetError: port {hostile} of widget x is taken\n"
    )

    assert "reboot" not in fix_of(best)


def test_values_are_masked_like_the_lines_that_they_come_from(match):
    token = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"

    assert token not in str(own_values(match(f"WidgetError: port 7 of widget {token} is taken\n")))


NEAR = """\
values:
  - {name: the pid, zh: 进程号, lines: [" pid: <int>"], near: true, replaces: "12345"}
  - {name: the host, zh: 主机, lines: ["(<word>, <int>)"], near: true, hole: 1}
  - {name: the gate, zh: 门, lines: ["(<word>, <int>)"], near: true, hole: 2}
  - {name: the widget, zh: 小部件, lines: ["\\"widget\\": <word>"]}
leads_to: []"""
PROVES = "WidgetError: port 7 of widget left is taken\n"


@pytest.fixture
def near(content):
    path = write_entry(content, "it", line=LINE, sample=PROVES + "\tpid: 1\n\tat (a, 2)\n")
    edit(path, "leads_to: []", NEAR)
    edit(path, "widget.frobnicate()", "widget.frobnicate(pid=12345)")
    matcher = Matcher(Catalogue.of(load(content)))
    return lambda text: matcher.match_text(text).best


def test_a_value_may_stand_near_the_proof_and_in_one_hole_of_several(near):
    best = near(f"{PROVES}\tclass: A\n\tpid: 5231\n\tat (node7, 29500)\n\twidget: x\n")

    assert values(best) == {"the pid": "5231", "the host": "node7", "the gate": "29500"}
    assert "widget.frobnicate(pid=5231)" in fix_of(best)


def test_above_the_proof_counts_where_nothing_stands_below(near):
    assert values(near(f"\tpid: 5231\n{PROVES}"))["the pid"] == "5231"


def test_what_stands_further_off_is_nobodys(near):
    assert "the pid" not in values(near(PROVES + "and so on\n" * 9 + "\tpid: 5231\n"))


def test_lines_near_a_proof_are_known_to_an_entry_that_looks_there(near):
    assert near(f"{PROVES}\tpid: 5231\n").evidence[0].around


def test_and_to_no_other(match):
    assert not match(f"{PROVES}\tpid: 5231\n").evidence[0].around


def test_lines_near_the_proof_are_masked_too(near):
    secret = "hf_" + "a" * 34
    assert secret not in repr(near(f"{PROVES}\tat ({secret}, 29500) token\n"))
