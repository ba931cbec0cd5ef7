"""The box in a real browser: files that add up, folders, .gz, what is too large, examples."""

from __future__ import annotations

import gzip
from base64 import b64encode

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.expected_conditions import url_contains

from tests.browser.test_pages import DROP, complaints, fill, one, wait
from tests.shelf import LOG

DROP_BYTES = """
const [name, packed] = arguments;
const data = new DataTransfer();
data.items.add(new File([Uint8Array.from(atob(packed), sign => sign.charCodeAt(0))], name));
document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
"""
PASTE = """
const data = new DataTransfer();
data.setData("text/plain", arguments[0]);
document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
"""
SENT = "return [...document.querySelector('input[name=files]').files].map(file => [file.name, file.size])"


def drop(browser, *files):
    browser.execute_script(DROP, [list(file) for file in files])


def chips(browser):
    return [chip.text for chip in browser.find_elements(By.CSS_SELECTOR, ".chosen li span")]


def test_an_example_is_answered_with_one_click_and_without_scripts(browser, site):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(f"{site}/")
    one(browser, ".try button").click()
    wait(browser, url_contains("/match"))
    assert one(browser, ".answer h1").text == "Two ranks on one GPU"


def test_without_scripts_whoever_follows_a_link_with_lines_is_told_why_they_are_not_there(browser, site):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(f"{site}/#log=AAAA")
    assert "only JavaScript can read the lines" in one(browser, "main").text
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    browser.get("about:blank")
    browser.get(f"{site}/")
    assert "only JavaScript" not in one(browser, "main").text


def test_a_second_drop_adds_to_the_first_and_one_file_can_be_taken_out(browser, site):
    browser.get(f"{site}/")
    drop(browser, ("rank0.log", "fine\n" * 400), ("rank1.log", LOG))
    wait(browser, lambda _: len(chips(browser)) == 2)
    drop(browser, ("rank2.log", "fine too\n"))
    wait(browser, lambda _: len(chips(browser)) == 3)
    assert chips(browser)[0] == "rank0.log (2 KiB)"
    one(browser, ".chosen button[aria-label$='rank2.log']").click()
    assert [name for name, _ in browser.execute_script(SENT)] == ["rank0.log", "rank1.log"]
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    assert "rank1.log" in one(browser, ".cited").text
    assert complaints(browser) == []


def test_the_same_file_is_sent_once(browser, site):
    browser.get(f"{site}/")
    browser.execute_script(
        "window.twice = new File(['x'], 'a.log', {lastModified: 5}); for (let n = 0; n < 2; n++) {"
        "const data = new DataTransfer(); data.items.add(window.twice); document.body.dispatchEvent("
        "new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true})); }"
    )
    wait(browser, lambda _: chips(browser))
    drop(browser, ("b.log", "y"))
    wait(browser, lambda _: "b.log (1 B)" in chips(browser))
    assert chips(browser) == ["a.log (1 B)", "b.log (1 B)"]


def test_text_and_files_are_both_named(browser, site):
    browser.get(f"{site}/")
    fill(browser, "something")
    drop(browser, ("rank0.log", LOG))
    wait(browser, lambda _: one(browser, ".status").text)
    assert one(browser, ".status").text == "Ready to send: the text in the box, rank0.log"


def test_a_gz_is_decompressed_before_it_is_sent(browser, site):
    browser.get(f"{site}/")
    browser.execute_script(DROP_BYTES, "rank0.log.gz", b64encode(gzip.compress(LOG.encode())).decode())
    wait(browser, lambda _: chips(browser))
    assert browser.execute_script(SENT) == [["rank0.log", len(LOG)]]


def test_a_broken_gz_is_sent_as_it_is_and_said(browser, site):
    browser.get(f"{site}/")
    browser.execute_script(DROP_BYTES, "rank0.log.gz", b64encode(b"no gzip at all").decode())
    wait(browser, lambda _: chips(browser))
    assert "could not be decompressed" in one(browser, ".status").text


def test_pasting_anywhere_is_pasting_into_the_box(browser, site):
    browser.get(f"{site}/")
    browser.execute_script(PASTE, LOG)
    assert one(browser, "#text").get_property("value") == LOG


@pytest.mark.parametrize("where", ["box", "file"])
def test_of_what_is_too_large_both_ends_can_be_sent(browser, site, where):
    browser.get(f"{site}/")
    most = 3 * 1024 * 1024
    browser.execute_script("document.querySelector('#paste').dataset.limit = arguments[0]", most)
    large = "arguments[0] + '\\n' + ('noise '.repeat(1000) + '\\n').repeat(arguments[1] / 6000 + 1) + arguments[2]"
    begins, ends = "this is the beginning", LOG
    if where == "box":
        browser.execute_script(f"document.querySelector('#text').value = {large}; announce()", begins, most, ends)
    else:
        browser.execute_script(
            f"const data = new DataTransfer(); data.items.add(new File([{large}], 'rank0.log'));"
            "document.body.dispatchEvent(new DragEvent('drop',"
            " {dataTransfer: data, bubbles: true, cancelable: true}))",
            begins, most, ends,
        )  # fmt: skip
    offer = wait(
        browser, lambda _: one(browser, ".cut-offer button").is_displayed() and one(browser, ".cut-offer button")
    )
    assert "most that one request may carry" in one(browser, ".status").text
    offer.click()
    ((_, size),) = wait(browser, lambda _: browser.execute_script(SENT))
    assert 0.6 * most < size < most
    assert not one(browser, ".cut-offer").is_displayed()
    read = "document.querySelector('input[name=files]').files[0]"
    told = browser.execute_async_script(f"{read}.text().then(arguments[0])")
    assert told.startswith(begins) and told.endswith(ends) and "bytes left out here" in told


GOOD = "[rank0]: W0320 starting up\nstep 1 loss 3\ncheckpoint written\n"
SENT_GOOD = "return [...document.querySelector('#good-files').files].map(file => [file.name, file.size])"


def test_a_good_run_is_folded_away_and_is_compared_without_scripts(browser, site):
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get(f"{site}/")
    assert not one(browser, "#good-text").is_displayed()
    one(browser, ".with-good summary").click()
    one(browser, "#text").send_keys("starting up\nRuntimeError: the flux capacitor is gone\n")
    one(browser, "#good-text").send_keys("starting up\ncheckpoint written\n")
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    assert "flux capacitor" in one(browser, ".against .cited").text
    assert "checkpoint written" in one(browser, ".against .good").text
    one(browser, ".against .cited a.number").click()
    assert one(browser, "tr:target").text.endswith("the flux capacitor is gone")


def test_a_file_dropped_on_the_good_run_is_its_own_and_counts_for_the_limit(browser, site):
    browser.get(f"{site}/")
    one(browser, ".with-good summary").click()
    fill(browser, LOG)
    browser.execute_script(
        DROP_BYTES.replace("document.body", "document.querySelector('#good-text')"),
        "good.log.gz",
        b64encode(gzip.compress(GOOD.encode())).decode(),
    )
    wait(browser, lambda _: browser.execute_script(SENT_GOOD))
    assert browser.execute_script(SENT_GOOD) == [["good.log", len(GOOD)]] and not chips(browser)
    one(browser, ".main-button").click()
    wait(browser, url_contains("/match"))
    assert "Duplicate GPU" in one(browser, ".against .cited").text
    assert "good.log:3" in one(browser, ".against .good").text
    assert complaints(browser) == []


def test_of_two_runs_that_are_too_large_both_ends_of_both_can_be_sent(browser, site):
    browser.get(f"{site}/")
    one(browser, ".with-good summary").click()
    most = 3 * 1024 * 1024
    browser.execute_script("document.querySelector('#paste').dataset.limit = arguments[0]", most)
    large = "('noise '.repeat(1000) + '\\n').repeat(arguments[0] / 6000 + 1)"
    fill(browser, LOG)
    browser.execute_script(f"document.querySelector('#good-text').value = {large}; announce()", most)
    wait(browser, lambda _: one(browser, ".cut-offer button").is_displayed())
    browser.execute_script("document.querySelector('.cut-offer button').click()")
    ((name, size),) = wait(browser, lambda _: browser.execute_script(SENT_GOOD))
    assert name == "good.log" and 0.6 * most < size < most
    assert one(browser, "#text").get_property("value") == LOG and not one(browser, ".cut-offer").is_displayed()
