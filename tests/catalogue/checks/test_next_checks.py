"""A check of which the differential could ask nothing useful is refused, on its line."""

import pytest

from tests.catalogue.checks.broken import problems_of
from tests.contents import edit, write_check, write_entry

COULD_NOT = """  - slug: could-not
    en: I can't do that now
    zh: 现在做不了
"""
WARM = """  - slug: warm
    en: It is warm
    zh: 是热的
    speaks_against: [first]
"""
TEXT = "Touch it for a second."
FIRST_OUTCOME = 10


@pytest.fixture
def check(content):
    """A sound check between two entries; a test then breaks one thing of it."""
    write_entry(content, "first")
    write_entry(content, "second")
    return write_check(content)


def found_after(check, old, new):
    """Where and what was found after one edit, with the line on which the edit was made."""
    line = edit(check, old, new)
    return line, problems_of(check.parents[1])


def test_a_sound_check_has_no_problem(check, content):
    assert problems_of(content) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("slug: warm", "slug: Warm!", "slug 'Warm!' must be lower-case words joined by hyphens"),
        ("slug: warm", f"slug: {'w' * 61}", "60 characters at most"),
        ("slug: warm", "slug: cold", "outcome 'cold' is here twice: call one otherwise"),
        ("[first]\n    excludes", "[nowhere]\n    excludes", "speaks_for names 'nowhere', which is no entry"),
        ("excludes: [second]", "excludes: [first]", "'first' stands in speaks_for and in excludes of one outcome"),
        ("[first]\n    excludes", "[first, first]\n    excludes", "stands in speaks_for and in speaks_for"),
        ("  title: 小部件是冷的吗？", "  title: Is it cold?", "zh.title has no Chinese character"),
        ("how: 摸一下。", "how: Touch it.", "zh.how has no Chinese character"),
        ("zh: 是热的", "zh: warm", "outcome 'warm' has no Chinese character in zh"),
        ("zh: 现在做不了", "zh: no", "outcome 'could-not' has no Chinese character in zh"),
        ("minutes: 1", "minutes: 121", "121 minutes, but at most 120: ask something cheaper"),
        ("title: Is", f"title: {'Is ' * 40}", "but at most 100 are allowed: say it in fewer words"),
        ("run: widget", f"run: {'widget ' * 60}", "run has"),
        ("en: It is warm", f"en: {'warm ' * 33}", "en has 164 characters, but at most 160 are allowed"),
    ],
)
def test_each_defect_is_found_on_its_line(check, old, new, message):
    line, found = found_after(check, old, new)

    ((at, text),) = found
    assert message in text and at == line


def test_a_check_that_cannot_be_passed_over_is_refused(check):
    _, found = found_after(check, COULD_NOT, "")

    assert found == [(FIRST_OUTCOME, "no outcome 'could-not': add one for whoever cannot do it now")]


def test_nothing_follows_from_a_check_that_was_not_done(check):
    line, found = found_after(check, "    zh: 现在做不了\n", "    zh: 现在做不了\n    excludes: [first]\n")

    assert found == [(line - 2, "'could-not' says nothing of any failure: take its lists out")]


def test_one_outcome_tells_nothing_apart(check):
    _, found = found_after(check, WARM, "")

    assert found == [(FIRST_OUTCOME, "fewer than 2 outcomes besides 'could-not': it can tell nothing apart")]


def test_an_outcome_that_says_nothing_is_refused(check):
    line, found = found_after(check, "    speaks_against: [first]\n", "")

    assert found == [(line - 3, "outcome 'warm' says nothing of any failure")]


def test_outcomes_that_say_the_same_are_one(check):
    line, found = found_after(check, "speaks_against: [first]", "speaks_for: [first]\n    excludes: [second]")

    assert found == [(line - 3, "outcomes 'cold' and 'warm' say the same: make one of them")]


def test_outcomes_that_name_the_same_failures_in_other_lists_separate_them(check):
    assert found_after(check, "speaks_against: [first]", "speaks_for: [second]\n    excludes: [first]")[1] == []


def test_an_entry_that_cannot_be_read_is_there_all_the_same(check, content):
    edit(content / "nccl" / "first" / "entry.md", "kind: error", "kind: terrible")

    assert all("kind" in message for _, message in problems_of(content))


def test_more_outcomes_than_anybody_reads_are_two_checks(check):
    more = "".join(WARM.replace("warm", f"warm-{n}").replace("[first]", f"[entry-{n}]") for n in range(9))

    _, found = found_after(check, COULD_NOT, more + COULD_NOT)

    assert (FIRST_OUTCOME, "12 outcomes, but at most 10 are allowed: make two checks of it") in found


def test_an_outcome_that_names_everything_tells_nothing(check):
    many = ", ".join(f"entry-{n}" for n in range(61))

    _, found = found_after(check, "speaks_against: [first]", f"speaks_against: [{many}]")

    assert any(text == "61 failures named, but at most 60 are allowed" for _, text in found)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing below the front matter: say how to do it and how to read it"),
        ("word " * 151, "151 words outside code, but at most 150 are allowed"),
        ("See [this](/failures/none/).", "link /failures/none/ leads nowhere: no such page"),
        ("[" * 201, "the text has 201 of ["),
        ("## Reading it\n\nSo.", "a check has no headings, and nobody would see '## Reading it'"),
    ],
)
def test_the_text_is_there_and_is_short(check, text, message):
    _, found = found_after(check, f"{TEXT} That destroys nothing.", f"{text}" if text else "")

    assert any(message in told for _, told in found), found


def test_code_does_not_count_as_words(check):
    assert found_after(check, TEXT, f"{TEXT}\n\n```python\n{'widget ' * 200}\n```\n")[1] == []


def test_the_name_of_the_file_is_a_slug_too(check, content):
    check.rename(check.with_name("Cold or warm.md"))

    assert problems_of(content)[0][1].startswith("slug 'Cold or warm' must be lower-case words")


def test_the_command_stands_once(check, content):
    edit(check, TEXT, f"```bash\nwidget --temperature\n```\n\n{TEXT}")

    assert [message for _, message in problems_of(content)] == [
        "the text repeats `run`, which stands above it: leave it out there"
    ]
