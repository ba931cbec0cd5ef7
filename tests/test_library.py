"""In development the site follows the files; in production broken content stops the start."""

import pytest

from kb.catalogue.loading.problems import BrokenContent
from kb.library import Library
from tests.contents import edit, write_entry


def titles(library):
    return [entry.title for entry in library.current().catalogue]


def test_an_edited_entry_shows_on_the_next_request(content):
    path = write_entry(content, "it", title="Before")
    library = Library(content, follow=True)
    assert titles(library) == ["Before"]

    edit(path, "Before", "After it all")

    assert titles(library) == ["After it all"]


def test_a_broken_edit_keeps_the_last_good_version_and_shows_the_problem(content):
    path = write_entry(content, "it", title="Before")
    library = Library(content, follow=True)
    library.current()

    line = edit(path, "kind: error", "kind: terrible")

    assert titles(library) == ["Before"]
    assert [(p.file, p.line) for p in library.current().problems] == [(path, line)]

    edit(path, "kind: terrible", "kind: error")
    assert library.current().problems == ()


def test_a_broken_edit_that_another_process_kept_takes_nothing_from_what_is_served(content):
    path = write_entry(content, "it", title="Before")
    library = Library(content, follow=True)
    library.current()
    edit(path, "kind: error", "kind: terrible")
    Library(content, follow=True).current()  # another process, which keeps what is sound

    assert titles(library) == ["Before"]
    assert len(library.current().problems) == 1


def test_a_first_start_in_development_serves_what_is_sound(content):
    write_entry(content, "sound", title="Sound")
    edit(write_entry(content, "broken"), "kind: error", "kind: terrible")

    library = Library(content, follow=True)

    assert titles(library) == ["Sound"]
    assert len(library.current().problems) == 1


def test_production_does_not_start_with_broken_content_and_lists_it(content):
    path = write_entry(content, "broken")
    line = edit(path, "kind: error", "kind: terrible")

    with pytest.raises(BrokenContent, match=rf"broken/entry.md:{line}: kind is 'terrible'"):
        Library(content, follow=False).current()


def test_production_builds_once(content):
    path = write_entry(content, "it", title="Before")
    library = Library(content, follow=False)
    first = library.current()

    edit(path, "Before", "After it all")

    assert library.current() is first


def test_a_command_that_asks_once_looks_for_no_changes(content):
    path = write_entry(content, "it", title="Before")
    library = Library(content, follow=True)
    first = library.once()

    edit(path, "Before", "After it all")

    assert library.once() is first
    assert library.current().catalogue.by_slug["it"].title == "After it all"
