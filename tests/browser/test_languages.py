"""Every kind of page in both languages: it says so, says nothing in the other, fits a phone, and axe finds nothing."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.by import By
from selenium_axe_python import Axe

from tests.browser.conftest import by_night, resize
from tests.browser.test_box import SENT, chips, drop
from tests.browser.test_pages import complaints, fill, one, paste, wait
from tests.shelf import LOG, UNKNOWN_LOG

PAGES = [
    "/",
    "/failures/",
    "/failures/duplicate-gpu/",
    "/areas/nccl/",
    "/guides/",
    "/guides/reading-a-log/",
    "/checks/",
    "/checks/processes-per-gpu/",
    "/coverage/",
    "/masking/",
    "/api/",
    "/contributing/",
    "/search?q=gpu",
    "/search",
    "/differential/",
    "/nope/",
]
LANGUAGES = {"en": "", "zh-Hans": "/zh"}
# What a reader sees or hears, without what is marked as being in another language, and without what programs print.
OWN_TEXT = """
// Between the first part of a title and the last stands an entry's message.
const page = document.documentElement, parts = document.title.split(' · '), told = [parts[0], parts.at(-1)];
const foreign = node => node.closest('code, pre, kbd, script, style, .log, .cited, textarea, .brand')
  || node.closest('[lang]').lang !== page.lang;
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) if (!foreign(walk.currentNode.parentElement)) told.push(walk.currentNode.textContent);
for (const node of document.querySelectorAll('[aria-label], [title], [placeholder]'))
  if (!foreign(node) && node.tagName !== 'TEXTAREA') told.push(node.ariaLabel, node.title, node.placeholder);
return told.filter(Boolean).join('\\n');
"""
# How much one of the browser's own databases holds.
LEFT_BEHIND = """
const [name, done] = arguments, opening = indexedDB.open(name);
opening.onsuccess = () => {
  const found = opening.result.transaction('moving').objectStore('moving').count();
  found.onsuccess = () => done(found.result);
};
"""
CHINESE = re.compile("[\\u4e00-\\u9fff]")
ENGLISH = re.compile(r"\b(?:the|is|of|and|that|this|it|to|for|are|what|which|no|by)\b", re.IGNORECASE)


@pytest.fixture
def browser(browser):
    browser.delete_all_cookies()
    yield browser
    browser.delete_all_cookies()


def own_text(browser) -> str:
    return browser.execute_script(OWN_TEXT)


def all_kinds(browser, site, root):
    """Opens one page of each kind, those that answer a paste among them; yields what it is."""
    for page in PAGES:
        browser.get(f"{site}{root}{page}")
        yield page
    for name, text in (("known", LOG), ("unknown", UNKNOWN_LOG), ("refused", "https://example.org/train.log")):
        paste(browser, f"{site}{root}", text)
        yield name


@pytest.mark.parametrize("tag, root", LANGUAGES.items(), ids=LANGUAGES)
def test_a_page_speaks_one_language(browser, site, tag, root):
    for page in all_kinds(browser, site, root):
        assert one(browser, "html").get_attribute("lang") == tag, page
        told = own_text(browser)
        assert len(told) > 40, page
        other = (ENGLISH if tag == "zh-Hans" else CHINESE).findall(told)
        assert other == [], (page, [line for line in told.split("\n") if any(word in line for word in other)])


@pytest.mark.parametrize("tag, root", LANGUAGES.items(), ids=LANGUAGES)
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_axe_finds_nothing(browser, site, tag, root, night):
    by_night(browser, night)
    for page in all_kinds(browser, site, root):
        axe = Axe(browser)
        axe.inject()
        found = axe.run()["violations"]
        told = [(broken["id"], node["target"], node["html"][:120]) for broken in found for node in broken["nodes"]]
        assert told == [], page


@pytest.mark.parametrize("width", [320, 375])
def test_chinese_fits_a_phone(browser, site, width):
    resize(browser, width)
    for page in all_kinds(browser, site, "/zh"):
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, page


def test_the_switch_stays_on_the_page_and_is_remembered(browser, site):
    browser.get(f"{site}/failures/?kind=error")
    one(browser, ".language button").click()
    wait(browser, lambda _: browser.current_url == f"{site}/zh/failures/?kind=error")
    assert [cookie["name"] for cookie in browser.get_cookies()] == ["language"]

    browser.get(f"{site}/")
    assert browser.current_url == f"{site}/zh/"
    one(browser, ".language button").click()
    wait(browser, lambda _: browser.current_url == f"{site}/")


def test_the_switch_takes_along_what_is_in_the_box_and_leaves_nothing_behind(browser, site):
    browser.get(f"{site}/")
    fill(browser, LOG)
    drop(browser, ("rank0.log", "fine\n"), ("rank1.log", LOG))
    wait(browser, lambda _: len(chips(browser)) == 2)
    browser.execute_script("document.getElementById('good-text').value = 'all is well'")
    one(browser, ".language button").click()
    wait(browser, lambda _: browser.current_url == f"{site}/zh/" and chips(browser))
    assert one(browser, "#text").get_property("value") == LOG
    assert browser.execute_script(SENT) == [["rank0.log", 5], ["rank1.log", len(LOG.encode())]]
    assert one(browser, "#good-text").get_property("value") == "all is well"
    assert one(browser, "#good-text").is_displayed()
    assert one(browser, ".status").text.startswith("待发送")
    browser.get(f"{site}/zh/")
    assert one(browser, "#text").get_property("value") == ""
    assert browser.execute_async_script(LEFT_BEHIND, "box") == 0
    assert complaints(browser) == []


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_the_switch_of_an_answer_keeps_the_answer(browser, site, scripts):
    paste(browser, site, LOG)
    lines = one(browser, ".log").text
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not scripts})
    one(browser, ".language button").click()
    wait(browser, lambda _: browser.current_url.partition("?")[0] == f"{site}/zh/match")
    assert one(browser, ".answer h1").text == "中文标题"
    assert one(browser, ".log").text == lines


def test_every_link_of_a_chinese_page_leads_to_a_chinese_page(browser, site):
    for page in all_kinds(browser, site, "/zh"):
        links = [link.get_attribute("href") for link in browser.find_elements(By.CSS_SELECTOR, "main a, header a")]
        files = re.compile(r"\.\w+$")
        own = {link for link in links if link.startswith(f"{site}/") and not link.startswith(f"{site}/zh/")}
        own = {link for link in own if not files.search(link)}
        assert own == set(), page


def test_what_the_script_says_is_chinese_too(browser, site):
    browser.get(f"{site}/zh/")
    one(browser, ".main-button").click()
    assert one(browser, ".status").text == "输入框是空的：请粘贴日志，或选择日志文件。"
    browser.get(f"{site}/zh/failures/duplicate-gpu/")
    assert one(browser, "section[aria-labelledby=fix] .copy").get_attribute("textContent") == "复制"
