"""With the site installed, a log must also rank its own entry first."""

from kb.runner.judging.ranked import not_first
from tests.contents import write_entry
from tests.runner.entries import SAMPLE, plan_of


def test_its_own_entry_first_is_as_it_should_be(content):
    assert not_first(plan_of(content), f"{SAMPLE}\n") == ""


def test_another_entry_first_is_named(content):
    plan = plan_of(content)
    write_entry(content, "early", line="the parser was handed nothing at all", leads_to="cold-widget")

    said = not_first(plan, f"the parser was handed nothing at all\n{SAMPLE}\n")

    assert said == "expected its log to rank cold-widget first; the matcher says early"
