"""Words and the entries that they belong to (pairs.py, on stdin) -> a vector for each word (meaning.json, on stdout).

Two towers with one table: a text is the sum of its words' vectors, an entry the mean of its phrases; a text shall lie
nearer to its own entry than to any other. A new entry needs no learning: its phrases are made of known words. Needs
nothing but torch; ten seconds on one core, the same numbers for the same pairs and version.
"""

from __future__ import annotations

import base64
import json
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

import torch
from torch.nn import functional

# Numbers a word: of a part that nothing was learned from, 128 put 53 to 56 % right first, 64 put 51 to 55 %, 256 no
# more (two seeds each).
DIMENSIONS, EPOCHS, BATCH, RATE = 128, 4, 512, 5e-3
# So often a word of a text is left out while learning: no single word may carry the answer.
DROPPED = 0.4
# A report counts as much as so many symptoms: it is how people really ask.
REPORT = 2.0
# A word that a single text uses teaches nothing.
LEAST_TEXTS = 2
MOST_TERMS = 200


class Meaning(torch.nn.Module):
    def __init__(self, rarity: torch.Tensor, entries: int):
        super().__init__()
        self.vectors = torch.nn.Parameter(torch.randn(len(rarity), DIMENSIONS) * 0.1)
        self.weights = torch.nn.Parameter(rarity.clone())
        self.sharpness = torch.nn.Parameter(torch.tensor(12.0))
        self.usual = torch.nn.Parameter(torch.zeros(entries))

    def forward(self, texts: Sequence[Sequence[int]]) -> torch.Tensor:
        """Texts as numbers of words -> their directions, (texts, DIMENSIONS)."""
        starts = torch.tensor([0, *(len(text) for text in texts[:-1])]).cumsum(0)
        words = torch.tensor([word for text in texts for word in text], dtype=torch.long)
        weights = self.weights[words]
        summed = functional.embedding_bag(words, self.vectors, starts, mode="sum", per_sample_weights=weights)
        return functional.normalize(summed, dim=1)


def learned(pairs: Sequence[dict]) -> tuple[list[str], torch.Tensor]:
    """The words, and a row of DIMENSIONS numbers for each, its weight counted in."""
    torch.manual_seed(1)
    chance = random.Random(1)  # noqa: S311
    used = Counter(term for pair in pairs for term in dict.fromkeys(pair["terms"]))
    terms = [term for term, texts in used.items() if texts >= LEAST_TEXTS]
    number = {term: n for n, term in enumerate(terms)}
    slugs = {slug: n for n, slug in enumerate(dict.fromkeys(pair["entries"][0] for pair in pairs if pair["phrase"]))}
    texts = [[number[t] for t in dict.fromkeys(pair["terms"]) if t in number][:MOST_TERMS] for pair in pairs]
    owners = [[slugs[slug] for slug in pair["entries"] if slug in slugs] for pair in pairs]
    phrases = [n for n, pair in enumerate(pairs) if pair["phrase"] and texts[n]]
    model = Meaning(torch.tensor([math.log(1 + len(pairs) / used[term]) / 8 for term in terms]), len(slugs))
    chosen = [n for n, text in enumerate(texts) if text and owners[n]]
    steps = torch.optim.Adam(model.parameters(), lr=RATE)
    slower = torch.optim.lr_scheduler.LinearLR(steps, 1.0, 0.02, EPOCHS * math.ceil(len(chosen) / BATCH))
    for _ in range(EPOCHS):
        chance.shuffle(chosen)
        for at in range(0, len(chosen), BATCH):
            batch = chosen[at : at + BATCH]
            steps.zero_grad()
            _loss(model, batch, texts, owners, pairs, phrases, chance).backward()
            steps.step()
            slower.step()
    return terms, (model.vectors * model.weights[:, None]).detach()


def _loss(model, batch, texts, owners, pairs, phrases, chance) -> torch.Tensor:
    """How unlikely the texts of a batch find their entries; a phrase does not count for its own."""
    asked = model([[w for w in texts[n] if chance.random() > DROPPED] or texts[n][:1] for n in batch])
    told = model([texts[n] for n in phrases])
    owner = torch.tensor([owners[n][0] for n in phrases])
    sums = torch.zeros(len(model.usual), DIMENSIONS).index_add(0, owner, told)
    likeness = asked @ functional.normalize(sums, dim=1).T
    place = {n: at for at, n in enumerate(phrases)}
    own = [(row, place[n]) for row, n in enumerate(batch) if n in place]
    if own:
        rows, at = (torch.tensor(part) for part in zip(*own, strict=True))
        others = functional.normalize(sums[owner[at]] - told[at], dim=1)
        likeness = likeness.index_put((rows, owner[at]), (asked[rows] * others).sum(1))
    logs = torch.log_softmax(model.sharpness * likeness + model.usual, dim=1)
    right = torch.full_like(logs, -math.inf)
    for row, n in enumerate(batch):
        right[row, owners[n]] = 0.0
    counted = torch.tensor([1.0 if pairs[n]["phrase"] else REPORT for n in batch])
    return -(torch.logsumexp(logs + right, dim=1) * counted).mean()


def written(terms: Sequence[str], vectors: torch.Tensor) -> bytes:
    """JSON: the words, and a signed byte for each number of each row, scaled to the largest one."""
    scale = 127 / vectors.abs().max()
    table = (vectors * scale).round().to(torch.int8).numpy().tobytes()
    told = {"dimensions": DIMENSIONS, "terms": terms, "table": base64.b64encode(table).decode()}
    return json.dumps(told, ensure_ascii=False).encode()


def main(lines: Iterable[str]) -> None:
    torch.set_num_threads(1)
    sys.stdout.buffer.write(written(*learned([json.loads(line) for line in lines])))


if __name__ == "__main__":
    main(sys.stdin)
