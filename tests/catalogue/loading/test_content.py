"""What a content folder holds knows the line of everything that is wrong with it."""

from kb.catalogue.loading.loader import load
from tests.contents import write_entry


def test_the_line_of_a_missing_key_is_that_of_its_nearest_parent(content):
    path = write_entry(content, "widget")
    loaded = load(content)

    assert loaded.line(path, "signatures", 0, "absent") == loaded.line(path, "signatures", 0)


def test_a_problem_stands_at_the_line_of_its_key(content):
    path = write_entry(content, "widget")
    loaded = load(content)

    problem = loaded.problem(path, "say more", "title")

    assert path.read_text().splitlines()[problem.line - 1].startswith("title:")
