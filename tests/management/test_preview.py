"""`manage.py preview` writes what a reviewer looks at."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.core.management import call_command

from kb.management.commands import preview
from tests.shelf import make_content


@pytest.mark.parametrize("given, pages", [(["nccl/duplicate-gpu/entry.md"], 2), ([], 0)])
def test_a_changed_file_gives_its_pages(tmp_path, monkeypatch, capsys, given, pages):
    root = make_content(tmp_path / "content")
    monkeypatch.setattr(settings, "CONTENT_DIR", root)
    monkeypatch.setattr(preview, "BROWSERS", ("no-such-browser",))
    out = tmp_path / "preview"
    call_command("preview", *(str(root / path) for path in given), "-o", str(out))
    assert len(list(out.glob("failures-*.html"))) == pages
    assert f"{pages + 1} files" in capsys.readouterr().out
