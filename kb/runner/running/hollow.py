"""Hollow libraries: in an interpreter that has none, every import succeeds and nothing behind it does any work.

A message that a program still shows here is its own and no library's. What the program hands to a hollow library is
printed too, so that words given to a real function for it to print are seen as well. This file is put into the bare
interpreter as its `sitecustomize`; it uses the standard library only and knows no library's name.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import itertools
import os
import runpy
import sys
import time
import traceback
import types

# What a question to a hollow library answers; the program is run once for each.
MOOD = "RANKDOWN_HOLLOW"
EMPTY = "\N{WHITE SQUARE}"
SECONDS_A_LOOK = 5.0
MOST_ITEMS = 2
LONGEST_SAID = 4000
called: set = set()


def yes() -> bool:
    """Whether hollow conditions hold in this run."""
    return os.environ.get(MOOD) != "no"


def said(values: tuple) -> None:
    """Prints texts that were handed to a hollow library."""
    for value in values:
        if isinstance(value, str | bytes):
            print("handed to a library:", str(value)[:LONGEST_SAID], file=sys.stderr, flush=True)
        elif isinstance(value, list | tuple | dict):
            said(tuple(value.values()) if isinstance(value, dict) else tuple(value[:20]))


def call_back(function: types.FunctionType) -> None:
    """Calls what the program hands to a library to be called, once; what it raises is shown."""
    if function.__code__ in called:
        return
    called.add(function.__code__)
    try:
        function(*[Hollow() for _ in range(function.__code__.co_argcount - len(function.__defaults__ or ()))])
    except Exception:
        traceback.print_exc()


class Base:
    """What a class of the program inherits where it names a hollow one: its own methods are kept."""

    def __init__(self, *values, **named):
        said((*values, *named.values()))

    def __init_subclass__(cls, **named):
        pass

    def __getattr__(self, name: str):
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)
        return Hollow()

    def __call__(self, *values, **named):
        said((*values, *named.values()))
        forward = getattr(type(self), "forward", None)
        return forward(self, *values, **named) if forward else Hollow()


class HollowError(Exception):
    """Any exception class of a hollow library."""


class Hollow:
    """Anything at all: called, indexed, counted, entered, compared, it gives more of the same."""

    def __init__(self, model: Hollow | None = None):
        self.__dict__["_model"] = model

    def __getattr__(self, name: str):
        # Python and ctypes ask for these to learn what an object is.
        if name.startswith("_") and name.endswith("_"):
            raise AttributeError(name)
        if name.endswith(("Error", "Exception", "Warning", "Timeout")):
            return HollowError
        model = self.__dict__["_model"]
        if model is not None and name in model.__dict__:
            found = model.__dict__[name]
            # What the program put on a class is a method of its instances.
            return types.MethodType(found, self) if isinstance(found, types.FunctionType) else found
        found = self.__dict__[name] = Hollow()
        return found

    def __call__(self, *values, **named):
        said((*values, *named.values()))
        functions = [value for value in (*values, *named.values()) if isinstance(value, types.FunctionType)]
        for function in functions:
            call_back(function)
        # A decorator must not swallow the program's own function.
        return functions[0] if len(values) == 1 and functions and not named else Hollow(self)

    def __setitem__(self, key, value) -> None:
        said((value,))

    def __mro_entries__(self, bases: tuple) -> tuple:
        return (Base,)

    def __iter__(self):
        return iter([Hollow() for _ in range(MOST_ITEMS)])

    def __enter__(self):
        return Hollow()

    def __exit__(self, *error) -> None:
        return None

    def __bool__(self) -> bool:
        return yes()

    def __len__(self) -> int:
        return MOST_ITEMS

    def __index__(self) -> int:
        return MOST_ITEMS

    def __int__(self) -> int:
        return MOST_ITEMS

    def __float__(self) -> float:
        return float("nan")

    def __hash__(self) -> int:
        return 0

    def __format__(self, form: str) -> str:
        return EMPTY

    def __str__(self) -> str:
        return EMPTY

    __repr__ = __str__

    def keys(self) -> list:
        return []

    def __fspath__(self) -> str:
        return os.devnull


def _answer(*values):
    return Hollow()


def _compare(*values) -> bool:
    return yes()


for (
    _name
) in "getitem add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul".split():
    setattr(Hollow, f"__{_name}__", _answer)
for _name in "and rand or ror xor rxor lshift rshift neg pos abs invert round".split():
    setattr(Hollow, f"__{_name}__", _answer)
for _name in "eq ne lt le gt ge contains".split():
    setattr(Hollow, f"__{_name}__", _compare)


class HollowModule(Hollow):
    """A module: its sub-modules are hollow as well."""

    __path__: list = []


class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """The last that is asked: whatever no other finder has is hollow."""

    def find_spec(self, name: str, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, is_package=True, origin=os.devnull)

    def create_module(self, spec):
        return HollowModule()

    def exec_module(self, module) -> None:
        pass

    def get_code(self, name: str):
        """`python -m launcher … program.py` runs the program: the first argument that is a Python file."""
        return compile("import sitecustomize\nsitecustomize.launch()", name, "exec")


def launch() -> None:
    """Stands for any launcher: runs the program that it was given, in this process."""
    programs = (n for n, word in enumerate(sys.argv) if n and word.endswith(".py") and os.access(word, os.R_OK))
    if (at := next(programs, None)) is not None:
        sys.argv = sys.argv[at:]
        runpy.run_path(sys.argv[0], run_name="__main__")


def hurry() -> None:
    """Nobody waits here, and nobody is killed: sleeping returns at once, every look at the clock finds it later."""
    looks = itertools.count()
    began = {name: getattr(time, name)() for name in ("time", "monotonic", "perf_counter")}
    time.sleep = lambda seconds: None
    # Here a program's parent may be the runner.
    os.kill = os.killpg = lambda *values: None
    for name in began:
        setattr(time, name, lambda name=name: began[name] + SECONDS_A_LOOK * next(looks))


def install() -> None:
    """Makes this interpreter hollow."""
    sys.meta_path.append(Finder())
    hurry()


if os.environ.get(MOOD):
    install()
