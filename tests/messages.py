"""Marked strings of code and templates -> `kb/locale/zh/LC_MESSAGES/django.po`, and its .mo; `make messages`.

python -m tests.messages            # what is not translated
python -m tests.messages --write    # adds new strings to the catalogue, drops old ones, compiles it
"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from kb.catalogue.schema.facts import SAID, VOCABULARY

ROOT = Path(__file__).parents[1]
TEMPLATES = ROOT / "templates"
PO = ROOT / "kb" / "locale" / "zh" / "LC_MESSAGES" / "django.po"
MO = PO.with_suffix(".mo")
ONE, SEVERAL = {"gettext", "marked", "marked_words"}, {"ngettext", "marked_plural"}
HEADER = (
    "# What the site says, in Chinese: `make messages` adds new strings and compiles it; the words are written by hand."
)
# The day of the catalogue itself: one that changed with every renewal would conflict in every merge.
CREATED = datetime(2026, 11, 22, tzinfo=UTC)

# A message, and where it stands; one that depends on a number is a pair.
Marked = tuple[str | tuple[str, str], str]


def marked() -> Iterator[Marked]:
    """Every string that a reader may see translated."""
    yield from in_templates()
    yield from in_code()
    yield from in_the_report()
    yield from in_rules()
    yield from in_facts()


def in_templates() -> Iterator[Marked]:
    from django.template.base import Template
    from django.template.loader import get_template
    from django.templatetags.i18n import BlockTranslateNode, TranslateNode

    for path in sorted(TEMPLATES.iterdir()):
        template: Template = get_template(path.name).template
        for node in template.nodelist.get_nodes_by_type(TranslateNode):
            yield str(node.filter_expression.var.literal).replace("%", "%%"), path.name
        for node in template.nodelist.get_nodes_by_type(BlockTranslateNode):
            one = node.render_token_list(node.singular)[0]
            yield (one, node.render_token_list(node.plural)[0]) if node.plural else one, path.name


def in_code() -> Iterator[Marked]:
    for path in sorted((ROOT / "kb").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                place, name = str(path.relative_to(ROOT)), node.func.id
                strings = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                if name in SEVERAL and len(strings) > 1:
                    yield (strings[0], strings[1]), place
                elif name in ONE:
                    yield from ((string, place) for string in strings)


def in_the_report() -> Iterator[Marked]:
    """`rankdown triage` fills its page without Django."""
    from jinja2.ext import babel_extract

    for path in sorted((ROOT / "kb").rglob("*.html")):
        with path.open("rb") as file:
            for _, _, message, _ in babel_extract(file, ("_",), (), {}):
                yield message, str(path.relative_to(ROOT))


def in_rules() -> Iterator[Marked]:
    """What each masking rule masks: that package stands alone and marks nothing."""
    from kb.masking.masker import RULES

    for rule in RULES:
        yield rule.what, "kb/masking"


def in_facts() -> Iterator[Marked]:
    """What each fact says: its vocabulary is a table, not code."""
    for kind in VOCABULARY:
        yield kind.says, "kb/catalogue/schema/facts.py"
    for words in SAID.values():
        yield words, "kb/catalogue/schema/facts.py"


def template() -> Catalog:
    """All marked strings, each once, without a translation."""
    found = Catalog()
    for message, place in marked():
        found.add(message, locations=[(place, None)])
    return found


def translated() -> Catalog:
    with PO.open("rb") as file:
        return read_po(file, locale="zh")


def compiled(catalog: Catalog) -> bytes:
    out = BytesIO()
    write_mo(out, catalog)
    return out.getvalue()


def untranslated(catalog: Catalog) -> list[Message]:
    """Messages that a Chinese reader would see in English."""
    return [message for message in catalog if message.id and (message.fuzzy or not _is_full(message.string))]


def _is_full(string) -> bool:
    return all(string) if isinstance(string, tuple | list) else bool(string)


def renewed() -> Catalog:
    """The catalogue with today's strings; what is translated stays."""
    catalog = translated() if PO.exists() else Catalog(locale="zh")
    catalog.update(template(), no_fuzzy_matching=True)
    catalog.header_comment, catalog.fuzzy = HEADER, False
    catalog.creation_date = CREATED
    catalog.project, catalog.version = "Rank Down", ""
    return catalog


def main(arguments: list[str]) -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    import django

    django.setup()
    catalog = renewed()
    if "--write" in arguments:
        with PO.open("wb") as file:
            write_po(file, catalog, width=120, ignore_obsolete=True, sort_output=True, include_lineno=False)
        MO.write_bytes(compiled(translated()))
    for message in untranslated(catalog):
        print(message.id)
    return 1 if untranslated(catalog) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
