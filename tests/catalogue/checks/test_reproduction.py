"""What the runner is told can be run, and by pip nothing but exact releases is ever installed."""

import pytest

from tests.catalogue.checks.broken import messages_after, problems_of
from tests.contents import edit, write_entry


def test_one_program_alone_is_no_reproduction(content):
    path = write_entry(content, "it")
    (path.parent / "broken.py").write_text("raise SystemExit(1)\n")

    assert any("only broken.* is here" in text for _, text in problems_of(content))


def test_programs_that_say_not_what_they_need_are_never_run(content):
    path = write_entry(content, "it")
    edit(path, "not_run: needs a widget", "seconds: 5")
    for name in ("broken.py", "fixed.py"):
        (path.parent / name).write_text("raise SystemExit(1)\n")

    assert [text for _, text in problems_of(content)] == [
        "needs is missing: say what the machine must have, such as needs: [cpu]"
    ]


@pytest.mark.parametrize(
    "package",
    [
        "--help",
        "--find-links=https://example.org",
        "torch",
        "torch>=2",
        "torch==2.* ",
        "./wheel.whl",
        "a @ git+https://b",
    ],
)
@pytest.mark.parametrize("key", ["packages", "fixed_packages"])
def test_only_an_exact_pin_reaches_pip(content, key, package):
    messages = messages_after(content, "not_run: needs a widget", f"not_run: x\n  {key}: ['{package}']")

    assert any("is no exact pin: write name==version" in text for text in messages)


def test_a_pin_may_have_a_local_version(content):
    assert messages_after(content, "not_run: needs a widget", "not_run: x\n  packages: [torch==2.6.0+cpu]") == []


@pytest.mark.parametrize("key", ["processes", "nodes", "seconds"])
def test_a_run_is_bounded(content, key):
    messages = messages_after(content, "not_run: needs a widget", f"not_run: x\n  {key}: 100000")

    assert messages and messages[0].startswith(f"{key} is 100000, but at most")
