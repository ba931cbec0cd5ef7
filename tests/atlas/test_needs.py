"""What releases require of each other: chosen, kept, shown."""

from django.conf import settings
from packaging.version import Version

from kb.atlas import needs
from kb.atlas.needs import Asked, Needs, pairs, ranges
from kb.atlas.released.index import connected
from tests.atlas.package_index import wheel

V = Version
FOUND = [
    Needs("accelerate", V("1.0.0"), ">=3.8", {"torch": ">=1.10.0"}),
    Needs("accelerate", V("1.1.0"), ">=3.8", {"torch": ">=1.10.0"}),
    Needs("accelerate", V("1.2.0"), ">=3.9", {"torch": ">=2.0.0"}),
    Needs("torch", V("2.8.0"), ">=3.9.0", {"nvidia-nccl-cu12": "==2.27.3", "triton": "==3.4.0"}),
    Needs("torch", V("2.9.0"), ">=3.10", {"nvidia-nccl-cu12": "==2.27.5"}),
    Needs("torchvision", V("0.23.0"), ">=3.9", {"torch": "==2.8.0"}),
    Needs("vllm", V("0.11.0"), ">=3.9", {"torch": "==2.8.0"}),
    Needs("vllm", V("0.11.1"), ">=3.9", {"torch": "==2.8.0"}),
]


def test_all_releases_or_the_newest_patch_of_each_minor_are_read():
    releases = list(map(V, ["0.9", "1.0.0", "1.0.1", "1.1.0"]))

    assert Asked("w", V("1.0"), (), every=True).chosen(releases) == list(map(V, ["1.0.0", "1.0.1", "1.1.0"]))
    assert Asked("w", V("1.0"), ()).chosen(releases) == list(map(V, ["1.0.1", "1.1.0"]))


def test_a_release_of_the_core_stands_with_what_it_pins_and_who_pins_it():
    head, _, *rows = pairs(FOUND).splitlines()

    assert head == "| torch | Python | NCCL | triton | torchvision | torchaudio | vllm |"
    assert rows == [
        "| 2.9.0 | >=3.10 | 2.27.5 |  |  |  |  |",
        "| 2.8.0 | >=3.9.0 | 2.27.3 | 3.4.0 | 0.23.0 |  | 0.11.0 – 0.11.1 |",
    ]


def test_neighbours_that_ask_the_same_are_one_row():
    assert ranges(FOUND).splitlines()[2:] == [
        "| accelerate | 1.2.0 | >=3.9 | torch>=2.0.0 |",
        "| accelerate | 1.0.0 – 1.1.0 | >=3.8 | torch>=1.10.0 |",
    ]


def test_what_is_written_is_read_back_and_shown_in_both_languages(tmp_path):
    (tmp_path / "guides").mkdir()
    empty = "before\n<!-- pairs -->\n\n\n<!-- /pairs -->\n<!-- ranges -->\n\n\n<!-- /ranges -->\nafter\n"
    guides = [tmp_path / needs.GUIDE.format(language) for language in ("", ".zh")]
    for guide in guides:
        guide.write_text(empty)

    needs.save(reversed(FOUND), tmp_path)
    needs.save(needs.load(tmp_path), tmp_path)

    assert needs.load(tmp_path) == FOUND
    english, chinese = (guide.read_text() for guide in guides)
    assert pairs(FOUND) in english and pairs(FOUND) in chinese
    assert english.count("| accelerate |") == 2 and "| 包 | 版本 |" in chinese
    assert english.startswith("before\n") and english.endswith("after\n")


def test_only_what_is_not_known_is_asked_for(package_index, tmp_path):
    for version in ("1.0", "1.1"):
        metadata = (
            f"Metadata-Version: 2.1\nName: w\nVersion: {version}\nRequires-Dist: torch>=2\nRequires-Dist: numpy\n"
        )
        name = f"w-{version}-py3-none-any.whl"
        package_index.files[name] = wheel({f"w-{version}.dist-info/METADATA": metadata})
    known = [Needs("w", V("1.0"), "", {"torch": ">=1"})]
    with connected() as index:
        asked = [Asked("w", V("1.0"), ("torch",))]
        found = needs.read(index.session, asked, index.files, known, lambda text: None)

    assert found == [*known, Needs("w", V("1.1"), "", {"torch": ">=2"})]
    assert {name for name, _ in package_index.asked} == {"w-1.1-py3-none-any.whl"}


def test_the_real_tables_are_those_of_the_kept_data():
    found = needs.load(settings.CONTENT_DIR)
    for language, headings in needs.HEADINGS.items():
        text = (settings.CONTENT_DIR / needs.GUIDE.format(language)).read_text(encoding="utf-8")

        assert pairs(found) in text and ranges(found, headings) in text
