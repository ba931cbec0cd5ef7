"""The walls are bubblewrap's; where they cannot be put up, the reason is told."""

from pathlib import Path

from kb.runner.running import sandbox


def test_without_bubblewrap_the_reason_says_what_to_install(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")

    assert "apt-get install bubblewrap" in sandbox.why_not()


def test_a_program_has_no_network_unless_it_is_given_one():
    walls = sandbox.inside(["true"], [Path("/job")], [Path("/venv")])

    assert "--unshare-all" in walls and "--share-net" not in walls
    assert "--share-net" in sandbox.inside(["true"], [], [], network=True)
    assert walls[-1] == "true" and walls[-4:-1] == ["--bind", "/job", "/job"]
