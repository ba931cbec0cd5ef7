"""Five sections, all written, in one order."""

from tests.catalogue.checks.broken import messages_after


def test_sections_in_another_order_are_named_in_the_right_one(content):
    (message,) = messages_after(content, "## Versions", "## Symptoms")[-1:]

    assert message.startswith("the sections must stand in this order: Symptoms, Root cause, Fix")


def test_a_section_that_is_there_twice_is_out_of_order(content):
    assert messages_after(content, "## Related errors", "## Fix\n\nCall it again, later.\n\n## Related errors")
