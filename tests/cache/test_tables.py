"""What comes out of a file of tables is what went in, or Spoiled: never anything else."""

import random

import pytest

from kb.cache.tables import File, Spoiled, write

TABLES = {
    "words": {f"word {n}": bytes([n % 256]) * (n % 50) for n in range(500)},
    "empty": {},
    "one": {"": b"", "键\ud800": b"\n\x00"},
}


@pytest.fixture
def path(tmp_path):
    with (tmp_path / "file").open("wb") as out:
        write(out, TABLES)
    return tmp_path / "file"


def everything(path):
    with path.open("rb") as source:
        file = File(source)
        return {name: dict(file.table(name, bytes).items()) for name in TABLES}


def test_everything_comes_back(path):
    assert everything(path) == TABLES


def test_keys_are_looked_up_one_by_one(path):
    with path.open("rb") as source:
        table = File(source).table("words", len)

        assert (table["word 7"], table.get("word 9"), table.get("word 999"), len(table)) == (7, 9, None, 500)
        assert ("word 3" in table, "nothing" in table, 3 in table) == (True, False, False)
        with pytest.raises(KeyError):
            table["nothing"]
        assert set(table) == set(TABLES["words"])


def test_a_table_that_is_not_there_is_no_empty_table(path):
    with path.open("rb") as source, pytest.raises(Spoiled):
        File(source).table("others", bytes)


def test_every_flipped_bit_is_noticed(path):
    whole, chance = path.read_bytes(), random.Random(7)  # noqa: S311
    for at in chance.sample(range(len(whole)), 400):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :])
        with pytest.raises(Spoiled):
            everything(path)
        with path.open("rb") as source, pytest.raises(Spoiled):
            File(source).check()


def test_every_missing_end_is_noticed(path):
    whole = path.read_bytes()
    for size in (0, 1, 15, 16, 17, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(Spoiled):
            everything(path)


def test_a_block_does_not_pass_for_another(path):
    """Every block is sound by itself, and stands where it does not belong."""
    twins = {"a": {"key": b"1"}, "b": {"key": b"2"}}
    with path.open("wb") as out:
        write(out, twins)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'{"key": 1}\n1', b'{"key": 1}\n2', 1))

    with path.open("rb") as source, pytest.raises(Spoiled):
        File(source).table("a", bytes)["key"]
