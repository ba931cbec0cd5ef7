"""What each thing that speaks for a candidate is worth: the only home of these numbers.

Fitted on the census's own reports and on half of our described symptoms (`python -m tests.differential`).
"""

from __future__ import annotations

# Log weight of a candidate: its share of sampled reports (as a logarithm), a line that fits it, a line that is nearly
# one of its own, its words against those of the best, its words as such, and how well the situation fits (a logarithm).
PRIOR = 0.6
DECISIVE, HINT, NEAR = 4.0, 2.0, 4.0
# Where ranks stand, by their stacks: not fitted, since no report has it. It outweighs words, which a collected file has
# only from us.
STANDING = 6.0
WORDS, LIKENESS = 4.2, 8.0
# How near the two lie in what they mean. Chosen, with the two above, on the census, each part judged with what was
# learned from the others: of 2,331 reports that nothing proves 62.5 % have the right one first, 46.5 % by BM25F alone.
MEANING = 9.0
SITUATION = 0.4
# BM25F points that a description by its own reporter usually reaches; a long paste collects more of them, so that their
# root counts.
USUAL_LIKENESS = 200.0
# "None of these" weighs as much as a candidate with this log weight; more where the paste has an exception of its own
# that no entry knows: chosen on 40 such reports, checked on 30 held back, where the first candidate was right in 17 of
# 100 and is given 17 % (28 % with 0.8).
NONE, UNKNOWN_EXCEPTION = 5.0, 3.6
# So often the failure is none of the candidates, however well the best of them fits: with it, shares are as often right
# as they say (404 reports that were held back; without it, what was given 97 % was right 62 times in 100).
UNSEEN = 0.3
# A failure that nobody met in the census still exists; so many reports count as met.
UNMET = 0.5
# So many imagined reports, spread as all reports are, make a failure that was met once no certainty.
IMAGINED = 6.0
# What a sign in the text adds to the log weight of a failure of this kind; ALWAYS without any sign.
ALWAYS = ""
KIND = {
    ALWAYS: {"hang": -0.4, "error": 0.0, "silent": 0.0, "slow": 0.0, "harmless": -0.5},
    "stuck": {"hang": 0.95, "error": -1.2, "silent": -1.2, "slow": -1.1, "harmless": -0.5},
    "slow": {"hang": 0.1, "error": 0.0, "silent": -0.1, "slow": 0.6, "harmless": 0.0},
    "wrong": {"hang": -0.1, "error": -0.4, "silent": 0.5, "slow": 0.0, "harmless": 0.0},
}
# How much likelier an outcome of a check is where a failure is present than where nothing is known of it.
PROVES, SPEAKS_FOR, SPEAKS_AGAINST, EXCLUDES = 60.0, 5.0, 0.2, 0.01
# Of a failure that an outcome does not name, where it proves another.
PROVES_ANOTHER = 0.1
