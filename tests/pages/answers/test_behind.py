"""What was behind the answer's proof in public reports, as a page shows it."""

from kb.diagnosis.doubt.behind import Behind
from kb.language import speaking
from kb.pages.answers.behind import behind_view


def test_each_has_its_title_its_address_and_its_reports(catalogue):
    entry = catalogue.by_slug["nccl-shm-exhausted"]
    found = Behind(20, 8, named=((entry, 4),))
    assert behind_view(found).named == ((entry.title, entry.url, 4),)
    with speaking("zh"):
        assert behind_view(found).named == ((entry.front.zh.title, f"/zh{entry.url}", 4),)
