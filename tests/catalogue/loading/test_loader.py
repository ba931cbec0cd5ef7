"""A content folder is read as a whole; what cannot be read becomes problems, never an exception."""

import pytest

from kb.catalogue.loading.loader import load
from tests.contents import CHINESE, edit, write_entry


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


@pytest.mark.parametrize("name", ["entry.md", "samples/more.log", "broken.py"])
def test_an_entry_with_a_link_in_its_folder_is_left_out_for_everybody(content, name):
    """Page, matcher and runner read only what was loaded."""
    path = write_entry(content, "it").parent / name
    path.unlink(missing_ok=True)
    path.symlink_to("/etc/passwd")

    loaded = load(content)

    assert loaded.entries == []
    assert [problem.file for problem in loaded.problems] == [path]


def test_what_an_entry_says_of_its_causes_is_known_to_the_causes(content):
    write_entry(content, "cause", leads_to="first")
    write_entry(content, "first")
    edit(write_entry(content, "second"), "leads_to: []", "follows_from: [cause]")

    (cause,) = [entry for entry in load(content).entries if entry.slug == "cause"]

    assert cause.front.leads_to == ("first", "second")


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (None, 1, "is missing"),
        ("nccl: {title: NCCL\n", 2, "bad YAML"),
        ("- nccl\n", 1, "`key: value` lines belong here"),
        ("\nnccl: {title: NCCL, zh: 通信}\n", 2, "nccl lacks 'summary'"),
        ("nccl: x\n", 1, "nccl must be a mapping with the keys title, zh, summary"),
        ("nccl: &a {title: T, zh: 中, summary: S}\nddp: *a\n", 1, "is a YAML alias"),
        ("[a, b]: {title: T, zh: 中, summary: S}\n", 1, "a key must be plain text"),
        ("nccl: {title: T, zh: 中, summary: S, color: red}\n", 1, "unknown key 'color' in nccl"),
    ],
)
def test_a_broken_list_of_areas_is_a_problem_with_its_line(content, text, line, said):
    path = content / "areas.yaml"
    path.unlink() if text is None else path.write_text(text, encoding="utf-8")

    problems = load(content).problems

    assert [(p.file, p.line) for p in problems] == [(path, line)]
    assert said in problems[0].message


def test_an_entry_may_be_there_in_chinese_too(content):
    path = write_entry(content, "it")
    assert load(content).entries[0].chinese == ()
    (path.parent / "entry.zh.md").write_text(CHINESE, encoding="utf-8")

    (entry,) = load(content).entries

    assert [section.title for section in entry.chinese] == [section.title for section in entry.sections]
    assert "```python\nwidget.frobnicate()" in entry.chinese[2].markdown


def test_what_people_reported_stands_beside_it_one_report_a_line(content):
    path = write_entry(content, "it")
    (path.parent / "reported.txt").write_text("It stays cold.\n\n  小部件是冷的\n", encoding="utf-8")

    assert load(content).entries[0].reported == ("It stays cold.", "小部件是冷的")


def test_a_chinese_file_that_cannot_be_read_takes_nothing_else_along(content):
    path = write_entry(content, "it").parent / "entry.zh.md"
    path.write_bytes("## 症状\n\n冷".encode("gb18030"))

    loaded = load(content)

    assert [entry.slug for entry in loaded.entries] == ["it"]
    assert [(problem.file, "UTF-8" in problem.message) for problem in loaded.problems] == [(path, True)]


def test_a_guide_in_chinese_stands_beside_it_and_is_no_guide_of_its_own(content):
    (content / "guides").mkdir()
    (content / "guides" / "hangs.md").write_text("---\ntitle: Hangs\nsummary: How to look.\n---\nFirst.\n")
    (content / "guides" / "hangs.zh.md").write_text("---\ntitle: 卡死\nsummary: 怎么查。\n---\n先看。\n", "utf-8")

    (guide,) = load(content).guides

    assert (guide.slug, guide.title) == ("hangs", "Hangs")
    assert (guide.chinese.title, guide.chinese.summary, guide.chinese.markdown) == ("卡死", "怎么查。", "先看。")
