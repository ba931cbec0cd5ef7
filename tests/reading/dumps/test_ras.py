"""NCCL's RAS reports; the text is made up after the formats in src/ras/client_support.cc."""

import json

import pytest

from kb.reading.blocks import Blocks
from kb.reading.dumps.ras import KIND, read_json
from kb.reading.text.stretches import stretches

HEADER = """NCCL version 2.27.3+cuda12.9 compiled with CUDA 12.9
CUDA runtime version 12090, driver version 12090

Job summary
===========

  Nodes  Processes         GPUs  Processes     GPUs
(total)   per node  per process    (total)  (total)
      1          4            1          4        4

Communicators... (2.05s)
=============

Group     Comms     Nodes     Ranks     Ranks     Ranks    Status  Errors
    #  in group  per comm  per node  per comm  in group
      0         1         1         3         4         4   RUNNING  INCOMPLETE
"""
GONE = """
Errors
======

DEAD
  1 job process is considered dead (unreachable via the RAS network)
  Process 4711 on node 10.0.0.3 managing GPU 2

#0-0 (00c0ffee00c0ffee) INCOMPLETE
  Missing communicator data from 1 rank
  {missing}

"""
BEHIND = """Warnings
========

#0-0 (00c0ffee00c0ffee) MISMATCH
  Communicator ranks have different AllReduce operation counts
  3 ranks have launched up to operation 81
  Rank 1 has launched up to operation 80 -- GPU 1 managed by process 4710 on node 10.0.0.3

"""


def report(text):
    found = Blocks((KIND,), "")
    for stretch in stretches(text):
        found.add(stretch)
    found.finish()
    (block,) = found.found
    return block.said


def as_json(comma=","):
    counts = json.dumps({"AllReduce": 81})
    rank = f'{{"rank": 0, "host": "a", "pid": 1, "status": {{"async_error": 0}}, "collective_counts": {counts}}}'
    status = '{"unresponsive": true, "considered_dead": true}'
    gone = f'{{"rank": 1, "host": "b", "pid": 2, "nvml_dev": 1{comma}\n "status": {status}}}'
    return (
        '{\n  "nccl_version": "2.28.9",\n  "cuda_runtime_version": 13000,\n  "communicators": [\n'
        f'{{"hash": "0xabc", "size": 2, "ranks": [{rank}], "missing_ranks": [{gone}]}}],\n'
        '  "ras": {"timeouts_count": 2}\n}\n'
    )


@pytest.mark.parametrize(
    "missing", ["The missing rank: 2", "The missing rank:\n  Rank 2 -- GPU 2 managed by process 4711 on node 10.0.0.3"]
)
@pytest.mark.parametrize("header", [HEADER, ""], ids=["whole", "only its end"])
def test_the_text_names_the_dead_and_the_missing(header, missing):
    read = report(header + GONE.format(missing=missing))

    assert read.dead == [(4711, "10.0.0.3")]
    assert [communicator.missing for communicator in read.communicators] == [{2: "missing"}]


def test_the_text_tells_who_has_launched_less():
    (communicator,) = report(BEHIND).communicators

    assert communicator.counts == {"AllReduce": {1: 80}}
    assert communicator.many == {"AllReduce": [(3, 81)]}


AHEAD = """#0-0 (00c0ffee00c0ffee) MISMATCH
  Communicator ranks have different AllGather operation counts
  3 ranks have launched up to operation 640
  1 ranks have launched up to operation 641
  Rank 2 -- GPU 2 managed by process 4711 on node 10.0.0.3

"""


def test_ranks_that_the_text_only_counts_are_all_that_it_does_not_name():
    (communicator,) = report(HEADER + "\nErrors\n======\n\nWarnings\n========\n\n" + AHEAD).communicators

    assert communicator.size == 4
    assert communicator.counts == {"AllGather": {0: 640, 1: 640, 2: 641, 3: 640}}


def test_without_the_size_only_those_that_it_names():
    (communicator,) = report(AHEAD).communicators

    assert (communicator.size, communicator.counts) == (None, {"AllGather": {2: 641}})


@pytest.mark.parametrize("comma", [",", ""], ids=["as it should be", "as 2.28.9 writes it"])
def test_the_json_tells_the_same(comma):
    read = report(as_json(comma))
    (communicator,) = read.communicators

    assert (read.version, read.timeouts, read.dead) == ("2.28.9", 2, [(2, "b")])
    assert (communicator.size, communicator.counts, communicator.missing) == (2, {"AllReduce": {0: 81}}, {1: "dead"})


def test_other_json_is_none():
    assert read_json('{"nccl_version": "2.29.1", "communicators": 3}') is None
    assert read_json('{"nccl_version": ') is None
