"""An answer in a real browser: the log below it, sending it to others, paper."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import url_contains

from tests.browser.test_pages import fill, one, paste, wait
from tests.shelf import LOG, UNKNOWN_LOG

LONG = "noise\n" * 300 + LOG + "after\n" * 300
STOPS = "return [...document.querySelectorAll('.log .number a')].filter(a => a.tabIndex === 0).length"


def scripts(browser, on: bool):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not on})


def test_the_log_stands_directly_below_the_answer_and_what_may_be_sent(browser, site):
    paste(browser, site, LONG)
    order = "return [...document.querySelector('.result-page').children].map(part => part.classList[0])"
    parts = browser.execute_script(order)
    assert parts.index("answer") < parts.index("share") < parts.index("logs") < parts.index("chain")


def test_a_gap_opens_on_a_click_to_the_lines_before_the_proof(browser, site):
    paste(browser, site, LONG)
    assert not browser.find_element(By.ID, "L290").is_displayed()
    one(browser, ".log .gap summary").click()
    assert browser.find_element(By.ID, "L290").text.endswith("noise")


def test_only_the_lines_that_matter_are_tab_stops(browser, site):
    paste(browser, site, LONG)
    marked = len(browser.find_elements(By.CSS_SELECTOR, ".log tr.proof, .log tr.chain, .log tr.error"))
    assert browser.execute_script(STOPS) == marked > 0


def test_long_lines_wrap_on_demand(browser, site):
    paste(browser, site, LOG + "x" * 3000 + "\n")
    wide = "const log = document.querySelector('.log'); return log.scrollWidth > log.clientWidth"
    assert browser.execute_script(wide)
    one(browser, ".logs .wrap input").click()
    assert not browser.execute_script(wide)


def rows(browser):
    return [row.text for row in browser.find_elements(By.CSS_SELECTOR, ".log tr") if row.is_displayed()]


def test_a_chip_leaves_the_lines_of_one_rank(browser, site):
    paste(browser, site, LOG.replace("[rank0]: Last", "[rank2]: Last"))
    assert [chip.text for chip in browser.find_elements(By.CSS_SELECTOR, ".ranks button")] == [
        "all ranks",
        "rank 0",
        "rank 2",
    ]
    one(browser, ".ranks [data-rank='2']").click()
    assert one(browser, ".ranks [aria-pressed=true]").text == "rank 2"
    assert not any("rank0" in row for row in rows(browser)) and any("[rank2]: Last" in row for row in rows(browser))
    assert any("ChildFailedError" in row for row in rows(browser)), "a line that names no rank stays"
    one(browser, ".ranks [data-rank='']").click()
    assert any("rank0" in row for row in rows(browser))


def test_j_and_k_go_through_the_findings_and_say_so(browser, site):
    paste(browser, site, LOG + "noise\n" * 100 + LOG.splitlines()[2] + "\n")
    assert one(browser, ".steps").text.split("\n") == ["Next finding j", "Previous finding k"]
    one(browser, "body").send_keys("j")
    first = browser.switch_to.active_element.text
    one(browser, "body").send_keys("j")
    assert int(browser.switch_to.active_element.text) > int(first)
    one(browser, "[data-step='-1']").click()
    assert browser.switch_to.active_element.text == first
    one(browser, "#find").send_keys("jk")
    assert one(browser, "#find").get_property("value") == "jk"


def test_a_long_log_is_opened_at_the_proof(browser, site):
    paste(browser, site, "RuntimeError: first\n" + "noise: error\n" * 200 + LOG)
    seen = """
    const log = document.querySelector('.log').getBoundingClientRect();
    const row = document.querySelector('.log tr.proof').getBoundingClientRect();
    return row.top >= log.top && row.bottom <= log.bottom;
    """
    assert browser.execute_script(seen)


def test_the_link_opens_the_same_answer_from_its_fragment_alone(browser, site):
    paste(browser, site, LONG)
    link = browser.execute_script("return document.querySelector('.share a').getAttribute('href')")
    browser.get("about:blank")
    browser.get(f"{site}/{link[link.index('#') :]}")
    wait(browser, url_contains("/match"))
    assert "Two ranks on one GPU" in one(browser, "h1").text
    assert "starting up" not in one(browser, ".log").text
    browser.back()
    wait(browser, lambda driver: driver.current_url == f"{site}/")


@pytest.mark.parametrize("fragment", ["#log=AAAA", "#log=" + "7cEBAAAAgJD-r-4IAAAA" * 3])
def test_a_damaged_link_says_so_and_sends_nothing(browser, site, fragment):
    browser.get("about:blank")
    browser.get(f"{site}/{fragment}")
    wait(browser, lambda driver: one(driver, ".paste .status").text)
    assert "damaged" in one(browser, ".paste .status").text
    assert browser.current_url == f"{site}/"


def test_copy_for_chat_copies_the_message(browser, site):
    paste(browser, site, LONG)
    permissions = ["clipboardReadWrite", "clipboardSanitizedWrite"]
    browser.execute_cdp_cmd("Browser.grantPermissions", {"permissions": permissions})
    button = one(browser, ".verdict > .button")
    button.click()
    wait(browser, lambda _: button.text == "Copied")
    copied = browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert "Known failure: Two ranks on one GPU." in copied and "Fix: Bind each process" in copied


def test_without_scripts_message_gaps_and_report_are_there(browser, site):
    browser.get(f"{site}/")
    fill(browser, "")
    scripts(browser, False)
    browser.refresh()
    one(browser, "#text").send_keys(LOG.splitlines()[2])
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    one(browser, ".share summary").click()
    assert "Two ranks on one GPU" in one(browser, ".share textarea").get_attribute("value")
    assert not browser.find_elements(By.CSS_SELECTOR, ".verdict > .button")


def test_the_report_is_shown_in_full_before_its_link(browser, site):
    paste(browser, site, UNKNOWN_LOG)
    details = browser.find_elements(By.CSS_SELECTOR, ".share details")[1]
    details.find_element(By.TAG_NAME, "summary").click()
    assert "flux capacitor" in details.find_element(By.TAG_NAME, "pre").text
    assert details.find_element(By.LINK_TEXT, "Open the issue").get_attribute("href").startswith("https://git.example/")


def test_on_paper_there_are_address_and_date_and_no_look_alikes(browser, site):
    paste(browser, site, LONG)
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    try:
        assert one(browser, ".on-paper").is_displayed()
        for hidden in (".top .find", ".look-alikes", ".share", ".top nav", ".button", "button"):
            assert not any(part.is_displayed() for part in browser.find_elements(By.CSS_SELECTOR, hidden)), hidden
        assert one(browser, ".answer h1").is_displayed()
        folds = browser.find_elements(By.CSS_SELECTOR, ".result-page details:not([open])")
        assert not any(part.is_displayed() for fold in folds for part in fold.find_elements(By.CSS_SELECTOR, "p, pre"))
    finally:
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_what_a_narrowing_began_with_stays_in_its_addresses_and_leads_back(browser, site):
    browser.get(f"{site}/differential/?c=duplicate-gpu~0.6&c=cold-widget~0.3&c=~0.1#log=SyoqTczJyU8HAA")
    back = one(browser, ".back a")
    assert back.is_displayed() and back.get_attribute("href") == f"{site}/#log=SyoqTczJyU8HAA"
    assert "/#log=SyoqTczJyU8HAA" in browser.find_element(By.ID, "message").get_attribute("value")
    assert all(
        link.get_attribute("href").endswith("#log=SyoqTczJyU8HAA")
        for link in browser.find_elements(By.CSS_SELECTOR, ".outcomes a")
    )


def test_without_such_lines_nothing_leads_back(browser, site):
    browser.get(f"{site}/differential/?c=duplicate-gpu~0.6&c=~0.4")
    assert not one(browser, ".back").is_displayed()


def test_a_link_of_several_files_opens_them_with_their_names(browser, site, tmp_path):
    for rank, text in enumerate(("fine\n", UNKNOWN_LOG)):
        (tmp_path / f"rank{rank}.log").write_text(text)
    browser.get(f"{site}/")
    one(browser, "[name=files]").send_keys("\n".join(map(str, sorted(tmp_path.glob("*.log")))))
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    link = browser.execute_script("return document.querySelector('.share a').getAttribute('href')")
    browser.get("about:blank")
    browser.get(f"{site}/{link[link.index('#') :]}")
    wait(browser, url_contains("/match"))
    assert "rank1.log" in one(browser, ".logs").text and "flux capacitor" in one(browser, ".unexplained").text


def test_another_ranks_log_may_be_added_below_an_answer_that_proves_nothing(browser, site):
    paste(browser, site, UNKNOWN_LOG)
    one(browser, "#more").send_keys(LOG.splitlines()[2])
    one(browser, ".add button").click()
    wait(browser, lambda driver: "added.txt" in one(driver, ".result-page").text)
    assert "Two ranks on one GPU" in one(browser, "h1").text
