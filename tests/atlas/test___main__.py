"""The command: read, news, check, against an index on this machine."""

import pytest

from kb.atlas.__main__ import main
from tests.atlas.package_index import wheel
from tests.contents import edit, write_entry

LINE = "the widget <int> was not frobnicated in time"
PLAN = "Widgets:\n  distributions: [w]\n  since: '1.0'\n  members: ['w/*.py']\n"
HAS = 'print("the widget %d was not frobnicated in time")'


@pytest.fixture
def run(content, package_index, tmp_path, capsys):
    (content / "atlas.yaml").write_text(PLAN)
    path = write_entry(content, "cold-widget", line=LINE)
    edit(path, "    proof: decisive", '    proof: decisive\n    versions: "Widgets 1.0 and later"')

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(["--content", str(content), "--shelf", str(tmp_path / "shelf"), *arguments])
        return status, *capsys.readouterr()

    return run


def serve(package_index, version: str, source: str) -> None:
    package_index.files[f"w-{version}-py3-none-any.whl"] = wheel({"w/a.py": source})


def test_read_then_check_then_news(run, content, package_index):
    serve(package_index, "1.0.0", "pass")
    serve(package_index, "1.1.0", HAS)

    assert run("read") == (0, "", "")
    assert f"line\t{LINE}\tw\t1.1.0\t" in (content / "atlas.tsv").read_text()

    status, out, _ = run("check")
    assert status == 1 and "Widgets 1.0.0 lacks the line, which is in the releases from 1.1.0, still in 1.1.0" in out

    assert run("news") == (0, "", "")
    serve(package_index, "1.2.0", 'print("widget %d was never frobnicated in time")')
    status, out, _ = run("news")
    assert status == 0 and "# w 1.2.0 after 1.1.0" in out and "now: `widget %d was never frobnicated in time`" in out
    assert "w\t1.2.0\tw-1.2.0-py3-none-any.whl\t20" in (content / "atlas-releases.tsv").read_text()


def test_news_needs_no_shelf_of_the_past(run, content, package_index, tmp_path):
    for version in ("1.0.0", "1.1.0"):
        serve(package_index, version, HAS)
    run("read")
    for path in (tmp_path / "shelf").rglob("*.gz"):
        path.unlink()
    serve(package_index, "1.2.0", HAS)
    run("news")

    assert f"line\t{LINE}\tw\t1.0.0..1.2.0\t" in (content / "atlas.tsv").read_text()


def test_a_package_with_light_members_is_read_lightly_until_more_is_asked_for(run, content, package_index):
    (content / "atlas.yaml").write_text(PLAN + "  lightly: ['w/a.py']\n")
    for version in ("1.0.0", "1.0.1", "1.1.0"):
        serve(package_index, version, HAS)
    releases = content / "atlas-releases.tsv"

    def light() -> list[str]:
        return [line.split("\t")[1] for line in releases.read_text().splitlines() if line.endswith("\tlight")]

    run("read", "--lightly")
    assert light()[1:] == ["1.0.0", "1.0.1", "1.1.0"]
    run("read", "--whole", "1.0.1")
    assert light()[1:] == ["1.0.0", "1.1.0"]
    run("read")
    assert light()[1:] == ["1.0.0"]


def test_what_releases_require_is_read_into_the_data(run, content, package_index):
    (content / "needs.yaml").write_text("w: {since: '1.0', of: [torch]}\n")
    metadata = "Metadata-Version: 2.1\nName: w\nVersion: 1.0.0\nRequires-Dist: torch>=2\n"
    package_index.files["w-1.0.0-py3-none-any.whl"] = wheel({"w-1.0.0.dist-info/METADATA": metadata})

    assert run("needs") == (0, "", "")
    assert (content / "needs.tsv").read_text().splitlines()[1:] == ["w\t1.0.0\t\ttorch>=2"]


def test_an_unknown_package_is_bad_usage(run):
    status, _, err = run("read", "--package", "gadgets")

    assert status == 2 and "no package is called gadgets" in err


def test_a_distribution_that_the_index_lacks_is_named(run):
    status, _, err = run("read")

    assert status == 1 and "no release of w" in err
