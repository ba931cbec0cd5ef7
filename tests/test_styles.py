"""Every pair of text and ground that the style sheets make is readable (WCAG AA) by day and by night."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from pygments.token import STANDARD_TYPES

CODE = ("comment", "keyword", "string", "number", "name")
PAIRS = [
    *[(ink, ground) for ink in ("ink", "quiet", "link") for ground in ("ground", "paper")],
    ("button-ink", "button"),
    ("proof-ink", "proof"),
    ("chain-ink", "chain"),
    ("down-ink", "down"),
    ("sure-ink", "sure"),
    *[(f"code-{name}", ground) for name in CODE for ground in ("paper", "ground")],
    ("code-added", "code-added-ground"),
    ("code-removed", "code-removed-ground"),
]
# Borders of fields and the focus ring are not text: they need 3 to 1.
EDGES = [(edge, ground) for edge in ("field", "focus") for ground in ("paper", "ground")]


def sheet(name: str) -> str:
    return (settings.BASE_DIR / "static" / name).read_text(encoding="utf-8")


def palette(scheme: str) -> dict[str, str]:
    colours: dict[str, str] = {}
    for name in ("site.css", "code.css"):
        light, dark = sheet(name).split("@media (prefers-color-scheme: dark)", 1)
        colours |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", light))
        if scheme == "dark":
            colours |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", dark))
    return colours


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_knows_black_on_white():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("ink, ground", PAIRS, ids=lambda name: name)
def test_text_is_readable(scheme, ink, ground):
    colours = palette(scheme)
    assert contrast(colours[ink], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("edge, ground", EDGES, ids=lambda name: name)
def test_fields_and_focus_are_visible(scheme, edge, ground):
    colours = palette(scheme)
    assert contrast(colours[edge], colours[ground]) >= 3


def test_every_colour_of_the_day_has_one_for_the_night():
    for name in ("site.css", "code.css"):
        light, dark = (
            set(re.findall(r"--([\w-]+): #", part)) for part in sheet(name).split("@media (prefers-color", 1)
        )
        assert light == dark


def test_colours_are_named_once_and_used_by_name():
    for name in ("site.css", "code.css"):
        rules = re.sub(r":root \{.*?\}", "", sheet(name), flags=re.DOTALL)
        assert not re.findall(r"#[0-9a-f]{3,6}\b", rules)


def test_code_classes_are_those_of_pygments():
    used = set(re.findall(r"\.highlight \.(\w+)", sheet("code.css")))
    assert used <= set(STANDARD_TYPES.values())
