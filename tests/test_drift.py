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
    """Samples whose own entry is the answer before anything is mangled."""
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))}
    answers = {path: matcher.match_text(text).best for path, text in texts.items()}
    return {path: texts[path] for path, best in answers.items() if best and best.slug == path.parents[1].name}


@pytest.mark.parametrize("mangling", MANGLINGS)
def test_a_mangled_sample_finds_its_entry(matcher, proved, mangling):
    lost = {}
    for path, text in proved.items():
        matches = matcher.match_text(MANGLINGS[mangling](text)).matches
        if not matches or matches[0].slug != path.parents[1].name:
            lost[name_of(path)] = matches[0].slug if matches else None

    expected = {sample for name, sample in KNOWN_WRONG if name == mangling}
    assert set(lost) == expected, lost


@pytest.mark.parametrize("mangling", MANGLINGS)
def test_mangling_makes_no_other_entry_confident(matcher, proved, mangling):
    wrong = {}
    for path, text in proved.items():
        best = matcher.match_text(MANGLINGS[mangling](text)).best
        if best and best.slug != path.parents[1].name and (mangling, name_of(path)) not in KNOWN_WRONG:
            wrong[name_of(path)] = best.slug

    assert wrong == {}
