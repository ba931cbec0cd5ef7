"""Pages of real entries in a real browser: code that is read to its end, and the search box."""

from __future__ import annotations

import pytest
from django.conf import settings
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import url_contains
from selenium_axe_python import Axe

from tests.browser.conftest import resize, served
from tests.browser.test_pages import one, wait

# Every so many of all entries, by name.
STEP = 25
COVERED = """
return [...document.querySelectorAll(".copy")].filter(button => {
  const own = button.getBoundingClientRect();
  const pre = button.closest(".highlight, .beside").querySelector("pre");
  const range = document.createRange();
  range.selectNodeContents(pre);
  return [...range.getClientRects()].some(text => text.width && text.left < own.right && own.left < text.right
    && text.top < own.bottom && own.top < text.bottom);
}).length
"""
BLOCKS = "return [...document.querySelectorAll('main pre')].map(pre => pre.scrollWidth > pre.clientWidth + 1)"


@pytest.fixture(scope="module")
def everything():
    """A server over the real content."""
    with served(settings.CONTENT_DIR, seconds=180) as address:
        yield address


@pytest.fixture(scope="module")
def sample():
    slugs = sorted(path.parent.name for path in settings.CONTENT_DIR.glob("*/*/entry.md"))
    return [f"/failures/{slug}/" for slug in slugs[::STEP]]


@pytest.mark.parametrize("width", [375, 768, 1280])
def test_no_button_covers_code_and_hardly_any_block_is_cut(browser, everything, sample, width):
    resize(browser, width)
    blocks, covered = [], []
    for page in sample:
        browser.get(f"{everything}{page}")
        covered += [page] * browser.execute_script(COVERED)
        blocks += browser.execute_script(BLOCKS)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, page
    assert len(blocks) > 5 * len(sample)
    assert covered == []
    assert sum(blocks) <= 0.05 * len(blocks)


def test_a_phone_has_the_contents_folded(browser, everything, sample):
    resize(browser, 375)
    browser.get(f"{everything}{sample[0]}")
    contents = one(browser, ".contents-small")
    assert not one(browser, "nav.contents").is_displayed()
    contents.find_element(By.TAG_NAME, "summary").click()
    contents.find_element(By.LINK_TEXT, "Fix").click()
    wait(browser, url_contains("#fix"))


def test_a_slash_goes_to_the_search_and_typing_lists_entries(browser, everything):
    browser.get(f"{everything}/failures/")
    one(browser, "body").send_keys("/")
    field = browser.switch_to.active_element
    assert field.get_attribute("id") == "find"
    field.send_keys("duplicate gpu")
    wait(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, ".found li"))
    assert field.get_attribute("aria-expanded") == "true"
    field.send_keys(Keys.ARROW_DOWN)
    assert field.get_attribute("aria-activedescendant") == "found-0"
    field.send_keys(Keys.ENTER)
    wait(browser, url_contains("/failures/nccl-duplicate-gpu/"))


@pytest.mark.parametrize("width", [375, 1280])
def test_the_list_stays_on_the_page(browser, everything, width):
    resize(browser, width)
    browser.get(f"{everything}/")
    one(browser, "#find").send_keys("nccl")
    wait(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, ".found li"))
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width


def test_escape_closes_the_list_and_enter_searches(browser, everything):
    browser.get(f"{everything}/failures/")
    field = one(browser, "#find")
    field.send_keys("nccl")
    wait(browser, lambda _: browser.find_elements(By.CSS_SELECTOR, ".found li"))
    field.send_keys(Keys.ESCAPE)
    assert not one(browser, ".found").is_displayed()
    field.send_keys(Keys.ENTER)
    wait(browser, url_contains("/search?q=nccl"))


OPEN_ALL = "document.querySelectorAll('details').forEach(fold => fold.open = true)"
RULE = {"runOnly": {"type": "rule", "values": ["scrollable-region-focusable", "aria-allowed-role"]}}


@pytest.mark.parametrize("root", ["", "/zh"], ids=["English", "Chinese"])
def test_whatever_scrolls_on_a_narrow_screen_can_be_reached_by_keyboard(browser, everything, sample, root):
    resize(browser, 320)
    for page in (*sample[::4], "/guides/which-versions-go-together/", "/coverage/"):
        browser.get(f"{everything}{root}{page}")
        browser.execute_script(OPEN_ALL)
        axe = Axe(browser)
        axe.inject()
        found = [node["target"] for broken in axe.run(options=RULE)["violations"] for node in broken["nodes"]]
        assert found == [], page
        assert browser.execute_script("return [...document.querySelectorAll('[role=group]')].every(b => b.ariaLabel)")
