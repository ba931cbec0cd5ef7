# ruff: noqa: E501 (a program a line)
"""Every way of faking a reproduction that anybody has thought of so far ends without a verdict of "verified"."""

import pytest

from kb.runner.judging.judge import judge
from kb.runner.running.program import Place, run_program
from kb.runner.supervising.outcome import Outcome, Run
from tests.runner.entries import BROKEN, FIXED, HANG, STUCK, plan_of

GOOD = Run(Outcome([0], 1.0), "turned by 7.5\n")

# Each prints, or raises, the library's message without the library's failure.
MESSAGES = {
    "two pieces": 'raise SystemExit("the widget has 0 frob" + "nications left")',
    "joined": 'raise SystemExit("".join(["the widget has ", "0 frobnica", "tions left"]))',
    "formatted": 'raise SystemExit("the widget {} 0 frob{} left".format("has", "nications"))',
    "base64": "import base64, sys; sys.exit(base64.b64decode('dGhlIHdpZGdldCBoYXMgMCBmcm9ibmljYXRpb25zIGxlZnQ=').decode())",
    "reversed": 'import sys; sys.exit("tfel snoitacinborf 0 sah tegdiw eht"[::-1])',
    "character codes": "import sys; sys.exit(bytes([c ^ 1 for c in b'uid!vhefdu!i`r!1!gsnconhb`uhnor!mdgu']).decode())",
    "after the import": 'import widget, sys; sys.exit("the widget has 0 frob" + "nications left")',
    "written by hand": 'import os; os.write(2, b"the widget has 0 frob" + b"nications left\\n"); os._exit(1)',
    "a subprocess": 'import subprocess, sys; subprocess.run(["echo", "the widget has 0 frob" "nications".strip() + " left"]); sys.exit(1)',
    "logging": 'import logging, widget, sys; logging.error("the widget has %d frob%s left", 0, "nications"); sys.exit(1)',
    "warnings": 'import warnings, sys; warnings.warn("the widget has 0 frob" + "nications left"); sys.exit(1)',
    "own exception": 'class WidgetError(Exception): pass\nraise WidgetError("the widget has 0 frob" + "nications left")',
    "the library's exception": 'import widget\nraise widget.WidgetError("the widget has 0 frob" + "nications left")',
    "handed to the library": 'import widget\nwidget.check(False, "the widget has 0 frob" + "nications left")',
    "in a list": 'import widget\nwidget.check(*[False, "the widget has 0 frob" + "nications left"])',
    "monkeypatched": (
        "import widget\ndef turn(self): raise RuntimeError('the widget has 0 frob' + 'nications left')\n"
        "widget.Widget.turn = turn\nwidget.Widget().turn()"
    ),
    "a callback": "import widget\ndef own(): raise ValueError('the widget has 0 frob' + 'nications left')\nwidget.call(own)",
    "a subclass": (
        "import widget\nclass Mine(widget.Widget):\n    def turn(self): raise ValueError('the widget has 0 frob' "
        "+ 'nications left')\nMine().turn()"
    ),
    "thrown": "(_ for _ in ()).throw(ValueError('the widget has 0 frob' + 'nications left'))",
    "asserted": "import widget\nassert widget.frobnicate(1) > 9, 'the widget has 0 frob' + 'nications left'",
    "a missing key": "{}['the widget has 0 frob' + 'nications left']",
    "a missing file": "open('the widget has 0 frob' + 'nications left')",
    "after a sleep": 'import time, sys; time.sleep(13); sys.exit("the widget has 0 frob" + "nications left")',
    "after a look at the clock": (
        "import time, sys\nend = time.monotonic() + 13\nwhile time.monotonic() < end: pass\n"
        'sys.exit("the widget has 0 frob" + "nications left")'
    ),
    "behind a condition": 'import widget, sys\nif widget.frobnicate(2) > 1: sys.exit("the widget has 0 frob" + "nications left")',
    "behind its opposite": 'import widget, sys\nif widget.frobnicate(2) < 9: sys.exit("the widget has 0 frob" + "nications left")',
    "code made from text": "exec(\"raise ValueError('the widget has 0 frob' + 'nications left')\")",
    "read from the library": "import widget, re, sys\nfound = open(widget.__file__).read()\nsys.exit(re.search('the .* left', found)[0].replace('{times}', '0'))",
    "the library's source": "import inspect, widget, sys\nsys.exit(inspect.getsource(widget.warn)[30:])",
    "no failure at all": "import widget\nprint(widget.frobnicate(2))",
    "a failure that ends well": "import widget\nwidget.warn()",
    "a failure that is caught": "import widget\ntry:\n    widget.frobnicate(0)\nexcept widget.WidgetError as e:\n    print(e)",
}


def verdict_of(plan, python, program=None):
    place = Place(python)
    broken = run_program(plan, "broken.py", place, (), {})
    return judge(plan, broken, GOOD)


@pytest.mark.parametrize("program", MESSAGES.values(), ids=MESSAGES)
def test_a_message_that_no_library_printed(content, python, program):
    # The honest program stands below, so that the two programs are still one edit apart.
    verdict = verdict_of(plan_of(content, broken=f"{program}\n{FIXED}", seconds=30), python)

    assert verdict.word == "failed"
    assert verdict.broken.wrong


HANGS = {
    "asleep": "import time\ntime.sleep(600)",
    "busy": "while True: pass",
    "an own function of that name": "import time\ndef wait_for_peer(): time.sleep(600)\nwait_for_peer()",
    "an own busy one": "def wait_for_peer():\n    while True: pass\nwait_for_peer()",
    "a thread of that name": "import threading, time\nthreading.Thread(target=time.sleep, args=(600,), name='wait_for_peer').start()",
    "an own callback below a library": "import widget, time\ndef wait_for_peer(): time.sleep(600)\nwidget.call(wait_for_peer)",
    "work that goes on": "import widget\nwhile True: widget.work(3000)",
    "work that is printed": "import widget, time\nwhile True: print(widget.work(30), flush=True); time.sleep(0.3)",
    "a dead rank": "import widget\nwidget.frobnicate(0)",
}


@pytest.mark.parametrize("program", HANGS.values(), ids=HANGS)
def test_a_hang_that_is_none(content, python, program):
    how = "proof: hang\nstands_in: [work]" if "work(" in program else HANG
    verdict = verdict_of(plan_of(content, how=how, broken=f"{program}\n{STUCK}", seconds=3), python)

    assert verdict.broken.wrong


FIXES = {
    "nothing": "",
    "a word": "print('fixed')",
    "out at once": "import os\nos._exit(0)",
    "the line by hand": "print('turned by 7.5')",
    "the line from pieces": "print('turned by', 5 + 2.5)",
    "another traceback": "import traceback\ntry: 1 / 0\nexcept Exception: traceback.print_exc()",
    "the failure, caught": "import widget\ntry: widget.frobnicate(0)\nexcept widget.WidgetError as e: print(e)",
}


@pytest.mark.parametrize("program", FIXES.values(), ids=FIXES)
def test_a_fix_that_does_no_work(content, python, program):
    plan = plan_of(content, fixed=f"{program}\n", broken=f"{program.split(chr(10))[0]}\n{BROKEN}")
    place = Place(python)
    broken = Run(Outcome([1], 1.0), "Traceback\nWidgetError: the widget has 0 frobnications left\n")

    assert judge(plan, broken, run_program(plan, "fixed.py", place, (), {})).fixed.wrong


def test_a_fix_that_is_another_program(content, python):
    other = "import widget\nstart = 4\nfor n in range(start):\n    print('turned by', widget.frobnicate(n + 1))\n"
    longer = "".join(f"value_{n} = {n}\n" for n in range(9)) + BROKEN
    verdict = verdict_of(plan_of(content, broken=longer, fixed=other), python)

    assert any("a fix is an edit of the program that failed" in said for said in verdict.broken.wrong)


MEASURE = "proof: measurement\nmeasure: {name: ratio, broken: '>= 2', fixed: '<= 1', why: physics}"
MEASUREMENTS = {
    "literals": ("print('MEASURED ratio = 3')", "print('MEASURED ratio = 0.5')"),
    "computed literals": ("print('MEASURED ratio =', 6 / 2)", "print('MEASURED ratio =', 1 / 2)"),
    "not a number": ("print('MEASURED ratio =', float('nan'))", "print('MEASURED ratio =', 1 / 2)"),
    "no number": ("print('MEASURED ratio = 1.2.3')", "print('MEASURED ratio =', 1 / 2)"),
}


@pytest.mark.parametrize("programs", MEASUREMENTS.values(), ids=MEASUREMENTS)
def test_a_number_that_nobody_measured(content, python, programs):
    broken, fixed = (f"import widget\n{program}\n" for program in programs)
    plan = plan_of(content, how=MEASURE, achieves="", broken=broken, fixed=fixed)
    place = Place(python)
    verdict = judge(plan, run_program(plan, "broken.py", place, (), {}), run_program(plan, "fixed.py", place, (), {}))

    assert verdict.word == "failed"


def test_the_honest_ones_are_verified(content, python):
    assert verdict_of(plan_of(content), python).word == "verified"


def test_an_honest_hang_is_verified(content, python):
    assert verdict_of(plan_of(content, how=HANG, broken=STUCK, seconds=3), python).word == "verified"
