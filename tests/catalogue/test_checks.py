"""Each rule, broken once: the problem names the file, the line and the way to mend it."""

import pytest

from kb.catalogue.checks import RULES, check
from kb.catalogue.loader import load
from tests.contents import edit, write_entry


def problems_of(content):
    return [(p.line, p.message) for p in check(load(content))]


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
    ],
)
def test_each_defect_is_found_on_its_line(content, old, new, message):
    path = write_entry(content, "it")
    line = edit(path, old, new)

    found = problems_of(content)

    assert any(message in text for _, text in found), found
    assert min(abs(at - line) for at, text in found if message in text) <= 4


def test_a_slug_used_twice_names_the_other_file(content):
    write_entry(content, "widget", area="nccl", line="the first widget is cold")
    write_entry(content, "widget", area="ddp", line="the second widget is cold")

    assert [text for _, text in problems_of(content)] == [
        f"slug 'widget' is taken by {content / 'ddp' / 'widget' / 'entry.md'}: choose another"
    ]


def test_a_circle_over_several_entries_is_shown_whole(content):
    write_entry(content, "a", leads_to="b", line="widget a is broken beyond repair")
    write_entry(content, "b", leads_to="c", line="widget b is broken beyond repair")
    write_entry(content, "c", leads_to="a", line="widget c is broken beyond repair")

    assert any("a -> b -> c -> a" in text for _, text in problems_of(content))


def test_two_entries_cannot_be_proved_by_the_same_line(content):
    write_entry(content, "first", line="widgets are not frobnicated")
    write_entry(content, "second", line="Widgets are not frobnicated")

    assert any("first has the same decisive signature" in text for _, text in problems_of(content))


def test_a_decisive_line_without_a_sample_is_a_promise_without_proof(content):
    path = write_entry(content, "it")
    (path.parent / "samples" / "real.log").unlink()

    assert any("no sample shows the decisive line" in text for _, text in problems_of(content))


def test_one_program_alone_is_no_reproduction(content):
    path = write_entry(content, "it")
    (path.parent / "broken.py").write_text("raise SystemExit(1)\n")

    assert any("only broken.* is here" in text for _, text in problems_of(content))


def test_an_unknown_area_and_a_bad_slug_are_found(content):
    write_entry(content, "Bad_Slug", area="nowhere")

    messages = [text for _, text in problems_of(content)]

    assert any("area 'nowhere' is not in areas.yaml" in text for text in messages)
    assert any("lower-case words joined by hyphens" in text for text in messages)


def test_every_rule_says_what_it_is_for():
    assert all(rule.__name__.count("_") >= 1 for rule in RULES)
    assert len({rule.__name__ for rule in RULES}) == len(RULES)
