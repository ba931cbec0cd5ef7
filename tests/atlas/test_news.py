"""What a newer release no longer says, what it says instead, what it says for the first time."""

from packaging.version import Version

from kb.atlas.news import fresh_errors, gone
from kb.atlas.texts.literal import Literal
from tests.atlas.shelves import atlas_of, member

LINE = "the store barrier timed out after <int> seconds on rank <int>"
OLD = Literal("the store barrier timed out after {} seconds on rank {}", "Store.wait", True)


def found(shelf, *newer: Literal, path: str = "torch/store.py", after: str | None = None):
    releases = {"2.0": [member("torch/store.py", OLD)], "2.1": [member(path, *newer)]}
    atlas = atlas_of(shelf, releases, (LINE,))
    return list(gone(atlas, shelf, "torch", Version(after) if after else None))


def test_a_line_that_is_gone_comes_with_the_nearest_new_text_of_its_function(shelf):
    (item,) = found(
        shelf,
        Literal("the store barrier was not reached by rank {} for {} seconds", "Store.wait", True),
        Literal("the store barrier timed out after {} seconds, rank {}, elsewhere", "other", True),
    )

    assert (item.text, str(item.last), str(item.since), item.place) == (LINE, "2.0", "2.1", "torch/store.py:Store.wait")
    assert item.now == ("the store barrier was not reached by rank {} for {} seconds",)


def test_where_its_function_has_nothing_alike_its_file_is_looked_at_and_then_all(shelf):
    (item,) = found(shelf, Literal("the store barrier timed out after {} minutes on rank {}", "Elsewhere.f"))
    (moved,) = found(shelf, Literal("store barrier timed out after {} seconds on ranks {}", "f"), path="torch/moved.py")

    assert item.now == ("the store barrier timed out after {} minutes on rank {}",)
    assert moved.now == ("store barrier timed out after {} seconds on ranks {}",)


def test_nothing_alike_is_said_as_such(shelf):
    (item,) = found(shelf, Literal("hello", "Store.wait"))

    assert item.now == ()


def test_a_line_that_is_still_there_is_no_news(shelf):
    assert found(shelf, OLD) == []


def test_what_vanished_before_the_last_read_is_old_news(shelf):
    assert found(shelf, Literal("x"), after="2.1") == []
    assert len(found(shelf, Literal("x"), after="2.0")) == 1


def test_new_messages_are_told_where_lines_of_entries_stand(shelf):
    new = Literal("the store lost its connection to rank {}", "Store.get", True)
    releases = {
        "2.0": [member("torch/store.py", OLD)],
        "2.1": [
            member(
                "torch/store.py",
                OLD,
                new,
                Literal("a key that nobody ever prints", "f", False),
                Literal("too short", "f", True),
            ),
            member("torch/far.py", Literal("a message of a file that no entry knows", "f", True)),
        ],
    }
    atlas = atlas_of(shelf, releases, (LINE,))
    known = {row.where for row in atlas.rows.values()}

    assert list(fresh_errors(shelf, "torch", Version("2.0"), Version("2.1"), known)) == [
        ("torch/store.py:Store.get", new.text)
    ]


def test_in_a_library_new_strings_count_where_old_messages_lie(shelf):
    def strings(*texts):
        return [member("lib.so", *(Literal(text) for text in texts))]

    old = "the store barrier timed out after %d seconds on rank %d"
    far = [f"symbol_{n}" for n in range(100)]
    new, foreign = "no such key in the store today", "a library that was linked in whole"
    atlas = atlas_of(shelf, {"2.0": strings(old), "2.1": strings(old, new, *far, foreign)}, (LINE,))
    known = {row.where for row in atlas.rows.values()}

    assert [text for _, text in fresh_errors(shelf, "torch", Version("2.0"), Version("2.1"), known)] == [new]
