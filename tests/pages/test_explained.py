"""Why an entry has its score and its place, as the page shows it."""

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.explain import explain
from kb.diagnosis.matcher import Matcher
from kb.pages.explained import explained_view
from tests.contents import write_entry


def test_each_ground_stands_with_its_score(content):
    write_entry(content, "oom", title="Out of widgets", line="widget is out of memory today")
    matcher = Matcher(Catalogue.of(load(content)))
    shown = explained_view(explain(matcher.match_text("widget is out of memory today"), matcher)[0])

    assert (shown.title, shown.score) == ("Out of widgets", "0.95")
    assert shown.grounds[0][1:] == ("decisive line", "widget is out of memory today")
