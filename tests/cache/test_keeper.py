"""A start finds everything kept, renews what changed, and trusts nothing that it cannot trust."""

import multiprocessing
import os
import shutil
import time

import pytest

from kb.cache import keeper as module
from kb.cache.files import STILL
from kb.catalogue.loading.problems import BrokenContent
from tests.cache.shelves import Starts, answers, uncached
from tests.contents import CHINESE, edit, write_entry


@pytest.fixture
def starts(content, tmp_path, monkeypatch):
    write_entry(content, "first", title="The first")
    write_entry(content, "second", area="ddp", leads_to="first")
    write_entry(content, "third", title="The third")
    time.sleep(2 * STILL / 1e9)
    starts = Starts(content, tmp_path / "cache", monkeypatch)
    starts.start()
    assert len(starts.parsed) == 3
    return starts


def titles(edition):
    return sorted(entry.title for entry in edition.catalogue)


def test_a_second_start_parses_nothing_and_answers_the_same(starts):
    edition = starts.start()

    assert starts.parsed == []
    assert answers(edition.matcher) == answers(uncached(starts.content))
    assert [entry.slug for entry in edition.catalogue] == ["first", "third", "second"]


def test_only_an_edited_entry_is_parsed_again(starts):
    edit(starts.content / "nccl/first/entry.md", "widget first was not", "gizmo <int> was never")

    edition = starts.start()

    assert len(starts.parsed) == 1
    assert edition.matcher.match_text("gizmo 7 was never frobnicated in time").best.slug == "first"
    assert edition.matcher.match_text("widget first was not frobnicated in time").best is None
    assert edition.matcher.match_text("widget third was not frobnicated in time").best.slug == "third"
    starts.start()
    assert starts.parsed == []
    assert (len(starts.files("base")), len(starts.files("delta"))) == (1, 1)


def test_edits_add_up_and_can_be_taken_back(starts):
    path = starts.content / "nccl/first/entry.md"
    before = answers(starts.start().matcher)
    for old, new in (("The first", "Another"), ("Another", "Yet another"), ("Yet another", "The first")):
        edit(path, old, new)
        assert new in titles(starts.start())
        assert len(starts.parsed) == 1

    assert answers(starts.start().matcher) == before


def test_comparisons_of_an_edited_entry_hold_and_those_that_are_gone_do_not(starts):
    path, table = starts.content / "nccl/first/entry.md", "export WORLD_SIZE=8\n"
    edit(path, "leads_to:", "  - {fact: world_size > 4, proof: decisive}\nleads_to:")
    assert starts.start().matcher.match_text(table).best.slug == "first"
    assert len(starts.parsed) == 1

    edit(path, "world_size > 4", "world_size > 8")
    assert starts.start().matcher.match_text(table).best is None
    assert starts.start().matcher.match_text(table.replace("8", "16")).best.slug == "first"


def test_words_of_an_edited_entry_are_found(starts):
    edit(starts.content / "nccl/third/entry.md", "the widget stays cold", "the turbine whistles")

    words = starts.start().matcher.finder.words

    assert [found.entry.slug for found in words.search("turbine")] == ["third"]
    assert {found.entry.slug for found in words.search("stays")} == {"first", "second"}
    assert words.shared("turbine whistles", words.search("turbine")[0].entry) == ["turbin", "whistl"]


def test_a_translation_that_came_changed_or_went_is_noticed(starts):
    path = starts.content / "nccl/third/entry.zh.md"
    for old, new in (("", CHINESE), ("所有版本", "全部版本"), ("", "")):
        if old:
            edit(path, old, new)
        elif new:
            path.write_text(new, encoding="utf-8")
        else:
            path.unlink()
        entry = starts.start().catalogue.by_slug["third"]
        assert len(starts.parsed) == 1
        assert ("".join(section.markdown for section in entry.chinese) != "") == bool(new)
        if old:
            assert new in entry.chinese[-1].markdown
            assert [found.entry.slug for found in starts.start().matcher.finder.words.search("全部版本")] == ["third"]


def test_a_removed_entry_is_gone_everywhere(starts):
    shutil.rmtree(starts.content / "nccl/third")

    edition = starts.start()

    assert starts.parsed == []
    assert titles(edition) == ["About second", "The first"]
    assert answers(edition.matcher)[5] == answers(uncached(starts.content))[5]
    assert "third" not in {found.entry.slug for found in edition.matcher.finder.words.search("the widget stays cold")}


def test_a_broken_entry_is_left_out_and_the_rest_is_built_once(starts):
    path = starts.content / "nccl/third/entry.md"
    edit(path, "kind: error", "kind: nonsense")
    time.sleep(2 * STILL / 1e9)
    first = starts.start(follow=True)
    again = starts.start(follow=True)

    assert starts.parsed == []
    assert [problem.file for problem in again.problems] == [path] and again.problems == first.problems
    assert titles(again) == titles(first) == ["About second", "The first"]
    assert answers(again.matcher) == answers(first.matcher)
    with pytest.raises(BrokenContent, match="nonsense"):
        starts.start()

    edit(path, "kind: nonsense", "kind: error")
    assert "The third" in titles(starts.start(follow=True)) and starts.start().problems == ()


def test_an_added_entry_is_found(starts):
    write_entry(starts.content, "added", line="a wholly new line for everybody")

    edition = starts.start()

    assert len(starts.parsed) == 1
    assert edition.matcher.match_text("a wholly new line for everybody").best.slug == "added"
    assert [entry.slug for entry in edition.catalogue] == ["added", "first", "third", "second"]


def test_a_renamed_area_is_a_new_place_for_its_entries(starts):
    (starts.content / "ddp").rename(starts.content / "fsdp")
    edit(starts.content / "areas.yaml", "ddp", "fsdp")

    edition = starts.start()

    assert edition.catalogue.by_slug["second"].area == "fsdp"
    assert [area.slug for area in edition.catalogue.areas] == ["nccl", "fsdp"]


def test_what_an_entry_says_of_another_is_taken_back_with_it(starts):
    path = starts.content / "nccl/third/entry.md"
    edit(path, "leads_to: []", "follows_from: [first]")
    catalogue = starts.start().catalogue
    assert catalogue.leads_to("second", "third")
    assert [entry.slug for entry in catalogue.follows_from("third")] == ["first"]

    edit(path, "follows_from: [first]", "leads_to: []")
    catalogue = starts.start().catalogue
    assert not catalogue.leads_to("first", "third")
    assert catalogue.follows_from("third") == ()
    assert [entry.slug for entry in catalogue.follows_from("first")] == ["second"]


def test_when_much_has_changed_everything_is_put_into_a_new_base(starts, monkeypatch):
    monkeypatch.setattr(module, "FEW_FRESH", 1)
    edit(starts.content / "nccl/first/entry.md", "The first", "Another")
    edit(starts.content / "nccl/third/entry.md", "The third", "A further one")

    assert titles(starts.start()) == ["A further one", "About second", "Another"]

    assert (len(starts.files("base")), len(starts.files("delta"))) == (2, 0)
    starts.start()
    assert starts.parsed == []


def test_broken_content_stops_production_however_sound_it_was_before(starts):
    line = edit(starts.content / "nccl/first/entry.md", "kind: error", "kind: terrible")

    with pytest.raises(BrokenContent, match=rf"first/entry.md:{line}: kind is 'terrible'"):
        starts.start()


def test_a_rule_between_entries_is_kept_after_an_edit(starts):
    edit(starts.content / "nccl/third/entry.md", "widget third was", "widget first was")

    with pytest.raises(BrokenContent, match="has the same decisive signature"):
        starts.start()


def test_a_lost_sample_stops_production(starts):
    (starts.content / "nccl/first/samples/real.log").unlink()

    with pytest.raises(BrokenContent, match="no sample shows the decisive line"):
        starts.start()


def test_a_copy_of_the_content_elsewhere_parses_nothing(starts, tmp_path):
    copy, home = shutil.copytree(starts.content, tmp_path / "copy"), starts.content
    starts.content = copy

    edition = starts.start(home=home)

    assert starts.parsed == []
    assert edition.catalogue.by_slug["first"].path == copy / "nccl/first/entry.md"


def test_another_version_builds_anew(starts, monkeypatch):
    monkeypatch.setattr(module, "version", lambda: "of tomorrow")

    starts.start()

    assert len(starts.parsed) == 3


@pytest.mark.parametrize("kind", ["state", "base", "delta"])
@pytest.mark.parametrize("damage", ["flipped", "cut off", "empty", "missing", "foreign"])
def test_a_damaged_file_is_built_anew(starts, kind, damage):
    edit(starts.content / "nccl/first/entry.md", "The first", "Another")
    before = answers(starts.start().matcher)
    (path,) = starts.files(kind)
    data = path.read_bytes()
    middle = len(data) // 2
    if damage == "missing":
        path.unlink()
    elif damage == "foreign":
        path.chmod(0o666)
    else:
        flipped = data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :]
        path.write_bytes({"flipped": flipped, "cut off": data[:middle], "empty": b""}[damage])

    edition = starts.start()

    assert len(starts.parsed) == 3
    assert answers(edition.matcher) == answers(uncached(starts.content))
    assert [a.split('"score"')[0] for a in answers(edition.matcher)] == [a.split('"score"')[0] for a in before]
    starts.start()
    assert starts.parsed == []


@pytest.mark.parametrize("trouble", ["in the way", "writable by all"])
def test_without_a_folder_to_keep_things_in_all_works_as_ever(starts, trouble):
    shutil.rmtree(starts.cache)
    if trouble == "in the way":
        starts.cache.write_text("a file")
    else:
        starts.cache.mkdir()
        starts.cache.chmod(0o777)

    edition = starts.start()

    assert answers(edition.matcher) == answers(uncached(starts.content))
    assert starts.files("") == []


def test_processes_that_build_at_once_do_each_other_no_harm(starts):
    shutil.rmtree(starts.cache)
    processes = [multiprocessing.get_context("fork").Process(target=starts.start) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join(120)

    assert [process.exitcode for process in processes] == [0] * 4
    edition = starts.start()
    assert starts.parsed == []
    assert answers(edition.matcher) == answers(uncached(starts.content))


def test_threads_and_forks_share_what_was_opened(starts):
    edition = starts.start()
    expected = answers(uncached(starts.content))
    pid = os.fork()
    if pid == 0:
        os._exit(0 if answers(edition.matcher) == expected else 1)

    assert os.waitpid(pid, 0)[1] == 0
    assert answers(edition.matcher) == expected
