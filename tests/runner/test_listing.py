"""The list says how each entry stands, to people and to programs."""

import datetime
import json

from kb.catalogue.loading.loader import load
from kb.runner.listing import row, show_list
from kb.runner.planning.plan import plan_for
from kb.runner.recording.record import append
from tests.runner.entries import SAMPLE, write_reproduction

TODAY = datetime.datetime.now(datetime.UTC).date()


def row_after(content, *, days=0, **more):
    (entry,) = load(content).entries
    broken = {"evidence": [SAMPLE], "shown": "its failure", "showed": 1, "tries": 1} | more.pop("broken", {})
    date = (TODAY - datetime.timedelta(days=days)).isoformat()
    line = {"date": date, "verdict": "verified", "environment": {"torch": "2.13.0"}, "broken": broken} | more
    append(plan_for(entry), line | {"entry_digest": plan_for(entry).digest()})
    return row(load(content).entries[0])


def test_a_word_for_programs_and_a_sentence_for_people(content):
    write_reproduction(content)
    told = row_after(content, days=3)

    assert (told["standing"], told["days"]) == ("verified", 3)
    assert told["state"] == "verified 3 day(s) ago with torch 2.13.0"


def test_packages_laid_over_the_environment_are_named(content):
    write_reproduction(content)

    assert "(torch==2.0.1 for broken)" in row_after(content, broken={"packages": ["torch==2.0.1"]})["state"]


def test_the_share_of_runs_is_told_where_it_is_not_all(content):
    write_reproduction(content)

    assert "1 of 3 runs showed it" in row_after(content, broken={"tries": 3})["state"]


def test_a_record_that_lacks_something_or_comes_from_tomorrow_ends_nothing(content):
    write_reproduction(content)

    assert "torch (none)" in row_after(content, environment={})["state"]
    assert "yet to come" in row_after(content, days=-9)["state"]


def test_a_line_and_an_array(content, capsys):
    write_reproduction(content)
    entries = load(content).entries

    assert show_list(entries, as_json=False) == 0 and "never run" in capsys.readouterr().out
    show_list(entries, as_json=True)
    assert json.loads(capsys.readouterr().out)[0]["slug"] == "cold-widget"
