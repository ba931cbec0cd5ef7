"""What may leave: values masked, names and lines without harmful signs, the count; places as they were."""

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.masked import shown_names
from kb.diagnosis.reports.text_report import as_text
from kb.masking.shapes import FAKE
from kb.reading.text.lines import shorten
from tests.contents import edit, write_entry

TOKEN = f"hf_{FAKE[:34]}"


def test_an_error_line_leaves_without_its_secret_and_is_counted(matcher):
    answer = matcher.match_text(f"one\nplugin.OddError: no access with {TOKEN} and PASSWORD=swordfish")

    assert answer.unexplained.line == 2
    assert answer.unexplained.text == "plugin.OddError: no access with hf_[masked] and PASSWORD=[masked]"
    assert answer.masked == 2
    assert as_json(answer)["masked"] == 2
    assert "2 values masked" in as_text(answer)


def test_nothing_is_said_where_nothing_was_masked(matcher):
    answer = matcher.match_text("plugin.OddError: no access")

    assert answer.masked == 0 and "masked" not in as_text(answer)


def test_matching_itself_sees_the_text_as_it_is(matcher):
    answer = matcher.match_text(f"plugin.OddError: no access with {TOKEN}")

    assert TOKEN in answer.query and TOKEN in answer.pasted[0][1]


def test_names_lose_what_drives_a_terminal_and_their_secrets():
    assert shown_names(["ev\x1b]0;PWNED\x07il", "a\u202eb", f"{TOKEN}.log", "", "\x1b[0m"]) == [
        "evil",
        "ab",
        "hf_[masked].log",
        "",
        "file",
    ]


def test_names_that_look_alike_then_are_told_apart():
    assert shown_names(["a", "a\u200b", "a (2)"]) == ["a", "a (2)", "a (2) (2)"]


def test_a_long_line_is_never_cut_inside_a_token():
    for at in range(120, 900, 7):
        line = ("x" * 9 + " ") * 60 + f"PASSWORD: {TOKEN} " + ("y" * 9 + " ") * 60
        cut = shorten(line.encode(), at)
        assert TOKEN in cut or not any(TOKEN[n : n + 6] in cut for n in range(len(TOKEN) - 6))
        assert TOKEN not in cut or "PASSWORD: " in cut


def test_what_a_row_of_a_table_says_is_masked_too(content):
    write_entry(content, "cold", line="the widget is much too cold")
    edit(content / "nccl/cold/entry.md", "leads_to:", "  - {fact: world_size = 8, proof: decisive}\nleads_to:")
    matcher = Matcher(Catalogue.of(load(content)))
    (item,) = matcher.match_text(f"WORLD_SIZE=8\nHOSTNAME={TOKEN}\n").matches[0].evidence

    assert (item.text, item.fact.host) == ("WORLD_SIZE=8", "hf_[masked]")
