"""Versions are read from the files of the job's own environment; nothing is imported."""

import pytest

from kb.collect import job
from kb.collect.probes.process import versions
from kb.collect.running.attempts import Absent


def packages(folder, **names):
    for name, version in names.items():
        (folder / f"{name}-{version}.dist-info").mkdir(parents=True)


def test_the_packages_of_the_environment_that_the_job_names(ranks, tmp_path):
    site = tmp_path / "venv/lib/python3.11/site-packages"
    packages(site, torch="2.13.0+cu128", nvidia_nccl_cu12="2.27.5", requests="2.0", flash_attn="2.8.1")
    (site / "torch").mkdir()
    (site / "torch/version.py").write_text(
        "__version__ = '2.13.0+cu128'\ncuda: Optional[str] = '12.8'\ndebug = False\n"
    )
    process = job.read(ranks.start(0, VIRTUAL_ENV=tmp_path / "venv").pid)
    lines = versions.show(process).splitlines()

    assert {"torch==2.13.0+cu128", "nvidia-nccl-cu12==2.27.5", "flash-attn==2.8.1", "torch.version.cuda: 12.8"} <= set(
        lines
    )
    assert "requests==2.0" not in lines


def test_a_process_that_may_not_be_looked_into_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(versions, "PROC", tmp_path)

    with pytest.raises(Absent, match="no packages found for not readable: No such file"):
        versions.show(job.Process(7, 1, 0, "python", 0.0, ["python"]))


def test_the_libraries_that_are_loaded_count_more(tmp_path, monkeypatch):
    packages(tmp_path / "site", torch="2.9.0")
    loaded = tmp_path / "site/torch/lib/libtorch_cpu.so"
    (tmp_path / "7").mkdir()
    (tmp_path / "7/maps").write_text(f"7f00-7f01 r-xp 00000000 08:01 99   {loaded}\n7f02-7f03 rw-p 0 00:00 0\n")
    monkeypatch.setattr(versions, "PROC", tmp_path)
    text = versions.show(job.Process(7, 1, 0, "python", 0.0, variables={"VIRTUAL_ENV": "/elsewhere"}))

    assert "torch==2.9.0" in text and f"loaded: {loaded}" in text
