"""Content → what the atlas looks for."""

from packaging.version import Version

from kb.atlas.finding.wanted import LINE, NAME, names_in, wanted
from kb.atlas.released.plan import Package
from kb.catalogue.loading.loader import load
from tests.contents import edit, write_entry

PACKAGES = [
    Package("torch", ("torch",), Version("2"), (), called=("PyTorch",)),
    Package("NCCL", ("nccl",), Version("2"), ()),
]


def names(root, versions: str) -> dict[str, frozenset[str]]:
    path = write_entry(root, "cold-widget", line="widget <int> is cold today")
    edit(path, "All versions behave in this way.", versions)
    return {item.text: item.packages for item in wanted(load(root), PACKAGES) if item.kind == NAME}


def test_every_line_of_a_signature_is_looked_for_in_every_package(content):
    write_entry(content, "cold-widget", line="widget <int> is cold today")
    (line,) = (item for item in wanted(load(content), PACKAGES) if item.kind == LINE)

    assert (line.text, line.packages) == ("widget <int> is cold today", frozenset())


def test_a_name_beside_a_version_is_looked_for_in_the_packages_named_there(content):
    found = names(content, "PyTorch 2.4 added `device_id`. \n\nNCCL 2.24 has `ncclCommShrink`.")

    assert found == {"device_id": frozenset({"torch"}), "ncclCommShrink": frozenset({"NCCL"})}


def test_who_reads_a_variable_is_a_question_to_all_packages(content):
    assert names(content, "PyTorch 2.2 renamed it to TORCH_NCCL_BLOCKING_WAIT.") == {
        "TORCH_NCCL_BLOCKING_WAIT": frozenset()
    }


def test_names_are_variables_flags_dotted_names_and_identifiers_in_code():
    text = (
        "NCCL_DEBUG, `--nproc-per-node=2`, `torch.cuda.set_device(rank)`, `find_unused_parameters`; `init.py`, `rank`"
    )

    assert names_in(text) == {"NCCL_DEBUG", "--nproc-per-node", "torch.cuda.set_device", "find_unused_parameters"}
