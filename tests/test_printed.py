"""What checks really print shows the outcome that it is of, and no other."""

from pathlib import Path

import pytest

from kb.diagnosis.differential.outcomes import output_of
from kb.library import library

ROOT = Path(__file__).parents[1]
PRINTED = ROOT / "tests" / "printed"
TABLES, CONTENT = "tests/reading/tables/pasted", "content"
# Outputs that stand elsewhere: (check, outcome) -> files. An outcome of "nothing": the output shows none.
ELSEWHERE = {
    ("after-resume", "names-keys"): [f"{CONTENT}/checkpoint/checkpoint-size-mismatch/samples/reproduced.log"],
    ("after-resume", "names-ranks"): [
        f"{CONTENT}/deepspeed/zero-resume-world-size/samples/reproduced.log",
        f"{CONTENT}/deepspeed/zero-resume-world-size/samples/zero3-8-to-16.log",
    ],
    ("after-resume", "cannot-read"): [f"{CONTENT}/checkpoint/checkpoint-truncated-by-kill/samples/reproduced.log"],
    ("after-resume", "out-of-memory"): [
        f"{CONTENT}/checkpoint/resume-loads-optimizer-on-every-rank/samples/transformer-lm-8-gpus.log"
    ],
    ("bare-all-reduce", "error"): [f"{CONTENT}/nccl/nccl-shm-exhausted/samples/nccl-2.21-eight-h100.log"],
    ("checkpoint-grows", "no-room"): [f"{TABLES}/df-inodes-h.txt"],
    ("checkpoint-grows", "nothing"): [f"{TABLES}/df-blocks.txt", f"{TABLES}/df-inodes.txt"],
    ("evaluate-on-one", "does-not-load"): [
        f"{CONTENT}/checkpoint/checkpoint-size-mismatch/samples/peft-two-ranks-vocabulary.log"
    ],
    ("gpus-while-frozen", "all-idle"): [f"{TABLES}/smi-h100.txt", f"{TABLES}/smi-titan.txt"],
    ("gpus-while-frozen", "gpu-lost"): [f"{CONTENT}/driver/gpu-fallen-off-bus/samples/eight-gpu-node-one-missing.log"],
    ("gpus-while-frozen", "nothing"): [f"{TABLES}/smi-processes.txt", f"{TABLES}/query-nounits.txt"],
    ("kernel-log", "oom-kill"): [f"{TABLES}/dmesg-oom-t.txt", f"{TABLES}/oom-cgroup.txt", f"{TABLES}/syslog-oom.txt"],
    ("kernel-log", "xid-79"): [f"{TABLES}/dmesg-aer.txt"],
    ("kernel-log", "xid-memory"): [f"{TABLES}/dmesg-xids.txt"],
    ("kernel-log", "xid-nvlink"): [f"{CONTENT}/driver/nvlink-error/samples/kernel-xid-74.log"],
    ("kernel-log", "xid-program"): [f"{TABLES}/journal-xid.txt"],
    ("kernel-log", "mismatch"): [f"{CONTENT}/driver/nvml-driver-library-mismatch/samples/nvidia-smi-550-over-545.log"],
    ("kernel-log", "nothing"): [f"{CONTENT}/driver/nvlink-error/samples/kernel-blackwell-xid-45-after-149.log"],
    ("moving", "nothing"): ["tests/printed/where-do-the-ranks-stand/data-loader.txt"],
    ("nccl-first-lines", "no-interface"): [f"{CONTENT}/nccl/nccl-socket-ifname-wrong/samples/nccl-2.32-debug-info.log"],
    ("nccl-first-lines", "socket-beside-ib"): [
        f"{CONTENT}/nccl/nccl-ib-not-used-socket-fallback/samples/deepspeed-container-cannot-open.log"
    ],
    ("nccl-first-lines", "ib"): [f"{CONTENT}/nccl/nccl-topology-file-wrong/samples/azure-nc24ads-2024.log"],
    # "No device found" is what a container says that does not see the host's cards, too.
    ("nccl-first-lines", "nothing"): [
        f"{CONTENT}/nccl/nccl-ib-not-used-socket-fallback/samples/ngc-container-no-device.log"
    ],
    ("p2p-disabled", "shm-error"): [f"{CONTENT}/nccl/nccl-shm-exhausted/samples/kubernetes-2026-four-t4.log"],
    ("first-exit-code", "sigkill"): [f"{TABLES}/pod-error.txt"],
    ("scheduler-says", "failed"): [f"{TABLES}/sacct.txt"],
    ("scheduler-says", "stopped"): [f"{TABLES}/sacct-parsable.txt"],
    ("scheduler-says", "out-of-memory"): [f"{TABLES}/pod-oom.txt"],
    ("scheduler-says", "evicted"): [f"{CONTENT}/cluster/pod-evicted/samples/gke-2019-ephemeral-storage.log"],
    ("scheduler-says", "nothing"): [f"{TABLES}/scontrol.txt", f"{TABLES}/pod-running.txt", f"{TABLES}/pod-error.txt"],
    ("shm-room", "small"): [f"{TABLES}/df-blocks.txt"],
    ("shm-room", "nothing"): [f"{TABLES}/df-docker.txt", f"{TABLES}/df-grep.txt"],
    ("where-do-the-ranks-stand", "building"): [
        f"{CONTENT}/deepspeed/torch-extensions-lock/samples/torch-2.13-deepspeed-0.15-stack.log"
    ],
    ("where-do-the-ranks-stand", "at-exit"): [
        f"{CONTENT}/hangs/processes-hang-at-exit/samples/collected-torch-2.13-gloo.log"
    ],
    ("where-do-the-ranks-stand", "same-collective"): [
        f"{CONTENT}/parallel/pipeline-stage-init-hang/samples/collected-torch-2.13-gloo.log"
    ],
}
HERE = [(path.parent.name, path.name.split(".")[0], path) for path in sorted(PRINTED.glob("*/*.txt"))]
CASES = [*HERE, *((*key, ROOT / path) for key, paths in ELSEWHERE.items() for path in paths)]


@pytest.fixture(scope="module")
def checks():
    return library.current().catalogue.check_by_slug


@pytest.mark.parametrize(("slug", "outcome", "path"), CASES, ids=lambda value: str(getattr(value, "name", value)))
def test_an_output_shows_its_outcome_and_no_other(checks, slug, outcome, path):
    found = output_of(checks[slug], [("", path.read_bytes())])

    assert [seen.outcome.slug for seen in found.seen] == ([] if outcome == "nothing" else [outcome])


def test_every_check_that_shows_itself_has_an_output(checks):
    can = {slug for slug, check in checks.items() if any(outcome.shown_by for outcome in check.outcomes)}

    assert can == {slug for slug, _, _ in CASES}


def test_an_output_shows_nothing_that_another_check_would_contradict(checks):
    """Every output is read by every check that takes lines: it may show the same there, and never two outcomes."""
    for _, _, path in HERE:
        for check in checks.values():
            found = output_of(check, [("", path.read_bytes())])
            assert len(found.seen) < 2, (path.name, check.slug, [seen.text for seen in found.seen])
