"""The table of who stands where: every place has its words, and a process that ended says how."""

from typing import get_args

from kb.catalogue.schema.facts import STANDING
from kb.diagnosis.frozen.standings import find_standings
from kb.language import speaking
from kb.pages.waiting.standings import PLACES, standings_view
from kb.reading.stacks.known.places import What
from tests.reading.stacks.ended.test_crashed import MPI
from tests.reading.stacks.reading import blocks


def test_the_places_of_stacks_are_those_that_the_page_and_the_facts_have_words_for():
    assert set(PLACES) == set(get_args(What))
    assert set(STANDING) == {place.replace(" ", "-") for place in PLACES}


def test_a_process_that_ended_says_how():
    (row,) = standings_view(find_standings(blocks(MPI)), lambda line, file: "").groups
    assert (row.who, row.what, row.function) == ("Process 5492", "ended: Segmentation fault (11)", "MPI_Alltoall")

    with speaking("zh"):
        (row,) = standings_view(find_standings(blocks(MPI)), lambda line, file: "").groups
        assert row.what == "已结束：Segmentation fault (11)"
