"""A content folder is read as a whole; what cannot be read becomes problems, never an exception."""

from kb.catalogue.loader import load
from tests.contents import edit, write_entry


def test_area_and_slug_come_from_the_path(content):
    write_entry(content, "cold-widget", area="ddp")

    (entry,) = load(content).entries

    assert (entry.area, entry.slug, entry.url) == ("ddp", "cold-widget", "/failures/cold-widget/")
    assert [sample.name for sample in entry.samples()] == ["real.log"]


def test_a_broken_entry_does_not_hide_the_others(content):
    write_entry(content, "sound")
    broken = write_entry(content, "broken")
    line = edit(broken, "kind: error", "kind: terrible")

    loaded = load(content)

    assert [entry.slug for entry in loaded.entries] == ["sound"]
    assert [(p.file, p.line) for p in loaded.problems] == [(broken, line)]


def test_a_file_that_is_not_utf8_says_so(content):
    path = write_entry(content, "latin")
    path.write_bytes(b"---\ntitle: caf\xe9\n---\n")

    (problem,) = load(content).problems

    assert "save the file as UTF-8" in problem.message


def test_a_guide_is_a_page_with_the_entries_it_belongs_to(content):
    (content / "guides").mkdir()
    guide = content / "guides" / "hangs.md"
    guide.write_text("---\ntitle: Hangs\nsummary: How to look.\nfailures: [a, b]\n---\nFirst.\n\n## Then\n\nMore.\n")

    (guide,) = load(content).guides

    assert (guide.slug, guide.failures, guide.url) == ("hangs", ("a", "b"), "/guides/hangs/")
    assert guide.markdown == "First.\n\n## Then\n\nMore."


def test_the_line_of_a_missing_key_is_that_of_its_nearest_parent(content):
    path = write_entry(content, "widget")
    loaded = load(content)

    assert loaded.line(path, "signatures", 0, "absent") == loaded.line(path, "signatures", 0)
