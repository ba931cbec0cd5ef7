"""What proves an entry, and its sources, are shown as they were written."""

from __future__ import annotations

from kb.catalogue.schema.entry import Signature, Source
from kb.language import speaking
from kb.pages.entries.evidence import signature_view, source_view


def test_code_in_a_remark_on_versions_is_code():
    shown = signature_view(Signature(line="cold", proof="decisive", versions="below `You requested gpu:`, >=2.6"))

    assert shown.versions.html == "below <code>You requested gpu:</code>, &gt;=2.6"


def test_a_document_may_name_a_file_and_an_address_keeps_every_sign():
    document = source_view(Source(supports="it", document="torch 2.13.0, `cuda/__init__.py`"))
    address = source_view(Source(supports="it", url="https://example.org/__init__.py?a=1&b=2"))

    assert document.name.html == "torch 2.13.0, <code>cuda/__init__.py</code>"
    assert address.name.html == "example.org/__init__.py?a=1&amp;b=2"


def test_only_web_addresses_become_links():
    shown = source_view(Source(supports="it", url="javascript:alert(1)"))

    assert (shown.link, shown.name.html) == ("", "javascript:alert(1)")


def test_a_source_that_nobody_can_open_says_so_and_its_name_is_english():
    source = Source(supports="it", document="Source document 007, a log")
    shown = source_view(source)

    assert (shown.name.html, shown.link, shown.name.lang) == ("Source document 007, a log", "", "")
    assert shown.held == "(a document that we hold; it is not public)"
    with speaking("zh"):
        assert source_view(source).name.lang == ' lang="en"'
