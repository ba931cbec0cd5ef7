"""Each rule, broken once: the problem names the file, the line and the way to fix it."""

import pytest

from kb.catalogue.checks.rules import OF_ALL, OF_EACH, check
from kb.catalogue.loading.loader import load
from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_entry


def test_a_sound_content_has_no_problem(content):
    write_entry(content, "first", leads_to="second")
    write_entry(content, "second")

    assert problems_of(content) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("kind: error", "knid: error", "unknown key 'knid' in the front matter: did you mean 'kind'?"),
        ("## Versions", "### Versions", "section '## Versions' is missing"),
        ("Nobody called frobnicate before using it.", "", "section '## Root cause' is empty"),
        ("## Related errors", "## Neighbours", "'## Neighbours' is not a section"),
        ('line: "widget it was not frobnicated in time"', 'line: ""', "signatures[1].line is empty"),
        ("widget it was not frobnicated in time", "widget <int> it <number> frobnicated", "no hole is called <number>"),
        ("widget it was not frobnicated in time", "<int> of <any>: no", "fewer than 12 letters outside its holes"),
        ("widget it was not frobnicated in time", "widget was not <int>" + " <int>" * 8, "more than 8 holes"),
        ("proof: decisive", "proof: supporting", "no signature is decisive"),
        (
            "leads_to: []",
            "versions: [{package: torch, specifier: since 2.6, note: x}]\nleads_to: []",
            "specifier 'since 2.6' cannot be compared",
        ),
        ("leads_to: []", "leads_to: [nowhere]", "leads_to names 'nowhere', which is no entry"),
        ("leads_to: []", "leads_to: [it]", "leads_to runs in a circle: it -> it"),
        ("leads_to: []", "tell_apart: [{slug: it, check: none}]", "tell_apart names 'it', which is no other entry"),
        ("    supports: everything", "    departs: no", "sources[1] lacks 'supports'"),
        ("  - url: https://example.org/widget\n    supports", "  - supports", "either url or document"),
        ("https://example.org", "http://example.org", "must begin with https://"),
        ("en: [the widget stays cold]", "en: []", "symptoms.en is empty"),
        ("The widget is cold", "See [this](/failures/none/). The widget is cold", "link /failures/none/ leads nowhere"),
        ("  not_run: needs a widget", "  seconds: 5", "say why nobody has run it"),
        ("summary: The", "summary: Broken: The", "a value that contains ': ' needs quotes"),
        ("kind: error", "? [kind]\n: error", "a key must be plain text: quote it"),
    ],
)
def test_each_defect_is_found_on_its_line(content, old, new, message):
    path = write_entry(content, "it")
    line = edit(path, old, new)

    found = problems_of(content)

    assert any(message in text for _, text in found), found
    assert min(abs(at - line) for at, text in found if message in text) <= 4


def test_every_rule_says_what_it_is_for():
    names = [rule.__name__ for rule in (*OF_EACH, *OF_ALL)]

    assert all("_" in name for name in names)
    assert len(set(names)) == len(names)


def test_rules_about_one_entry_look_only_at_what_changed(content):
    first = write_entry(content, "first", leads_to="second")
    write_entry(content, "second")
    edit(first, "en: [the widget stays cold]", "en: []")

    assert [str(problem) for problem in check(load(content), {"second"})] == []
    assert [str(problem) for problem in check(load(content), {"first"})] == [str(p) for p in check(load(content))] != []


def test_rules_about_how_entries_fit_together_look_at_all(content):
    write_entry(content, "first", leads_to="nowhere")
    write_entry(content, "second")

    assert any("'nowhere'" in problem.message for problem in check(load(content), {"second"}))
