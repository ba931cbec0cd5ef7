"""JSON-LD of an entry: true to it, and unable to end its element."""

from __future__ import annotations

import json
from dataclasses import replace

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.pages.entries.linked_data import tech_article
from tests.shelf import make_content


def test_an_entry_is_a_technical_article(tmp_path):
    catalogue = Catalogue.of(load(make_content(tmp_path / "content")))
    told = json.loads(tech_article(catalogue.by_slug["duplicate-gpu"]))

    assert (told["@type"], told["headline"]) == ("TechArticle", "Two ranks on one GPU")
    assert told["url"].endswith("/failures/duplicate-gpu/") and told["image"].endswith("/failures/duplicate-gpu.png")


def test_markup_in_a_title_cannot_leave_the_script(tmp_path):
    catalogue = Catalogue.of(load(make_content(tmp_path / "content")))
    entry = catalogue.by_slug["duplicate-gpu"]
    evil = replace(entry, front=replace(entry.front, title="</script><script>alert(1)"))

    assert "<" not in tech_article(evil)
    assert json.loads(tech_article(evil))["headline"] == "</script><script>alert(1)"
