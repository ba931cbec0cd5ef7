"""What a text could be, by its words -> whether it is about a job of several ranks at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kb.diagnosis.differential.differential import Differential
from kb.matching.match import Match
from kb.reading.one_pass import Reading

# Whoever has such a job, or a log of it, says one of these or pastes Python's error: of 4,512 reports of the census
# three do not and fit so little.
OF_A_JOB = re.compile(
    r"[gtnx]pu|cuda|rocm|nccl|rccl|hccl|gloo|mpi|torch|jax|tensor|keras|paddle|horovod|deepspeed|nvidia|xla|ddp|fsdp|slurm"
    r"|\b(?:ranks?|nodes?|epochs?|loss|losses|batch|workers?|process|processes|signal|steps?|jobs?|ray|shm|ib|srun)\b"
    r"|\wError\b|\bassert|train|model|distributed|checkpoint|exit ?code|训练|卡|显存|节点|进程|分布式|多机|集群"
    r"|模型|推理|作业",
    re.IGNORECASE,
)
# From this share on "none of these" is likelier than most guesses by words are.
LIKELY_NOTHING = 0.45


def is_off_topic(
    could_be: Differential | None,
    matches: Iterable[Match],
    followed: Sequence[Match],
    readings: Sequence[Reading],
    query: str,
) -> bool:
    """Where no table, stack or line speaks for anything, and so little fits; without a job's words, a bit less."""
    if could_be is None or followed or any(reading.blocks.found for reading in readings):
        return False
    if could_be.is_about_nothing:
        return True
    by_words = not could_be.answered and not any(match.evidence for match in matches)
    return by_words and could_be.nothing >= LIKELY_NOTHING and not OF_A_JOB.search(query)
