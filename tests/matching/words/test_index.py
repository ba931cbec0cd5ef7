"""Texts become terms, and each term is worth what Whoosh says; Whoosh stays behind one module."""

from pathlib import Path

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.words.index import BOOSTS, index_of, is_telling, texts, tokens
from tests.contents import CHINESE, write_entry


def terms(text):
    return [term for term, _, _ in tokens(text)]


def test_an_identifier_counts_whole_and_in_parts():
    assert terms("ncclInvalidUsage") == ["ncclinvalidusage", "nccl", "invalid", "usag"]
    assert terms("find_unused_parameters")[0] == "find_unused_parameters"


def test_chinese_is_cut_into_pairs():
    assert terms("训练卡死") == ["训练", "练卡", "卡死"]


def test_positions_are_those_of_the_text():
    text = "a find_unused 卡死"

    assert [text[start:end] for _, start, end in tokens(text)] == ["a", "find_unused", "find", "unused", "卡死"]


def test_no_other_module_knows_whoosh():
    kb = Path(__file__).parents[3] / "kb"

    assert [
        path.name for path in kb.rglob("*.py") if "import whoosh" in (t := path.read_text()) or "from whoosh" in t
    ] == ["index.py"]


def test_adding_up_gives_whooshs_own_order_and_scores(catalogue):
    from whoosh import fields, query
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.filedb.filestore import RamStorage
    from whoosh.scoring import BM25F

    entries = catalogue.entries
    schema = fields.Schema(**{name: fields.TEXT(analyzer=SpaceSeparatedTokenizer()) for name in BOOSTS})
    whoosh = RamStorage().create_index(schema)
    with whoosh.writer() as writer:
        for entry in entries:
            told = {name: [term for term, _, _ in tokens(text)] for name, text in texts(entry).items()}
            writer.add_document(**{name: " ".join(filter(is_telling, terms)) for name, terms in told.items()})
    index = index_of(entries)
    asked = ["timeout", "nccl", "rank", "卡死"]
    wanted = query.Or([query.Term(name, term, boost=boost) for term in asked for name, boost in BOOSTS.items()])
    with whoosh.searcher(weighting=BM25F(B=0.75, K1=1.2)) as searcher:
        theirs = {hit.docnum: hit.score for hit in searcher.search(wanted, limit=None)}
    ours = dict.fromkeys(theirs, 0.0)
    for term in asked:
        for number, worth in zip(*index.worth[term], strict=True):
            ours[number] += worth

    assert ours == pytest.approx(theirs, rel=1e-5)


def test_a_word_of_the_entries_need_not_be_stemmed_again(content):
    write_entry(content, "widget")
    index = index_of(Catalogue.of(load(content)).entries)

    assert index.stems["called"] == index.stem("called") == "call"
    assert index.stem("crashing") == "crash"


def test_an_entry_is_found_by_the_words_of_those_who_reported_it(content):
    write_entry(content, "unknown")
    path = write_entry(content, "reported")
    path.with_name("reported.txt").write_text("My gizmo will not warm up.\n", encoding="utf-8")

    assert list(index_of(load(content).entries).worth["gizmo"][0]) == [0]


def test_a_body_in_chinese_is_found_and_takes_nothing_from_english(content):
    write_entry(content, "plain")
    path = write_entry(content, "translated")
    before = index_of(load(content).entries).worth["touch"]
    (path.parent / "entry.zh.md").write_text(CHINESE.replace("摸上去", "烫得冒烟"), encoding="utf-8")

    worth = index_of(load(content).entries).worth

    assert list(worth["冒烟"][0]) == [1]
    assert worth["touch"] == before
