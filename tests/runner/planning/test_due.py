"""What changed is due at once; the rest comes round within ten days."""

import datetime
import subprocess

from kb.runner.planning.due import changed_since, is_due
from tests.runner.entries import plan_of

TODAY = datetime.date(2026, 11, 21)


def test_every_entry_comes_round_once_in_ten_days(content):
    plan = plan_of(content)
    days = [is_due(plan, frozenset(), TODAY + datetime.timedelta(days=n)) for n in range(20)]

    assert sum(days[:10]) == 1 and days[:10] == days[10:]


def test_a_changed_program_is_due_every_day(content):
    plan = plan_of(content)
    git = ["git", "-C", str(content.parent), "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "first"], check=True)
    plan.broken.write_text("print('changed')\n")

    changed = changed_since("HEAD", plan.folder)

    assert changed == {plan.broken.resolve()}
    assert all(is_due(plan, changed, TODAY + datetime.timedelta(days=n)) for n in range(10))


def test_without_git_nothing_has_changed(content):
    assert changed_since("no-such-commit", plan_of(content).folder) == frozenset()
