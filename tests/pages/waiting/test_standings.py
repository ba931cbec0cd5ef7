"""The table of who stands where."""

from typing import get_args

from django.test import Client

from kb.diagnosis.frozen.standings import find_standings
from kb.language import gettext, speaking
from kb.pages.waiting.standings import MOST_GROUPS, PLACES, standings_view
from kb.reading.stacks.known.places import What
from tests.diagnosis.frozen.test_standings import LOADS, WAITS, collected
from tests.reading.stacks.reading import blocks


def view(text):
    return standings_view(find_standings(blocks(text)), lambda line, file: f"L{line}")


def test_a_row_a_place_with_the_suspected_marked():
    shown = view(collected([WAITS, LOADS, WAITS]))

    assert [(row.who, row.what, row.own, row.blamed, row.anchor) for row in shown.groups] == [
        ("Ranks 0 and 2", "collective", "train_step (train.py:12)", False, "L3"),
        ("Rank 1", "own code", "load_batch (train.py:7)", True, "L12"),
    ]
    assert not shown.has_moved


def test_two_samples_fill_a_column():
    shown = view(collected([WAITS, LOADS]) + collected([WAITS, LOADS], sample=2))

    assert shown.has_moved and {row.moved for row in shown.groups} == {"the same"}


def test_many_places_are_cut_visibly():
    stacks = [LOADS.replace("train.py:7", f"train.py:{number + 20}") for number in range(MOST_GROUPS + 6)]
    shown = view(collected(stacks))

    assert (len(shown.groups), shown.hidden) == (MOST_GROUPS, 6)


def test_the_page_says_who_stands_where_and_escapes_what_was_pasted():
    hostile = LOADS.replace("load_batch", "<script>load")
    html = Client().post("/match", {"text": collected([WAITS, hostile, WAITS])}).content.decode()

    assert "rank 1 stands in &lt;script&gt;load (train.py:7): look there first." in html
    assert "<script>load" not in html


def test_every_place_is_said_in_the_readers_language():
    with speaking("zh"):
        told = {gettext(place) for place in get_args(What)}
    assert set(PLACES) == set(get_args(What))
    assert told & set(PLACES) == {"store", "data loader"}, "names stay, words do not"
