"""Texts → words: the spelling in which a log's line and a program's literal can be compared."""

from __future__ import annotations

import re

_WORD = re.compile(r"[0-9a-z_]*[0-9a-z][0-9a-z_]*")
# What a program fills in: printf's and Python's directives, str.format's and fmt's braces.
_FILLED = re.compile(
    r"%(?:\([^)\n]*\))?[-+#0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j|t|L)?[diouxXeEfFgGcspr]"
    r"|\{[\w.\[\]]*(?:![rsa])?(?::[^{}\n]{0,20})?\}"
)
# Python prints the exception's class itself: "RuntimeError: " stands in no literal.
_EXCEPTION = re.compile(r"^[\w.]*(?:Error|Exception|Warning|Exit|Interrupt)(?:_\w+)?: ")

# C programs print the function's name from a macro: "socketPollConnect: " stands in a literal of its own, or in front.
_FUNCTION = re.compile(r"^(?:\w+::)?(?P<name>[a-zA-Z]\w*[a-z]\w*[A-Z]\w*|\w+_\w*|(?<=::)\w+): ")


def words(text: str) -> list[str]:
    """Letters, digits and underscores, in small letters; case, spaces and quotes tell nothing apart."""
    return _WORD.findall(text.lower())


def pieces(literal: str) -> list[list[str]]:
    """A program's literal → the words between the places that the program fills in."""
    return [found for part in _FILLED.split(literal) if (found := words(part))]


# Where a message stands in its source is the compiler's to say, and moves: "ProcessGroupNCCL.cpp:1234".
_SOURCE = re.compile(r"[^\s<>()]*\.(?:py|cpp|cc|cu|c|h|hpp|so)\b(?::<int>)?")


def spoken(line: str) -> str:
    """A signature's line without what no literal holds: a class or function in front, and names of source files."""
    return _SOURCE.sub("<any>", _FUNCTION.sub("", _EXCEPTION.sub("", line)))


def speaker(line: str) -> str:
    """The function that stands in front of a signature's line, in small letters; empty where none does."""
    found = _FUNCTION.match(_EXCEPTION.sub("", line))
    return found["name"].lower() if found else ""
