"""One release's file → its texts on the shelf."""

from packaging.version import Version

from kb.atlas.released.file import File
from kb.atlas.released.index import connected
from kb.atlas.released.plan import Package
from kb.atlas.released.reader import read_release
from tests.atlas.package_index import wheel

PACKAGE = Package("W", ("w",), Version("1"), ("w/*.py", "w/*.so", "w/*.cpp"))
SOURCE = 'raise ValueError("never seen")'


def read(package_index, shelf, members, version="1.0", known=None) -> dict[str, list[str]]:
    name = f"w-{version}-py3-none-any.whl"
    package_index.files[name] = wheel(members)
    file = File(name, Version(version), f"{package_index.url}/files/{name}")
    with connected() as index:
        read_release(index.session, shelf, PACKAGE, "w", file, known)
    return {m.path: [x.text for x in m.texts.literals] for m in shelf.members("w", Version(version))}


def test_each_member_is_read_by_its_own_reader(package_index, shelf):
    members = {"w/a.py": SOURCE, "w/a.so": b"\0in the library\0", "w/a.cpp": 'f("in source")', "w/LICENSE": "no"}

    assert read(package_index, shelf, members) == {
        "w/a.py": ["never seen"],
        "w/a.so": ["in the library"],
        "w/a.cpp": ["in source"],
    }


def test_a_member_that_did_not_change_is_taken_from_its_neighbour(package_index, shelf):
    read(package_index, shelf, {"w/a.py": SOURCE})
    (member,) = shelf.members("w", Version("1.0"))
    marked = member.texts.__class__((member.texts.literals[0]._replace(where="from the neighbour"),))

    read(package_index, shelf, {"w/a.py": SOURCE}, "1.1", {(member.path, member.checksum): marked})

    (again,) = shelf.members("w", Version("1.1"))
    assert again.texts.literals[0].where == "from the neighbour"
