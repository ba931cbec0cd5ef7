"""Windows around the lines that matter; never the whole of a long log."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kb.pages.pasted.log_view import AROUND, MOST_CHARACTERS, MOST_LINES, MOST_OPENED, SMALL_GAP, Lines, shortened, view

LOG = [f"line {n}" for n in range(1, 1001)]


def numbers(log):
    return [[line.number for line in window.lines] for window in log.windows]


def test_six_lines_on_each_side():
    assert numbers(view(LOG, {100: "proof"})) == [list(range(94, 107))]


def test_what_is_left_out_is_counted():
    log = view(LOG * 2, {100: "proof", 500: "chain"})
    assert [window.hidden for window in log.windows] == ["93 lines", "387 lines"]
    assert log.hidden == "1,494 lines"


def test_of_a_gap_the_lines_before_the_next_window_open():
    log = view(LOG, {500: "proof"})
    assert [line.number for line in log.windows[0].opened] == list(range(494 - MOST_OPENED, 494))
    assert [line.number for line in log.opened] == list(range(507, 507 + MOST_OPENED))


def test_a_small_gap_opens_whole_and_no_line_is_there_twice():
    log = view(LOG[:60], {10: "proof", 50: "chain"})
    everything = [line.number for w in log.windows for line in (*w.opened, *w.lines)] + [n.number for n in log.opened]
    assert everything == list(range(1, 61))


def test_gaps_share_the_room_that_there_is():
    log = view(LOG, {300: "proof", 600: "chain", 900: "chain"}, room=150)
    assert sum(len(window.opened) for window in log.windows) + len(log.opened) == 150


def test_a_secret_in_a_gap_is_masked():
    token = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"
    log = view([*LOG[:50], f"HF_TOKEN={token}", *LOG[:50]], {90: "proof"})
    assert token not in str(log) and "[masked]" in str(log.windows[0].opened)


def test_a_small_gap_is_shown_instead():
    assert len(view(LOG, {100: "proof", 100 + 2 * AROUND + SMALL_GAP + 1: "proof"}).windows) == 1
    assert len(view(LOG, {100: "proof", 100 + 2 * AROUND + SMALL_GAP + 2: "proof"}).windows) == 2


def test_so_is_a_short_end():
    assert numbers(view(LOG[:17], {6: "proof"})) == [list(range(1, 18))]
    assert view(LOG[:18], {6: "proof"}).hidden == "6 lines"


def test_a_short_beginning_is_shown_instead():
    assert numbers(view(LOG, {10: "proof"}))[0][0] == 1


def test_marks_and_anchors_are_on_their_lines():
    line = view(LOG, {3: "proof"}, "b.log", 2).windows[0].lines[2]
    assert (line.number, line.mark, line.anchor, line.text) == (3, "proof", "f2-L3", "line 3")


def test_a_line_that_is_not_there_is_passed_over():
    assert numbers(view(["only"], {0: "proof", 7: "proof"})) == [[1]]


def test_without_marks_the_end_is_shown():
    assert numbers(view(LOG, {}))[0][-1] == 1000


def test_an_empty_log_has_no_windows():
    assert view([], {}).windows == ()


def test_ten_thousand_marks_show_the_first_and_stay_small():
    marks = {5000: "proof"} | dict.fromkeys(range(1, 100000, 20), "error")
    log = view(["x"] * 100_000, marks)
    shown = [line for window in log.windows for line in window.lines]
    assert len(shown) <= MOST_LINES * (1 + SMALL_GAP / (2 * AROUND + 1))
    assert 5000 in [line.number for line in shown]


def test_a_long_line_is_cut_and_says_so():
    text, cut = shortened("x" * (MOST_CHARACTERS + 1234))
    assert (len(text), cut) == (MOST_CHARACTERS, "1,234 characters")


def test_control_characters_become_pictures_and_tabs_stay():
    assert view(["\x1b[31m\tred\0"], {1: "proof"}).windows[0].lines[0].text == "␛[31m\tred␀"


def test_half_a_surrogate_pair_can_be_encoded():
    assert view(["a\ud800"], {1: "proof"}).windows[0].lines[0].text == "a\ufffd"


@given(st.text("ab\n\r", max_size=300), st.lists(st.integers(0, 299), max_size=20))
def test_lines_are_those_of_the_text_in_whatever_order_they_are_asked_for(text, asked):
    lines, split = Lines(text * 50), (text * 50).removesuffix("\n").split("\n")
    assert len(lines) == len(split)
    for index in (n for n in asked if n < len(split)):
        assert lines[index] == split[index]


def test_secrets_are_masked_and_counted_and_lines_keep_their_numbers():
    shown = view(["a", "PASSWORD=swordfish", "token: x", "end"], {2: "proof"})

    assert [line.text for line in shown.windows[0].lines] == [
        "a",
        "PASSWORD=[masked]",
        "token: x",
        "end",
    ]
    assert (shown.masked, shown.windows[0].lines[1].number) == (1, 2)


def test_a_key_over_many_lines_is_known_by_the_lines_around_it():
    key = ["-----BEGIN RSA PRIVATE KEY-----", *["Ab3/" * 16] * 4, "c2hvcnQ=", "-----END RSA PRIVATE KEY-----"]

    shown = view(key, {4: "proof"})

    assert [line.text for line in shown.windows[0].lines] == [key[0], *["[masked]"] * 5, key[-1]]
    assert shown.masked == 1


def test_a_cut_shows_no_half_of_a_token():
    token = "hf_" + "A1b2" * 9
    for before in range(MOST_CHARACTERS - 45, MOST_CHARACTERS + 5):
        text = view(["x " * (before // 2) + token + " y" * 500], {1: "proof"}).windows[0].lines[0].text
        assert "A1b2" not in text


def test_lines_know_who_printed_them_and_the_view_lists_those():
    log = view(["[rank10]: a", "[rank2]: b", "nobody's", "[default3]:c"], {2: "proof"})
    assert [line.rank for line in log.windows[0].lines] == ["10", "2", "", "3"]
    assert log.ranks == ("2", "3", "10")


def test_a_few_sentences_are_wrapped_and_the_columns_of_a_log_are_not():
    assert view(Lines("My two GPUs stand still, and nothing is printed."), {}, "", 1, 0).is_short
    assert not view(Lines("step 1\n" * 20), {}, "", 1, 0).is_short
