"""What proves an entry, and where its claims come from, as its page shows them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from kb.catalogue.document import HELD
from kb.catalogue.schema.entry import Signature, Source
from kb.language import gettext
from kb.pages.told import Told, foreign, told
from kb.pages.wording import own_retry


@dataclass(frozen=True, slots=True)
class SignatureView:
    """A line or fact, which versions print it, and what to do before the next attempt where it says that itself."""

    told: Signature
    versions: Told
    retry: str


@dataclass(frozen=True, slots=True)
class SourceView:
    """`link` is empty unless the address is one that a browser may open; `held` says what nobody else can open."""

    name: Told
    link: str
    held: str
    supports: Told
    departs: Told


def signature_view(signature: Signature) -> SignatureView:
    return SignatureView(signature, told(signature.words), own_retry(signature))


def source_view(source: Source) -> SourceView:
    address = source.url.removeprefix("https://").removeprefix("http://")
    name = told(source.document) if source.document else _as_it_is(address)
    held = gettext(HELD) if source.given else ""
    return SourceView(name, link(source.url), held, told(source.words), told(source.departure))


def _as_it_is(address: str) -> Told:
    return Told(SafeString(conditional_escape(address)), foreign(address))


def link(address: str) -> str:
    return address if address.startswith(("https://", "http://")) else ""
