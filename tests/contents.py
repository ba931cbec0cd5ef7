"""Writes small, sound content folders; a test then breaks the one thing that it is about."""

from __future__ import annotations

from pathlib import Path

AREAS = """
nccl: {title: NCCL, zh: 通信, summary: Collectives.}
ddp: {title: Data parallel, zh: 数据并行, summary: Replicas.}
"""

ENTRY = """---
title: {title}
summary: The widget was not frobnicated, because nobody called frobnicate.
zh:
  title: 小部件未初始化
  summary: 没有人调用初始化函数。
  fix: 先调用它。
kind: {kind}
retry: change-first
symptoms:
  en: [the widget stays cold]
  zh: [小部件一直是冷的]
signatures:
  - line: "{line}"
    proof: {proof}
leads_to: [{leads_to}]
sources:
  - url: https://example.org/widget
    supports: everything
reproduction:
  not_run: needs a widget
---

## Symptoms

The widget is cold to the touch.

## Root cause

Nobody called frobnicate before using it.

## Fix

Call it first:

```python
widget.frobnicate()
```

## Related errors

There are none that look like it.

## Versions

All versions behave in this way.
"""

# What entry.zh.md beside it may say.
CHINESE = """## 症状

小部件摸上去是冷的。

## 根本原因

没有人先调用它。

## 修复

先调用它：

```python
widget.frobnicate()  # 只要一次
```

## 相关错误

没有看起来像它的错误。

## 版本

所有版本都是这样。
"""

CHECK = """---
title: Is the widget cold?
zh:
  title: 小部件是冷的吗？
  how: 摸一下。
minutes: 1
needs: [running-job]
run: widget --temperature
outcomes:
  - slug: cold
    en: It is cold
    zh: 是冷的
    speaks_for: [first]
    excludes: [second]
  - slug: warm
    en: It is warm
    zh: 是热的
    speaks_against: [first]
  - slug: could-not
    en: I can't do that now
    zh: 现在做不了
---

Touch it for a second. That destroys nothing.
"""


def write_entry(root: Path, slug: str, area: str = "nccl", sample: str | None = None, **values: str) -> Path:
    """Writes content/<area>/<slug>/ with one sample and returns the path of its entry.md."""
    line = values.get("line", f"widget {slug} was not frobnicated in time")
    defaults = {"title": f"About {slug}", "kind": "error", "proof": "decisive", "leads_to": "", "line": line}
    folder = root / area / slug
    (folder / "samples").mkdir(parents=True)
    (folder / "entry.md").write_text(ENTRY.format(**(defaults | values)), encoding="utf-8")
    (folder / "samples" / "real.log").write_text(f"{line if sample is None else sample}\n", encoding="utf-8")
    return folder / "entry.md"


def write_check(root: Path, slug: str = "cold-or-warm") -> Path:
    """Writes checks/<slug>.md, which tells the entries `first` and `second` apart, and returns its path."""
    path = root / "checks" / f"{slug}.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(CHECK, encoding="utf-8")
    return path


def edit(path: Path, old: str, new: str) -> int:
    """Replaces text that must be there; returns the line, counted from 1, on which it stood."""
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1
