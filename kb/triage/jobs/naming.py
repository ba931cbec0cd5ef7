"""A log's name -> the job that it is of, as SLURM, torchrun, Kubernetes and people name their logs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from kb.triage.jobs.job import Place
from kb.triage.sources.names import plain_name

ENDING = r"\.(?:log|out|err|txt|stdout|stderr)(?:\.\d{1,3})?"
# torch/distributed/elastic/multiprocessing: mkdtemp(prefix=f"{run_id}_") / attempt_N / local rank / stdout.log
TORCHRUN = re.compile(
    r"(?P<folder>(?:.*/)?)(?P<run>[^/]+)_(?P<random>[a-z0-9_]{8})/attempt_(?P<attempt>\d+)/(?P<rank>\d+)/"
    r"(?P<name>std(?:out|err)\.log)",
)
# The run id that torchrun takes where nobody named one: two runs of that name are not one job.
NO_RUN_ID = "none"
# %j, %A_%a and a step's or task's number behind it, after a word that says what it is.
SLURM_FOLDER = re.compile(r"(?:.*/)?(?:slurm[-_]?)?job[-_]?(?P<id>\d{2,}(?:_\d+)?)/(?P<rest>.+)", re.IGNORECASE)
SLURM_FILE = re.compile(
    rf"(?:.*[-_.])?(?:slurm|job|jobid)[-_.]?(?P<id>\d{{2,}}(?:_\d+)?)(?:[-_.][\w.-]*?)?{ENDING}", re.IGNORECASE
)
# The same without such a word, as %x-%j.out and %j.err give it; a year's first digits would be a date.
SLURM_NUMBER = re.compile(r"(?:.*[-_.])?(?!(?:19|20)\d{6}(?!\d))(?P<id>\d{4,}(?:_\d+)?)\.(?:out|err)", re.IGNORECASE)
POD = re.compile(
    r"(?:.*/)?(?P<job>[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)-"
    r"(?P<role>(?:master|worker|launcher|chief|head|node|server|evaluator)s?)-(?P<index>\d+(?:-\d+)?)"
    rf"(?:-[a-z0-9]{{5}})?(?:_[-a-z0-9.]+)*{ENDING}",
)
# /var/log/pods/<namespace>_<pod>_<uid>/<container>/0.log
POD_FOLDER = re.compile(r"(?:.*/)?[-a-z0-9.]+_(?P<pod>[-a-z0-9.]+)_[-a-f0-9]{32,36}/[^/]+/\d+\.log")
NUMBERED = re.compile(
    r"(?P<before>.*?)(?P<what>local[-_]?rank|global[-_]?rank|rank|node|worker|host|proc|task|gpu)[-_.]?(?P<number>\d{1,5})"
    rf"(?!\d)(?P<after>.*?){ENDING}",
    re.IGNORECASE,
)
COLLECTED = re.compile(r"collect-(?P<host>.+?)(?:-\d{8}-\d{6})?\.txt")


def own_rule(pattern: re.Pattern[str]) -> Callable[[str], Place | None]:
    """A user's pattern with a group `job`, and perhaps `rank` and `node`, looked for anywhere in a name."""

    def rule(name: str) -> Place | None:
        found = pattern.search(name)
        told = {key: value or "" for key, value in found.groupdict().items()} if found else {}
        if not told.get("job"):
            return None
        return Place(told["job"], "pattern", told.get("rank", ""), told.get("node", ""))

    return rule


def torchrun(name: str) -> Place | None:
    found = TORCHRUN.fullmatch(name)
    if not found:
        return None
    run = found["run"] if found["run"] != NO_RUN_ID else f"{found['run']}_{found['random']}"
    return Place(found["folder"] + run, "torchrun", found["rank"], attempt=found["attempt"])


def slurm(name: str) -> Place | None:
    """A job's id alone names it, since its output and its errors may lie in two folders."""
    own_name = PurePosixPath(name).name
    found = SLURM_FOLDER.fullmatch(name) or SLURM_FILE.fullmatch(own_name) or SLURM_NUMBER.fullmatch(own_name)
    own = _numbered(own_name)
    return Place(found["id"], "slurm", own[1] if own else "") if found else None


def kubernetes(name: str) -> Place | None:
    """A pod is a node to its job: it holds the ranks of all its GPUs."""
    folder = POD_FOLDER.fullmatch(name)
    if found := POD.fullmatch(f"{folder['pod']}.log" if folder else name):
        return Place(found["job"], "kubernetes", node=f"{found['job']}-{found['role']}-{found['index']}")
    return Place(folder["pod"], "kubernetes", node=folder["pod"]) if folder else None


def ranks(name: str) -> Place | None:
    """rank0.log, run7_node3.out, collect-HOST.txt: one job a folder and a rest of the name."""
    path = PurePosixPath(name)
    if collected := COLLECTED.fullmatch(path.name):
        return Place(_folder(path), "ranks", node=collected["host"])
    found = _numbered(path.name)
    return Place(_folder(path.parent / found[0] / "x"), "ranks", found[1]) if found else None


def _folder(path: PurePosixPath) -> str:
    """Of a file that lies in no folder there is nothing to name a job by."""
    return path.parent.as_posix() if path.parent.name else "job"


def _numbered(name: str) -> tuple[str, str] | None:
    """(what is left of a name without its number, the rank). A node's number is no name: other jobs count anew."""
    found = NUMBERED.fullmatch(name)
    if not found or (found["before"] and found["before"][-1].isalnum()):
        return None
    rest = (found["before"].strip("-_.") + found["after"]).strip("-_.")
    return rest, found["number"] if found["what"].lower().endswith("rank") else ""


def alone(name: str) -> Place:
    """Nothing but its output and its errors belongs to it."""
    return Place(re.sub(rf"{ENDING}$", "", name, flags=re.IGNORECASE) or name, "file")


RULES = (torchrun, kubernetes, slurm, ranks)


def place(name: str, own: Callable[[str], Place | None] | None = None) -> Place:
    """The first rule that understands a name, the user's own before all others."""
    plain = plain_name(name)
    rules = (own, *RULES) if own else RULES
    return next((found for rule in rules if (found := rule(plain))), None) or alone(plain)
