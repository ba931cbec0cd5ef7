"""A file counts as unchanged only where nothing about it has changed since it was read."""

import os
import time

import pytest

from kb.cache.files import STILL, UNKNOWN, changed, seen_now, shape, stamp, stats
from tests.contents import edit, write_entry


@pytest.fixture
def entry(content):
    (content / "guides").mkdir()
    (content / "guides" / "reading.md").write_text("a guide")
    path = write_entry(content, "it")
    time.sleep(2 * STILL / 1e9)
    return path


def names_changed(content, before):
    return changed(before, seen_now(content, before))


def test_areas_guides_and_entries_matter_and_samples_do_not(content, entry):
    assert set(stats(content)) == {"areas.yaml", "guides/reading.md", "nccl/it/entry.md"}


@pytest.mark.parametrize(("name", "text"), [("entry.zh.md", "## 症状\n"), ("reported.txt", "It stays cold.\n")])
def test_what_is_read_beside_an_entry_matters_like_it(content, entry, name, text):
    before = seen_now(content, {})
    (entry.parent / name).write_text(text, encoding="utf-8")

    assert names_changed(content, before) == {f"nccl/it/{name}"}


def test_nothing_has_changed_where_nobody_touched_anything(content, entry):
    before = seen_now(content, {})

    assert seen_now(content, before) == before
    assert names_changed(content, before) == set()


def test_a_touched_file_is_read_again_and_is_the_same(content, entry):
    before = seen_now(content, {})
    entry.touch()

    assert names_changed(content, before) == set()


def test_an_edit_of_the_same_size_at_the_same_time_is_noticed(content, entry):
    before, status = seen_now(content, {}), entry.stat()
    entry.write_text(entry.read_text().replace("widget", "gadget"))
    os.utime(entry, ns=(status.st_atime_ns, status.st_mtime_ns))

    assert names_changed(content, before) == {"nccl/it/entry.md"}


def test_a_file_that_was_just_written_is_read_again(content):
    write_entry(content, "new")

    assert seen_now(content, {})["nccl/new/entry.md"].stat == UNKNOWN


def test_what_came_and_what_went_has_changed(content, entry):
    before = seen_now(content, {})
    write_entry(content, "more")
    (content / "guides" / "reading.md").unlink()

    assert names_changed(content, before) == {"nccl/more/entry.md", "guides/reading.md"}


@pytest.mark.parametrize("level", ["file", "folder", "area"])
def test_what_is_reached_by_a_link_always_counts_as_changed(content, entry, level, tmp_path):
    place = {"file": entry, "folder": entry.parent, "area": entry.parents[1]}[level]
    place.rename(tmp_path / "real")
    place.symlink_to(tmp_path / "real")
    before = seen_now(content, {})

    assert names_changed(content, before) == {"nccl/it/entry.md"}


def test_the_shape_of_a_folder_is_what_checks_see_of_its_other_files(content, entry):
    first = shape(content)
    edit(entry, "widget", "gadget")
    assert shape(content) == first

    sample = entry.parent / "samples" / "real.log"
    sample.write_text("longer than it was before, by far and by any measure")
    second = shape(content)
    assert second != first
    sample.unlink()
    assert shape(content) not in {first, second}


def test_the_stamp_of_all_files_is_another_after_any_of_them_was_touched(content, entry):
    before = stamp(stats(content))
    assert stamp(stats(content)) == before
    entry.touch()
    assert stamp(stats(content)) != before


def test_what_is_unknown_has_no_stamp():
    assert stamp({"entry.md": UNKNOWN}) == ""
