"""A line of the paste where the page names it: its place, its file, its length."""

from __future__ import annotations

from kb.matching.match import Evidence
from kb.pages.pasted.cited import PROOF_CHARACTERS, Pasted
from kb.reading.errors import ErrorLine


def test_of_one_text_the_place_is_its_line():
    assert Pasted(("",)).cited(ErrorLine(7, " it failed ")).anchor == "L7"


def test_of_several_files_each_has_places_of_its_own():
    cited = Pasted(("a.log", "b.log")).cited(ErrorLine(7, "it failed", "3", "b.log"))
    assert (cited.anchor, cited.rank, cited.file, cited.text) == ("f2-L7", "3", "b.log", "it failed")


def test_a_long_line_is_cut_and_the_rest_counted():
    cited = Pasted(("",)).cited(ErrorLine(1, "word " * PROOF_CHARACTERS))
    assert len(cited.text) <= PROOF_CHARACTERS and cited.cut.endswith("characters")


def test_what_drives_a_terminal_becomes_a_picture():
    assert "\x1b" not in Pasted(("",)).cited(ErrorLine(1, "\x1b[2Jgone")).text


def test_the_words_of_the_signature_stand_apart_from_what_surrounds_them():
    cited = Pasted(("",)).cited(Evidence(1, "[1] WARN GPU 3 is gone, so", "decisive", "gpu <int> is gone"))
    assert (cited.before, cited.matched, cited.behind) == ("[1] WARN ", "GPU 3 is gone", ", so")


def test_a_line_without_them_is_told_as_it_is():
    cited = Pasted(("",)).cited(Evidence(1, "GPU 3 was lost", "near", "GPU <int> is gone"))
    assert (cited.before, cited.matched, cited.behind) == ("", "", "GPU 3 was lost")
