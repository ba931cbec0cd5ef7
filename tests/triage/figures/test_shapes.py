"""Errors that differ in numbers, paths and names are one shape."""

from kb.triage.figures.shapes import Shapes


def test_lines_that_differ_in_what_varies_are_one_shape_with_an_example():
    shapes = Shapes()
    for n in range(10):
        shapes.add(f"[rank{n}]: RuntimeError: tile 0x7f{n}0 of /data/u{n}/x.bin at step {n}.5 is bad", f"job{n}")
    shapes.add("KeyError: 'optimizer'", "other")
    first, second = shapes.largest()

    assert (first.count, second.count) == (10, 1)
    assert "RuntimeError:" in first.template and "<*>" in first.template
    assert first.example.startswith("[rank0]: RuntimeError: tile 0x7f00")
    assert first.jobs == ["job0", "job1", "job2", "job3", "job4"]


def test_the_same_kind_of_line_has_the_same_name():
    shapes = Shapes()
    one, other, third = (
        shapes.add(text, "j") for text in ("ValueError: a 1", "ValueError: a 2", "OSError: no space left")
    )

    assert one == other != third
    assert shapes.template(third) == "OSError: no space left"


def test_lines_of_every_sort_are_taken():
    shapes = Shapes()
    for text in ("", " ", "<*>", "\N{SNOWMAN}" * 1000, "a" * 100_000, "0x" * 5000, "/" * 5000):
        assert shapes.add(text, "j")
