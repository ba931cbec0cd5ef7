"""Every sample, mangled in every way that logs are mangled on their way to us, still finds its entry."""

import pytest
from django.conf import settings

from tests.mangling import MANGLINGS

# (mangling, sample): what we get wrong, kept visible; a test fails when one of them improves.
KNOWN_WRONG: set[tuple[str, str]] = set()


def name_of(path):
    return f"{path.parents[1].name}/{path.name}"


@pytest.fixture(scope="module")
def proved(matcher):
    """Samples whose own entry is the answer before anything is mangled.

    A file of collect is left out: it is sent as it was written, and without its headings it is none.
    """
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))}
    texts = {path: text for path, text in texts.items() if not text.startswith("rankdown-collect ")}
    answers = {path: matcher.match_text(text).best for path, text in texts.items()}
    return {path: texts[path] for path, best in answers.items() if best and best.slug == path.parents[1].name}


@pytest.fixture(scope="module", params=MANGLINGS)
def mangled(request, matcher, proved):
    """A mangling, and for every sample its own entry, what then stands first, and what then is the answer."""
    rows = {}
    for path, text in proved.items():
        answer = matcher.match_text(MANGLINGS[request.param](text))
        first = answer.matches[0].slug if answer.matches else None
        rows[name_of(path)] = (path.parents[1].name, first, answer.best.slug if answer.best else None)
    return request.param, rows


def test_a_mangled_sample_finds_its_entry(mangled):
    mangling, rows = mangled
    lost = {name: first for name, (own, first, _) in rows.items() if first != own}

    assert set(lost) == {sample for name, sample in KNOWN_WRONG if name == mangling}, lost


def test_mangling_makes_no_other_entry_confident(mangled):
    mangling, rows = mangled
    wrong = {name: best for name, (own, _, best) in rows.items() if best not in (own, None)}

    assert {name: best for name, best in wrong.items() if (mangling, name) not in KNOWN_WRONG} == {}
