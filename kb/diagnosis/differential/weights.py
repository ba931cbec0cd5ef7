"""What each thing that speaks for a candidate is worth: the only home of these numbers.

Fitted on the census's own descriptions (`python -m tests.differential fit`), checked on others.
"""

from __future__ import annotations

# log weight = PRIOR x log(share of sampled reports) + SCORE x guess + SITUATION x log P(situation | failure) + KIND.
PRIOR = 0.5
SCORE = 9.0
SITUATION = 0.4
# "none of these" weighs as much as a candidate with this log weight.
NONE = -3.0
# A failure that nobody met in the census still exists; so many reports count as met.
UNMET = 0.5
# So many imagined reports, spread as all reports are, make a failure that was met once no certainty.
IMAGINED = 6.0
# What a sign adds to the log weight of a failure of this kind.
KIND = {
    "stuck": {"hang": 0.9, "error": -0.2, "silent": -0.6, "slow": -0.4, "harmless": -0.6},
    "slow": {"slow": 1.2, "silent": 0.1, "error": -0.6, "hang": -0.3, "harmless": -0.3},
    "wrong": {"silent": 1.0, "error": -0.3, "hang": -0.8, "slow": -0.3, "harmless": 0.0},
}
# How much likelier an outcome of a check is where a failure is present than where nothing is known of it.
PROVES, SPEAKS_FOR, SPEAKS_AGAINST, EXCLUDES = 60.0, 5.0, 0.2, 0.01
