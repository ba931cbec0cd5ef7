"""What can be made of the rows is made; what lacks a library says how to get it."""

import sys

import pytest

from kb.triage.results import results
from kb.triage.triage import Asked, answer, prepared
from tests.shelf import make_content


@pytest.fixture
def done(tmp_path):
    content = make_content(tmp_path / "content")
    (tmp_path / "a.log").write_text("x")
    asked = Asked((str(tmp_path / "a.log"),), tmp_path / "out")
    work = prepared(asked, content)
    list(answer(work, lambda jobs: ((job, b'{"job":"a","rule":"file","state":"clean"}') for job in jobs)))
    return work, asked


def test_both_are_written(done, small):
    made = results(*done, small.catalogue, "")

    assert [path.name for path in made.written] == ["jobs.parquet", "report.html"] and made.missing == ()
    assert not list(done[1].out.glob("*.partial"))


OWN = ("kb.triage.records.parquet", "kb.triage.figures", "kb.triage.report")
LOST = [("pyarrow", "jobs.parquet"), *((name, "report.html") for name in ("jinja2", "scipy.stats", "drain3.drain"))]


@pytest.mark.parametrize(("library", "lost"), LOST)
def test_without_a_library_the_rest_is_written_and_it_says_what_to_install(done, small, monkeypatch, library, lost):
    for name in [name for name in sys.modules if name.startswith(OWN)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    made = results(*done, small.catalogue, "")

    assert lost not in [path.name for path in made.written] and len(made.written) == 1
    assert made.missing[0].startswith(f"{lost} needs {library.split('.')[0]}")
    assert "pip install 'rank-down[triage]'" in made.missing[0]
