"""Without any library a program still runs, but nothing that only a library could say is said."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kb.runner.running import hollow

SOURCE = Path(hollow.__file__).read_text()


def run(tmp_path, program, mood="yes", *arguments):
    (tmp_path / "sitecustomize.py").write_text(SOURCE)
    (tmp_path / "program.py").write_text(program)
    # -S: as in an interpreter without any library; sitecustomize is then imported by hand.
    command = [sys.executable, "-S", "-c", "import sitecustomize; sitecustomize.launch()", "program.py", *arguments]
    around = {"PATH": os.defpath, "PYTHONPATH": str(tmp_path), hollow.MOOD: mood}
    shown = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=around, timeout=60)
    return shown.stdout, shown.stderr


@pytest.mark.parametrize(
    "program",
    [
        "import torch, torch.distributed as dist\nfrom torch import nn\ndist.init_process_group()\nprint('reached')",
        "from torch import nn\nclass Net(nn.Module):\n    def forward(self, x): print('reached'); return x\nNet()(1)",
        "import torch\nwith torch.no_grad() as x:\n    for y in x + 1:\n        print('reached')\n        break",
        "import torch\n@torch.jit.script\ndef f(): print('reached')\nf()",
        "import torch\ntry: raise torch.OutOfMemoryError('x')\nexcept torch.OutOfMemoryError: print('reached')",
        "import time\nend = time.monotonic() + 3600\nwhile time.monotonic() < end: time.sleep(100)\nprint('reached')",
    ],
)
def test_a_program_gets_as_far_as_its_own_words(tmp_path, program):
    assert run(tmp_path, program)[0].startswith("reached")


def test_conditions_hold_in_one_mood_and_not_in_the_other(tmp_path):
    program = "import torch\nprint(bool(torch.cuda.is_available()), torch.ones(1) > 3)"

    assert run(tmp_path, program, "yes")[0] == "True True\n"
    assert run(tmp_path, program, "no")[0] == "False False\n"


def test_what_a_library_is_handed_is_shown(tmp_path):
    assert "handed to a library: as text" in run(tmp_path, "import torch\ntorch._assert(False, 'as ' + 'text')")[1]


def test_a_hollow_value_is_no_number(tmp_path):
    shown, _ = run(tmp_path, "import torch\nx = torch.ones(1).item()\nprint(f'{x:.3f} {x}', float(x))")

    assert not any(sign.isdigit() for sign in shown)
