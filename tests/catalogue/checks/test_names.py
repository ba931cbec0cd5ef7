"""An entry has one name, spelled as an address, in an area that exists."""

from tests.catalogue.checks.broken import problems_of
from tests.contents import write_entry


def test_a_slug_used_twice_names_the_other_file(content):
    write_entry(content, "widget", area="nccl", line="the first widget is cold")
    write_entry(content, "widget", area="ddp", line="the second widget is cold")

    assert [text for _, text in problems_of(content)] == [
        f"slug 'widget' is taken by {content / 'ddp' / 'widget' / 'entry.md'}: choose another"
    ]


def test_an_unknown_area_and_a_bad_slug_are_found(content):
    write_entry(content, "Bad_Slug", area="nowhere")
    write_entry(content, "very-" * 12 + "long")

    messages = [text for _, text in problems_of(content)]

    assert any("area 'nowhere' is not in areas.yaml" in text for text in messages)
    assert sum("lower-case words joined by hyphens" in text for text in messages) == 2


def test_while_areas_yaml_is_broken_no_entry_is_blamed_for_its_area(content):
    write_entry(content, "widget")
    (content / "areas.yaml").write_text("nccl: {title: NCCL\n")

    assert len(problems_of(content)) == 1
