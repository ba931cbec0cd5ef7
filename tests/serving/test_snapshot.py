"""What is served is one state of the content, whatever happens to its files meanwhile."""

import threading

import pytest

from kb.catalogue.loading.problems import BrokenContent
from kb.library import Library
from kb.serving import snapshot
from tests.contents import edit, write_entry


@pytest.fixture
def library(content, monkeypatch, settings, tmp_path):
    made = Library(content, follow=False)
    settings.CONTENT_DIR = content
    monkeypatch.setattr(snapshot, "library", made)
    monkeypatch.setattr(snapshot, "_copies", [])
    monkeypatch.setattr(snapshot.tempfile, "tempdir", str(tmp_path))
    return made


def titles(library):
    return [entry.title for entry in library.current().catalogue]


def test_files_are_read_from_the_copy(content, library):
    path = write_entry(content, "it", title="Before")
    snapshot.renew()
    edit(path, "Before", "After it all")
    (served,) = library.current().catalogue
    assert "Before" in served.path.read_text()
    snapshot.renew()
    assert titles(library) == ["After it all"]


def test_broken_content_changes_nothing_and_is_named_where_it_lies(content, library):
    path = write_entry(content, "it", title="Before")
    snapshot.renew()
    line = edit(path, "kind: error", "kind: terrible")
    with pytest.raises(BrokenContent) as broken:
        snapshot.renew()
    assert [(problem.file, problem.line) for problem in broken.value.problems] == [(path, line)]
    assert titles(library) == ["Before"]


def test_no_more_copies_are_kept_than_are_read(content, library, tmp_path):
    write_entry(content, "it")
    for _ in range(5):
        snapshot.renew()
    assert len(list(tmp_path.glob("rankdown-content-*"))) == snapshot.COPIES_KEPT


def test_a_link_is_followed_once(content, library, tmp_path):
    write_entry(content, "it", title="One")
    (tmp_path / "now").symlink_to(content)
    assert (snapshot.frozen(tmp_path / "now") / "areas.yaml").is_file()


def test_files_that_change_are_copied_until_they_are_still(content, library):
    for n in range(20):
        (content / f"{n}.txt").write_text("0")

    def change():
        for n in range(1, 40):
            for k in range(20):
                (content / f"{k}.txt").write_text(str(n))

    writer = threading.Thread(target=change)
    writer.start()
    copy = snapshot.frozen(content)
    writer.join()
    assert len({path.read_text() for path in copy.glob("*.txt")}) == 1


def test_the_state_of_a_folder_is_that_of_its_files(content):
    before = snapshot.state(content)
    (content / "new").write_text("")
    assert snapshot.state(content) != before
    (content / "new").unlink()
    assert snapshot.state(content) == before
