"""content/atlas.yaml → which releases and which members are read."""

from django.conf import settings
from packaging.version import Version

from kb.atlas.released.file import File
from kb.atlas.released.plan import Package, best_file, chosen, load, package_called

V = Version


def package(**values) -> Package:
    defaults = {"name": "torch", "distributions": ("torch",), "since": V("2.0"), "members": ("torch/*.py",)}
    return Package(**{**defaults, **values})


def strings(versions) -> list[str]:
    return [str(version) for version in versions]


def test_the_first_and_newest_patch_of_each_minor_are_read_the_newest_ones_first():
    releases = map(V, ["1.9.0", "2.0.0", "2.0.1", "2.1.0", "2.1.1", "2.1.2"])

    assert strings(chosen(package(), releases)) == ["2.1.2", "2.0.1", "2.1.0", "2.0.0"]


def test_both_sides_of_a_stated_boundary_are_read():
    releases = list(map(V, ["2.1.0", "2.1.1", "2.1.2", "2.1.3"]))

    assert strings(chosen(package(), releases, [V("2.1.2")])) == ["2.1.3", "2.1.2", "2.1.1", "2.1.0"]


def test_every_release_is_read_where_the_plan_says_so():
    releases = list(map(V, ["2.1.0", "2.1.1", "2.1.2"]))

    assert strings(chosen(package(every=True), releases)) == ["2.1.2", "2.1.1", "2.1.0"]


def test_members_are_chosen_by_pattern():
    some = package(members=("torch/*.py", "torch/lib/*.so"), skip=("torch/testing/*",))

    assert some.wants("torch/distributed/run.py") and some.wants("torch/lib/libtorch_cpu.so")
    assert not some.wants("torch/testing/util.py") and not some.wants("functorch/x.py")


def names(*files: str) -> list[File]:
    return [File(name, V("2.0"), "") for name in files]


def test_a_wheel_for_linux_and_the_newest_python_is_preferred():
    files = names(
        "torch-2.0-cp39-cp39-manylinux_2_28_x86_64.whl",
        "torch-2.0-cp310-cp310-manylinux_2_28_x86_64.whl",
        "torch-2.0-cp310-cp310t-manylinux_2_28_x86_64.whl",
        "torch-2.0-cp311-cp311-win_amd64.whl",
        "torch-2.0-cp312-cp312-manylinux_2_28_aarch64.whl",
    )

    assert best_file(files).name == "torch-2.0-cp310-cp310-manylinux_2_28_x86_64.whl"


def test_a_wheel_for_any_platform_is_preferred_to_all_and_an_sdist_to_another_platform():
    assert best_file(names("w-2.0.tar.gz", "w-2.0-py3-none-any.whl")).name == "w-2.0-py3-none-any.whl"
    assert best_file(names("w-2.0.tar.gz", "w-2.0-cp39-cp39-win_amd64.whl")).name == "w-2.0.tar.gz"


def test_the_real_plan_is_sound_and_knows_what_entries_call_packages():
    packages = load(settings.CONTENT_DIR)

    assert package_called("PyTorch", packages).name == "torch"
    assert package_called("nccl", packages).distributions
    assert package_called("Docker", packages) is None
