"""Text with secrets -> the same lines with each secret value replaced by [masked], and how many there were.

Stands alone: standard library only, Python 3.10 or newer, so that a program on a cluster node can use it as it is.

The shapes of tokens follow the rule set of gitleaks 8.30 (config/gitleaks.toml, MIT licence, Copyright 2019 Zachary
Rice) and a few plugins of detect-secrets 1.5.0 (Apache 2.0: AccountKey of Azure, Discord bots, user:password@ in
addresses); rewritten for Python's `re`, with bounded repeats. The rules by name are our own. A code scanner may flag
a line for somebody to look at; here nobody looks, and a changed line might be the one that proves a failure. So a rule
by name asks more of the value, and each row carries lines that it must leave alone.

Why not detect-secrets itself: it takes 6.6 CPU seconds a MB on our samples and healthy logs (these rules: 0.15), needs
requests and PyYAML, and finds 2 of 9 common secrets of a log (no hf_, W&B key, bearer, PASSWORD=, --password, sk-ant-).
"""

from kb.masking.controls import clean_line, clean_name, pictured
from kb.masking.masker import MASKED, mask, mask_part

__all__ = ["MASKED", "clean_line", "clean_name", "mask", "mask_part", "pictured"]
