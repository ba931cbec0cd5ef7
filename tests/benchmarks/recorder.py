"""Flight-recorder dumps of jobs that were broken on purpose: whom do we name, and whom do two other analysers?

    python -m tests.benchmarks.recorder --python /path/to/python-with-torch [--nvrx UNPACKED_WHEEL] [--keep FOLDER]

Twelve kinds of fault, each at the first rank, one in the middle and the last, in gloo jobs of four to eight ranks. The
other analysers were written for NCCL and read no group without its members, so that all get the dumps as NCCL would
write them (names, members, states); ours gets them as gloo wrote them, too. Then half of the dumps are taken away.
"""

from __future__ import annotations

import argparse
import json
import pickle
import random
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from kb.diagnosis.dumps.left import Left, convicted, suspected
from kb.diagnosis.dumps.recorder import find_recorded
from kb.reading.dumps.flight_recorder import dumps

HERE = Path(__file__).parent
RESULTS = HERE / "recorder.md"
JOBS, ANALYSERS = HERE / "recorded" / "jobs.py", HERE / "recorded" / "analysers.py"
DRAWS = 3
OUTCOMES = ("named", "pair", "cannot tell, look there", "cannot tell", "innocent", "failed")
LONGEST = 1800


@dataclass(frozen=True)
class Case:
    """One broken job: its dumps by rank, as gloo wrote them, who was broken, and whose last call ended in an error."""

    name: str
    world: int
    guilty: int
    broken_off: frozenset[int]
    dumps: Mapping[int, dict]

    def without_half(self, draw: int) -> Case:
        kept = random.Random(f"{self.name} {draw}").sample(sorted(self.dumps), (len(self.dumps) + 1) // 2)  # noqa: S311
        return replace(self, name=f"{self.name}.{draw}", dumps={rank: self.dumps[rank] for rank in sorted(kept)})


def cases(folder: Path) -> list[Case]:
    return [_case(path) for path in sorted(folder.iterdir()) if (path / "truth.json").exists()]


def _case(path: Path) -> Case:
    truth = json.loads((path / "truth.json").read_text())
    told = {int(file.stem.removeprefix("rank_")): json.loads(file.read_text()) for file in path.glob("rank_*.json")}
    return Case(path.name, truth["world"], truth["guilty"], frozenset(truth["broken_off"]), dict(sorted(told.items())))


def as_nccl(rank: int, case: Case) -> dict:
    """The same calls as NCCL's backend writes them: with members of the groups, and the state of each call.

    gloo ends a call with an error where its partner has gone, and retires it; with NCCL it stays pending.
    """
    dump, pair = case.dumps[rank], rank // 2
    members = {"0": list(range(case.world)), str(1 + pair): [2 * pair, 2 * pair + 1]}
    last = max(entry["record_id"] for entry in dump["entries"]) if rank in case.broken_off else None
    groups = {name: {"name": name, "desc": f"group {name}", "ranks": str(ranks)} for name, ranks in members.items()}
    entries, completed = [], {}
    for entry in dump["entries"]:
        done, group = entry["retired"] and entry["record_id"] != last, entry["process_group"][0]
        state = {"retired": done, "state": "completed" if done else "scheduled"}
        entries.append(
            entry | state | {"profiling_name": entry["profiling_name"].replace("gloo:", "nccl:"), "frames": []}
        )
        completed[group] = max(completed.get(group, 0), entry["collective_seq_id"] if done else 0)
    status = {
        group: {key: int(value) for key, value in own.items()} | {"last_completed_collective": completed.get(group, 0)}
        for group, own in dump["pg_status"].items()
    }
    return dump | {"entries": entries, "pg_config": groups, "pg_status": status}


def ours(found: Mapping[int, dict]) -> tuple[set[int], set[int]]:
    """Whom our analysis convicts, and, where nobody, at whom it says to look first."""
    told = []
    for rank, document in found.items():
        (one,) = dumps(json.dumps(document))
        one.rank = rank
        told.append(one)
    left = Left(find_recorded(told))
    first, look = convicted(left), suspected(left)
    return set(first.ranks if first else ()), set(look.ranks if look else ())


def outcome(named: Collection[int], guilty: int) -> str:
    """A pair is two ranks that cannot be told apart; whoever names more has named innocents."""
    if not named:
        return "cannot tell"
    if guilty not in named or len(named) > 2:
        return "innocent"
    return "pair" if len(named) == 2 else "named"


def others(chosen: list[Case], options: argparse.Namespace) -> dict[str, dict[str, list[int] | str]]:
    """What the other analysers name in each case, asked in one process."""
    with tempfile.TemporaryDirectory() as name:
        for case in chosen:
            folder = Path(name) / case.name
            folder.mkdir()
            for rank in case.dumps:
                (folder / f"_dump_{rank}").write_bytes(pickle.dumps(_tupled(as_nccl(rank, case))))
        words = [options.python, str(ANALYSERS), name, *([str(options.nvrx)] if options.nvrx else [])]
        shown = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST, check=True)
    return json.loads(shown.stdout.splitlines()[-1])


def _tupled(dump: dict) -> dict:
    """torch's pickles have tuples where its JSON has lists."""
    entries = [entry | {"process_group": tuple(entry["process_group"])} for entry in dump["entries"]]
    return dump | {"entries": entries}


def judged(chosen: list[Case], options: argparse.Namespace) -> Iterator[tuple[Case, dict[str, str]]]:
    """Each case with the outcome of every analyser."""
    asked = others(chosen, options)
    for case in chosen:
        translated = {rank: as_nccl(rank, case) for rank in case.dumps}
        told = {"ours": ours(translated), "ours, gloo's own": ours(case.dumps)}
        found = {}
        for name, (named, look) in told.items():
            found[name] = outcome(named, case.guilty)
            if found[name] == "cannot tell" and look == {case.guilty}:
                found[name] = "cannot tell, look there"
        for name, named in asked[case.name].items():
            found[name] = outcome(named, case.guilty) if isinstance(named, list) else "failed"
        yield case, found


def counted(rows: list[tuple[Case, dict[str, str]]]) -> str:
    names = list(rows[0][1])
    counts = {name: Counter(found[name] for _, found in rows) for name in names}
    lines = [f"| {name} | " + " | ".join(str(counts[name][one]) for one in OUTCOMES) + " |" for name in names]
    return "\n".join([f"| analyser | {' | '.join(OUTCOMES)} |", "|---|" + "---:|" * len(OUTCOMES), *lines])


def listed(rows: list[tuple[Case, dict[str, str]]]) -> str:
    names = list(rows[0][1])
    lines = [
        f"| {c.name} | {c.world} | {c.guilty} | " + " | ".join(found[n] for n in names) + " |" for c, found in rows
    ]
    return "\n".join(
        [f"| job | ranks | broken | {' | '.join(names)} |", "|---|---:|---:|" + "---|" * len(names), *lines]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True, help="an interpreter with torch")
    parser.add_argument("--nvrx", type=Path, help="where a wheel of nvidia-resiliency-ext was unpacked")
    parser.add_argument("--keep", type=Path, help="a folder for the dumps; what lies there already is not made again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = options.keep or Path(name)
        if not any(folder.glob("*/truth.json")):
            subprocess.run([options.python, str(JOBS), str(folder)], check=True, timeout=LONGEST)
        found = cases(folder)
    whole = list(judged(found, options))
    halves = list(judged([case.without_half(draw) for case in found for draw in range(DRAWS)], options))
    told = {"jobs": len(found), "all": counted(whole), "half": counted(halves), "rows": listed(whole), "draws": DRAWS}
    RESULTS.write_text(PAGE.format(date=time.strftime("%F"), **told), encoding="utf-8")


PAGE = """# Whom flight-recorder dumps convict

Written by `python -m tests.benchmarks.recorder`: {jobs} gloo jobs of four to eight ranks, each broken in one way at one
rank (`recorded/jobs.py`), dumped by every rank that still could once nothing moved. "named": the broken rank and nobody
else; "pair": it and one other; "look there": nobody is convicted, the first to look at is the one without a dump;
"innocent": somebody else, or more than two. All analysers get the same dumps, written as NCCL's backend would; ours
also gets what gloo wrote. In `order` two ranks wait for each other, so that a pair is the right answer; elsewhere the
other one of a pair is innocent. torch's is `torch.distributed.flight_recorder` of 2.13.0, nvidia's the table of the
resiliency extension 0.7.0. A rank that is gone or stopped writes no dump; gloo, which does not say how many ranks there
are, cannot show that the last one is missing.

## All dumps

{all}

## Half of the dumps, drawn {draws} times for each job

{half}

## Job by job, with all dumps

{rows}

{date}.
"""

if __name__ == "__main__":
    main()
