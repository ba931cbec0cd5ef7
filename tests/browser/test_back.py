"""Back and Reload in a real browser: an answer is stored nowhere, and is found again in its own tab."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import url_contains

from tests.browser.test_answer import LONG, scripts
from tests.browser.test_pages import one, paste, wait
from tests.shelf import LOG, UNKNOWN_LOG


def title(browser) -> str:
    return one(browser, "h1").text


def test_from_the_entry_back_leads_to_the_answer_and_its_log(browser, site):
    paste(browser, site, LOG)
    told = one(browser, "#main").text
    one(browser, ".answer h1 a").click()
    wait(browser, url_contains("/failures/"))
    browser.back()
    wait(browser, url_contains("/match"))
    wait(browser, lambda driver: one(driver, "#main").text == told)
    assert browser.find_elements(By.CSS_SELECTOR, ".logs .tools:not([hidden])")
    browser.forward()
    wait(browser, url_contains("/failures/"))


def test_a_reload_shows_it_again_and_asks_nothing(browser, site):
    paste(browser, site, UNKNOWN_LOG)
    told = one(browser, "#main").text
    browser.refresh()
    wait(browser, lambda driver: one(driver, "#main").text == told)


def test_of_two_answers_each_is_found(browser, site):
    paste(browser, site, LOG)
    known = title(browser)
    paste(browser, site, UNKNOWN_LOG)
    unknown = title(browser)
    browser.back()
    browser.back()
    wait(browser, lambda driver: title(driver) == known)
    browser.forward()
    browser.forward()
    wait(browser, lambda driver: title(driver) == unknown)


def test_what_came_back_can_still_be_sent_on_and_called_wrong(browser, site):
    paste(browser, site, LOG)
    first = title(browser)
    browser.refresh()
    wait(browser, lambda driver: title(driver) == first)
    assert one(browser, ".verdict > .button").text == "Copy for chat"
    one(browser, ".not-it button").click()
    wait(browser, lambda driver: title(driver) != first)


def test_where_the_tab_has_no_room_the_oldest_answers_give_way(browser, site):
    paste(browser, site, LOG)
    browser.execute_script(
        """
        for (const key of Object.keys(sessionStorage)) sessionStorage.removeItem(key);
        sessionStorage.setItem("answer-1", "x".repeat(5200000));
        """
    )
    paste(browser, site, LONG)
    assert browser.execute_script("return Object.keys(sessionStorage)") == ["answer-2"]


def test_a_tab_that_kept_nothing_says_so(browser, site):
    browser.get(f"{site}/match?kept=99")
    assert title(browser) == "No answer at this address"
    assert "Paste the log again" in one(browser, "#main").text


def test_without_scripts_nothing_is_kept(browser, site):
    browser.get(f"{site}/")
    before = browser.execute_script("return Object.keys(sessionStorage).length")
    scripts(browser, False)
    browser.refresh()
    one(browser, "#text").send_keys(LOG.splitlines()[2])
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    scripts(browser, True)
    assert "kept=" not in browser.current_url
    assert browser.execute_script("return Object.keys(sessionStorage).length") == before
