"""A small content folder made by hand: one entry of every sort that the site has to show."""

from __future__ import annotations

import json
from pathlib import Path

from kb.catalogue.census import COLUMNS
from kb.library import Library

AREAS = """\
nccl: {title: NCCL and process groups, zh: NCCL 与进程组, summary: "Communicators."}
launch: {title: Launching, zh: 启动, summary: "Processes."}
data: {title: Data loading, zh: 数据加载, summary: "Workers."}
"""
ENTRY = """\
---
title: {title}
summary: {summary}
zh: {{title: 中文标题, summary: 中文摘要。, fix: 中文修复。}}
kind: {kind}
retry: {retry}
symptoms: {{en: [{symptom}], zh: [卡住了]}}
signatures:
  - line: "{line}"
    proof: decisive
{more}
reproduction: {reproduction}
sources:
  - url: https://example.org/thread
    supports: the `message`
---

## Symptoms

{symptom}, seen often enough.

## Root cause

Something that takes two sentences to say. This is the second.

### A closer look

Deeper.

## Fix

Bind each process to its own GPU.

```python
torch.cuda.set_device(local_rank)  # <b>not bold</b>
```

A second paragraph.

## Related errors

Nothing else looks like it, or so we think.

## Versions

The wording has not changed so far.
"""
RELATED = """\
leads_to: [child-failed]
example: real.log
aliases: [same-gpu]
tell_apart: [{slug: bad-ordinal, check: Read the `number`., zh: 看 `number`。}]
versions: [{package: NCCL, specifier: '>=2', note: same words, source: 'https://example.org/nccl'}]
"""
FACT = """\
  - fact: cuda_visible_devices < 2
    proof: decisive
"""
ENVIRONMENT = """\
CUDA_VISIBLE_DEVICES=0
HOSTNAME=node7
WORLD_SIZE=8
"""
GUIDE = """\
---
title: Reading a log
summary: Where to look first.
failures: [duplicate-gpu]
---

## First

Look up.
"""
CHECK = """\
---
title: How many processes does each GPU have?
zh: {title: 每块 GPU 上有几个进程？, how: 看 nvidia-smi 的进程表。}
run: nvidia-smi
minutes: 1
needs: [running-job]
outcomes:
  - slug: two
    en: Two on one of them.
    zh: 有一块上有两个。
    proves: [duplicate-gpu]
    excludes: [bad-ordinal]
    shown_by: [{fact: gpu_processes > 1}]
  - slug: one
    en: One on each.
    zh: 每块一个。
    excludes: [duplicate-gpu]
    speaks_for: [bad-ordinal]
    shown_by: [{fact: gpu_processes = 1, absent: ['fact: gpu_processes > 1']}, {line: 'each GPU has <int> process'}]
  - {slug: could-not, en: I can't do that now., zh: 现在做不了。}
---

Look at the table of processes.
"""
SITUATIONS = """\
start: {en: [at start], zh: [启动]}
slow: {en: [slow], zh: [慢]}
stuck: {en: [stuck, hangs], zh: [卡住]}
"""
CENSUS = "\n".join(
    "\t".join(map(str, row))
    for row in (
        COLUMNS,
        ("duplicate-gpu", 8, 6, 2, 0, 0, 0, 0, 0, 0, 0, 0, 20, "2026-11-22"),
        ("bad-ordinal", 2, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 20, "2026-11-22"),
    )
)
# nvidia-smi's table of processes, as driver 535 prints it: two on GPU 0.
TWO_ON_ONE = """\
+---------------------------------------------------------------------------------------+
| Processes:                                                                            |
|  GPU   GI   CI        PID   Type   Process name                            GPU Memory |
|        ID   ID                                                             Usage      |
|=======================================================================================|
|    0   N/A  N/A     12345      C   python                                     1024MiB |
|    0   N/A  N/A     12346      C   python                                     1024MiB |
+---------------------------------------------------------------------------------------+
"""
DUPLICATE = "Duplicate GPU detected : rank <int> and rank <int> both on CUDA device <hex>"
CHILD_FAILED = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError"
LOG = """\
[rank0]: W0320 starting up
[rank0]: Last error:
[rank0]: Duplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010
[rank0]: shutting down
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
"""
UNKNOWN_LOG = """\
Traceback (most recent call last):
  File "/app/train.py", line 3, in <module>
    main()
RuntimeError: the flux capacitor of rank 3 is not calibrated
"""


def write_entry(root: Path, area: str, slug: str, **told: str) -> Path:
    folder = root / area / slug
    (folder / "samples").mkdir(parents=True)
    defaults = {
        "title": slug.replace("-", " ").capitalize(),
        "summary": f"What {slug} is.",
        "kind": "error",
        "retry": "change-first",
        "symptom": f"{slug} appears",
        "line": f"a telling line of {slug} number <int>",
        "more": "",
        "reproduction": "{not_run: No GPU here.}",
    }
    filled = defaults | told
    (folder / "entry.md").write_text(ENTRY.format(**filled), encoding="utf-8")
    sample = filled["line"].replace("<int>", "7").replace("<hex>", "73010") + "\n"
    (folder / "samples" / "real.log").write_text(sample, encoding="utf-8")
    return folder


def make_content(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    (root / "areas.yaml").write_text(AREAS, encoding="utf-8")
    (root / "situations.yaml").write_text(SITUATIONS, encoding="utf-8")
    (root / "census.tsv").write_text(CENSUS, encoding="utf-8")
    (root / "checks").mkdir()
    (root / "checks" / "processes-on-a-gpu.md").write_text(CHECK, encoding="utf-8")
    told = {"title": "Two ranks on one GPU", "line": DUPLICATE, "more": RELATED, "reproduction": "{needs: [gpu]}"}
    duplicate = write_entry(root, "nccl", "duplicate-gpu", **told)
    write_entry(root, "nccl", "bad-ordinal", kind="hang", retry="as-is", more=FACT)
    write_entry(root, "launch", "child-failed", title="A worker died", line=CHILD_FAILED, retry="exclude-node")
    (duplicate / "broken.py").write_text("import torch\ntorch.zeros(1).cuda()\n", encoding="utf-8")
    (duplicate / "fixed.py").write_text("import torch\ntorch.zeros(1).cuda(rank)\n", encoding="utf-8")
    run = {
        "date": "2026-11-20T10:00:00",
        "verdict": "verified",
        "needs": ["gpu"],
        "broken": {"outcome": "message", "seconds": 3.2},
        "fixed": {"outcome": "exit 0", "seconds": 4.0},
        "environment": {"torch": "2.13.0", "nccl": "2.28", "gpus": ["H100"]},
    }
    (duplicate / "runs.jsonl").write_text(json.dumps(run) + "\nnot json\n", encoding="utf-8")
    (root / "guides").mkdir()
    (root / "guides" / "reading-a-log.md").write_text(GUIDE, encoding="utf-8")
    return root


def serve(root: Path, monkeypatch, follow: bool = False) -> Library:
    """The site's views answer from this folder for the length of a test."""
    shelf = Library(root, follow=follow)
    monkeypatch.setattr("kb.web.views.library", shelf)
    monkeypatch.setattr("kb.web.pastes.library", shelf)
    monkeypatch.setattr("kb.web.api.library", shelf)
    monkeypatch.setattr("kb.web.narrowing.library", shelf)
    monkeypatch.setattr("kb.plain.views.library", shelf)
    return shelf
