"""Which probes, in which order: cheap and harmless ones first, native stacks last and only on request."""

from kb.collect import plan
from kb.collect.job import Job, Process


def process(pid, rank, role="rank", name="python"):
    return Process(pid, 1, 0, name, 1000.0, ["python"], {"RANK": str(rank)}, role=role)


TWO = Job([process(10, 0), process(11, 1), process(12, 0, "worker"), process(9, 0, "launcher")], [])


def headings(job=TWO, **wishes):
    return [probe.heading for probe in plan.probes(job, plan.Wishes(**wishes))]


def test_what_already_runs_in_the_job_is_asked_first_and_stacks_after_it():
    order = [h.split(" pid=")[0].split(" address=")[0] for h in headings()]

    assert list(dict.fromkeys(order))[:4] == ["NCCL RAS text", "NCCL RAS json", "process", "py-spy dump"]


def test_what_moves_is_sampled_twice():
    first = {h.removesuffix(" sample=1") for h in headings() if h.endswith("sample=1")}
    second = {h.removesuffix(" sample=2") for h in headings() if h.endswith("sample=2")}

    assert first == second
    assert {"process pid=10 rank=0", "py-spy dump pid=12 rank=0 role=worker"} <= first


def test_native_stacks_and_the_recorders_pipe_only_on_request():
    assert not [h for h in headings() if "native" in h or "pipe" in h]
    assert headings(native=True)[-1] == "py-spy dump native pid=11 rank=1"
    assert "flight recorder pipe pid=10 rank=0" in headings(ask_recorder=True)


def test_only_probes_that_stop_nothing_come_before_the_native_ones():
    probes = plan.probes(TWO, plan.Wishes(native=True))

    assert {p.turn for p in probes if "native" in p.heading} == {3}
    assert all(p.turn < 3 for p in probes if "native" not in p.heading)


def test_of_many_loader_workers_a_few_and_the_rest_is_said():
    many = Job([process(10, 0), *(process(100 + n, 0, "worker") for n in range(50))], [])

    assert sum("role=worker" in h and h.startswith("process") for h in headings(many)) == 2 * plan.WORKERS_A_RANK
    assert plan.left_out(many)[0].startswith("48 process(es) have no sections of their own: 102, ")


def test_the_machine_is_looked_at_without_any_job():
    assert {"machine", "nvidia-smi", "df", "flight recorder dumps"} <= set(headings(Job([], [])))


def test_without_a_job_the_kernels_whole_log_is_of_no_interest_but_its_faults_are():
    assert [h for h in headings(Job([], [])) if h.startswith("dmesg")] == ["dmesg before the job began"]


def test_of_a_job_that_has_ended_what_does_not_need_it_alive():
    ended = headings(Job(TWO.processes, [], ended=True))

    assert "environment pid=10 rank=0" in ended and "flight recorder dump pid=10 rank=0" in ended
    assert not [h for h in ended if h.startswith(("py-spy", "process", "NCCL RAS", "limits", "torch debug"))]


def test_every_heading_is_there_once():
    assert len(set(headings(native=True, ask_recorder=True))) == len(headings(native=True, ask_recorder=True))
