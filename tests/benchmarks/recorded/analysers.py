"""Whom torch's own analyser, and NVIDIA's where it is there, name in folders of dumps; runs where torch is.

    python analysers.py FOLDER [NVRX]     FOLDER/*/_dump_RANK -> JSON {folder: {analyser: [ranks], or a word why not}}

NVRX is a folder into which the wheel of nvidia-resiliency-ext (0.7.0) was unpacked.
"""

import contextlib
import io
import json
import logging
import re
import sys
from pathlib import Path

from torch.distributed.flight_recorder import fr_trace

MISSING, CULPRIT = re.compile(r"missing ranks: \{([^}]*)\}"), re.compile(r"Culprit rank (\d+)")


def by_torch(folder):
    """Everybody it calls missing or a culprit."""
    told = printed(lambda: fr_trace.main([str(folder), "-p", "_dump_", "--allow-incomplete-ranks"]))
    missing = {int(rank) for group in MISSING.findall(told) for rank in group.split(",") if rank.strip()}
    return sorted(missing | {int(rank) for rank in CULPRIT.findall(told)})


def by_nvidia(folder):
    """The ranks of its own table, read by its own function."""
    from nvidia_resiliency_ext.attribution.trace_analyzer import fr_attribution

    options = fr_attribution.argparse.Namespace(
        fr_path=str(folder), pattern="_dump_*", verbose=False, health_check=False, debug=False, emit_stdout=False
    )
    result = fr_attribution.CollectiveAnalyzer(options).run_sync(options)
    payload = result[0] if isinstance(result, tuple) else result
    text = payload.get("analysis_text", "") if isinstance(payload, dict) else str(payload)
    return sorted(fr_attribution._extract_missing_ranks_from_table(text))


def printed(call):
    """What it prints and logs."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    logging.getLogger().addHandler(handler)
    loggers = [logging.getLogger(name) for name in list(logging.root.manager.loggerDict)]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            call()
    finally:
        for logger in (logging.getLogger(), *loggers):
            logger.removeHandler(handler)
    return out.getvalue()


def tried(analyser, folder):
    try:
        return analyser(folder)
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {error}"[:100]


def main():
    analysers = {"torch": by_torch}
    if len(sys.argv) > 2:
        sys.path.insert(0, sys.argv[2])
        analysers["nvidia"] = by_nvidia
    folders = sorted(path for path in Path(sys.argv[1]).iterdir() if path.is_dir())
    told = {folder.name: {name: tried(own, folder) for name, own in analysers.items()} for folder in folders}
    sys.__stdout__.write(json.dumps(told))


if __name__ == "__main__":
    main()
