"""An entry, a check, a guide as one Markdown document: nothing that they say is missing."""

from kb.catalogue.document import check_as_markdown, entry_as_markdown, guide_as_markdown


def test_every_entry_tells_all_of_it_the_fix_first(catalogue):
    for entry in catalogue:
        text = entry_as_markdown(entry, catalogue)
        assert text.startswith(f"# {entry.title}\n") and f"\n\n{entry.front.summary}\n\n`{entry.slug}` · " in text
        assert text.index("\n## Fix\n") < text.index("\n## Root cause\n")
        assert all(section.markdown.strip() in text for section in entry.sections)
        assert all((source.url or source.document) in text for source in entry.front.sources)
        assert all(check in text for _, check in catalogue.neighbours(entry.slug))
        assert "<this>" not in text and "<that>" not in text


def test_every_check_says_what_to_do_and_how_it_may_end(catalogue):
    for check in catalogue.checks:
        text = check_as_markdown(check)
        assert check.front.run in text and check.markdown.strip() in text
        assert all(f"`{outcome.slug}`: {outcome.en}" in text for outcome in check.front.outcomes)


def test_every_guide_is_whole(catalogue):
    assert all(guide.markdown.strip() in guide_as_markdown(guide, catalogue) for guide in catalogue.guides)


def test_a_source_that_nobody_can_open_says_so(catalogue):
    given = {entry.slug for entry in catalogue if any(source.given for source in entry.front.sources)}
    told = {entry.slug for entry in catalogue if "it is not public)" in entry_as_markdown(entry, catalogue)}
    assert given == told != set()
