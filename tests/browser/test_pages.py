"""The site as a person meets it: a real browser, a real server, the real matcher."""

from __future__ import annotations

import pytest
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.expected_conditions import url_contains
from selenium.webdriver.support.wait import WebDriverWait

from tests.browser.conftest import by_night, resize
from tests.shelf import LOG, UNKNOWN_LOG

PAGES = [
    "/",
    "/failures/",
    "/failures/duplicate-gpu/",
    "/areas/nccl/",
    "/guides/",
    "/guides/reading-a-log/",
    "/search?q=gpu",
]
DROP = """
const data = new DataTransfer();
for (const [name, text] of arguments[0]) data.items.add(new File([text], name));
document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
"""
FORBIDDEN = """
return performance.getEntriesByType("resource").map(e => e.name).filter(name => !name.startsWith(location.origin))
"""


def wait(browser, condition):
    # An element found on the page before is gone by the time that it is asked for its text.
    return WebDriverWait(browser, 10, ignored_exceptions=[StaleElementReferenceException]).until(condition)


def one(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def fill(browser, text):
    # Typing a log key by key takes seconds; a paste is one event.
    browser.execute_script("arguments[0].value = arguments[1]", one(browser, "#text"), text)


def paste(browser, site, text):
    browser.get(f"{site}/")
    fill(browser, text)
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))


def complaints(browser):
    return [entry["message"] for entry in browser.get_log("browser")]


def test_a_paste_leads_to_the_entry_and_its_fix(browser, site):
    paste(browser, site, LOG)
    assert "Two ranks on one GPU" in one(browser, "h1").text
    one(browser, ".answer h1 a").click()
    wait(browser, url_contains("/failures/duplicate-gpu/"))
    assert one(browser, "#fix").is_displayed()
    assert complaints(browser) == []


def test_a_line_number_leads_to_the_line_in_the_log(browser, site):
    paste(browser, site, LOG)
    one(browser, ".cited a.number").click()
    target = browser.execute_script("return document.querySelector(':target').textContent")
    assert "Duplicate GPU detected" in target


@pytest.mark.parametrize("key", [Keys.CONTROL, Keys.META], ids=["ctrl", "cmd"])
def test_the_keyboard_sends_the_form(browser, site, key):
    browser.get(f"{site}/")
    fill(browser, LOG)
    one(browser, "#text").send_keys(key, Keys.ENTER)
    wait(browser, url_contains("/match"))


def test_files_dropped_anywhere_are_ready_to_send(browser, site):
    browser.get(f"{site}/")
    browser.execute_script(DROP, [["rank0.log", "fine\n" * 20], ["rank1.log", LOG]])
    assert "rank0.log, rank1.log" in one(browser, ".status").text
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    assert "rank1.log" in one(browser, ".cited").text


def test_the_empty_box_says_so_without_a_round_trip(browser, site):
    browser.get(f"{site}/")
    one(browser, ".main-button").click()
    assert "empty" in one(browser, ".status").text
    assert browser.current_url == f"{site}/"
    assert one(browser, ".status").get_attribute("aria-live") == "polite"


def test_without_scripts_the_same_answer_comes(browser, site):
    browser.get(f"{site}/")
    fill(browser, LOG)
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.refresh()
    assert not one(browser, ".keys").is_displayed()
    one(browser, "#text").send_keys(LOG.splitlines()[2])
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    assert "Two ranks on one GPU" in one(browser, "h1").text


def test_markup_in_a_log_is_shown_not_run(browser, site):
    evil = "<script>document.title='gone'</script><img src=x onerror=document.title='gone'>"
    paste(browser, site, f"{UNKNOWN_LOG}ValueError: {evil}\n")
    assert evil in one(browser, ".log").text
    assert browser.title.startswith("No known failure")
    assert complaints(browser) == []


def test_copying_gives_the_code_without_the_button(browser, site):
    browser.get(f"{site}/failures/duplicate-gpu/")
    browser.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    button = one(browser, "section[aria-labelledby=fix] .copy")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center', behavior: 'instant'})", button)
    button.click()
    wait(browser, lambda _: button.text == "Copied")
    copied = browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied == "torch.cuda.set_device(local_rank)  # <b>not bold</b>"


@pytest.mark.parametrize("width", [375, 1280])
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
def test_no_page_is_wider_than_its_screen(browser, site, width, night):
    resize(browser, width)
    by_night(browser, night)
    for page in PAGES:
        browser.get(f"{site}{page}")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width, page
    paste(browser, site, LOG + "x" * 5000 + "\n")
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    assert complaints(browser) == []


def test_night_is_dark(browser, site):
    by_night(browser, True)
    browser.get(f"{site}/")
    assert one(browser, "body").value_of_css_property("background-color") == "rgba(14, 20, 19, 1)"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_landmarks_one_heading_and_names_for_its_fields(browser, site, page):
    browser.get(f"{site}{page}")
    for landmark in ("header", "main", "footer", "nav[aria-label]"):
        assert one(browser, landmark)
    assert len(browser.find_elements(By.TAG_NAME, "h1")) == 1
    nameless = "return [...document.querySelectorAll('input, textarea')].filter(field => !field.labels.length).length"
    assert browser.execute_script(nameless) == 0
    doubled = "const ids = [...document.querySelectorAll('[id]')].map(e => e.id); return ids.length - new Set(ids).size"
    assert browser.execute_script(doubled) == 0


def test_the_first_tab_skips_to_the_content(browser, site):
    browser.get(f"{site}/failures/")
    one(browser, "body").send_keys(Keys.TAB)
    focused = browser.switch_to.active_element
    assert focused.text == "Skip to the content"
    focused.send_keys(Keys.ENTER)
    assert browser.switch_to.active_element.get_attribute("id") == "main"


def test_a_link_to_a_folded_part_opens_it(browser, site):
    browser.get(f"{site}/failures/duplicate-gpu/")
    assert not one(browser, ".sources").is_displayed()
    one(browser, "nav.contents a[href='#sources']").click()
    wait(browser, lambda _: one(browser, ".sources").is_displayed())


def test_nothing_is_asked_of_another_host(browser, site):
    for page in PAGES:
        browser.get(f"{site}{page}")
        assert browser.execute_script(FORBIDDEN) == []


@pytest.mark.parametrize(("path", "words", "left"), [("/failures/", "ranks gpu", 1), ("/coverage/", "bad ordinal", 1)])
def test_a_long_list_shows_only_what_has_the_words(browser, site, path, words, left):
    browser.get(site + path)
    rows = browser.find_elements(By.CSS_SELECTOR, one(browser, ".sift").get_attribute("data-rows"))
    one(browser, ".sift input").send_keys(words)
    assert [row.is_displayed() for row in rows].count(True) == left
    assert one(browser, ".sift [role=status]").text == f"{left} of {len(rows)} shown"
    one(browser, ".sift input").send_keys(Keys.CONTROL, "a", Keys.DELETE)
    assert all(row.is_displayed() for row in rows)
