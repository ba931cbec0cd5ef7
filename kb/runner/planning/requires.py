"""What an entry requires, such as `torch>=2.4` -> what of it an environment lacks."""

from __future__ import annotations

try:
    from packaging.requirements import InvalidRequirement, Requirement
except ImportError:  # every torch of today brings it; without it nothing is refused, and the run itself will tell
    Requirement = None


def lacking(requires: tuple[str, ...], found: dict) -> list[str]:
    """The requirements that an environment does not meet, each with the version that it has."""
    if Requirement is None:
        return []
    here = {"torch": found["torch"], "python": found["python"], **found["packages"]}
    unmet = []
    for text in requires:
        wanted = Requirement(text)
        version = here.get(wanted.name, "")
        if not version or not wanted.specifier.contains(version, prereleases=True):
            unmet.append(f"{text} (here: {version or 'none'})")
    return unmet


def is_requirement(text: str) -> bool:
    """Whether it is a package with a bound, as pip writes it."""
    try:
        return Requirement is None or bool(Requirement(text).specifier)
    except InvalidRequirement:
        return False
