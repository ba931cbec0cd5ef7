"""One pass finds every signature, however the line was wrapped, quoted or coloured, in linear time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from kb.catalogue.loading.loader import load
from kb.matching.signatures import SignatureDatabase
from kb.reading.text.compact import Compact
from tests.contents import edit, write_entry


@pytest.fixture
def database_of(content):
    def build(line, **options):
        path = write_entry(content, "widget", line=line)
        for old, new in options.items():
            edit(path, "    proof: decisive", f"    proof: decisive\n    {old}: {new}")
        return SignatureDatabase(load(content).entries)

    return build


def scan(database, text):
    return database.satisfied(database.find(Compact(text)).places)


def found(database, text):
    return [text.encode()[span.start : span.end].decode() for hit in scan(database, text) for span in hit.places]


def test_holes_take_what_differs_between_runs(database_of):
    database = database_of("rank <int> and rank <int> both on CUDA device <hex>")

    assert found(database, "x rank 0 and rank 12 both on CUDA device c7000\n") == [
        "rank 0 and rank 12 both on CUDA device c7000"
    ]


@pytest.mark.parametrize(
    "text",
    [
        "widget was not\nfrobnicated in time",
        "widget was not frobni\ncated in time",
        "WIDGET was not frobnicated in time",
        "widget  was not `frobnicated` in time",
        "widget_was_not frobnicated in time",
        "10%|  | 1/10widget was not frobnicated in time",
        "widget was not frobnicated in time" * 2,
    ],
    ids=["wrapped", "wrapped in a word", "case", "quoted", "underscores", "glued", "twice on a line"],
)
def test_what_makes_no_difference(database_of, text):
    assert found(database_of("widget was not frobnicated in time"), text)


@pytest.mark.parametrize(
    "text",
    ["widget was frobnicated in time", "widget\nwas\nnot\nfrobnicated\nin\ntime", "widget was not frobnicated"],
    ids=["another message", "one word a line is a coincidence", "cut short"],
)
def test_what_is_not_the_line(database_of, text):
    assert not found(database_of("widget was not frobnicated in time"), text)


def test_a_number_at_the_end_is_the_whole_number(database_of):
    database = database_of("last completed work: -1")

    assert found(database, "last completed work: -1, x")
    assert not found(database, "last completed work: -12")


def test_several_lines_together_are_needed_together(database_of):
    database = database_of("the widget was late", together='["the gadget was early"]')

    assert not scan(database, "the widget was late\n")
    (hit,) = scan(database, "the gadget was early\nthe widget was late\n")
    assert [line for line, _ in hit.together] == ["the gadget was early"]


def test_an_absence_is_part_of_the_proof(database_of):
    database = database_of("the widget was late", absent='["all is well in the end"]')

    assert scan(database, "the widget was late\n")
    assert not scan(database, "the widget was late\nall is well in the end\n")


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ('    raise RuntimeError("widget was not frobnicated in time")', True),
        ('    logger.error(f"widget was not frobnicated in time")', True),
        ("RuntimeError: widget was not frobnicated in time", False),
        ('{"message": "widget was not frobnicated in time"}', False),
    ],
)
def test_source_code_that_quotes_the_line_is_an_echo(database_of, text, echo):
    (hit,) = scan(database_of("widget was not frobnicated in time"), text)

    assert [span.echo for span in hit.places] == [echo]


def test_threads_share_one_database(database_of):
    database = database_of("widget was not frobnicated in time")
    text = "noise\n" * 5000 + "widget was not frobnicated in time\n"

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda text: scan(database, text), [text] * 64))

    assert all(len(hits) == 1 for hits in results)


def test_a_catalogue_without_signatures_finds_nothing():
    assert scan(SignatureDatabase([]), "anything") == []
