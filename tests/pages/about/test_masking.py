"""The page that publishes the rules."""

from kb.masking.masker import RULES
from kb.pages.about.masking import masking_page


def test_every_rule_is_there_with_its_example_already_masked():
    page = masking_page()

    assert len(page.rules) == len(RULES)
    assert all("[masked]" in rule.example and rule.what and rule.pattern for rule in page.rules)


def test_it_is_served_and_linked(client):
    page = client.get("/masking/").content.decode()

    assert "Hugging Face tokens" in page and "hf_[masked]" in page
    assert '<a href="/masking/">' in client.get("/").content.decode()
