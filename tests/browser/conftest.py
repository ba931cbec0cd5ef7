"""One real Chromium, and the site as a server of its own, for all tests of this folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import settings

from tests.shelf import make_content

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMEDRIVER = shutil.which("chromedriver")
# Without these, Chromium calls home at every start, or clicks where something stood before the page had scrolled.
QUIET = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync --disable-dev-shm-usage --force-prefers-reduced-motion"
).split()


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> str:
    """The address of a server over the hand-made content."""
    with served(make_content(tmp_path_factory.mktemp("browser") / "content")) as address:
        yield address


@contextmanager
def served(root: Path, seconds: int = 15) -> Iterator[str]:
    """A server over this content, which must answer within so many seconds."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    told = {"RANKDOWN_CONTENT": str(root), "RANKDOWN_DEBUG": "1", "RANKDOWN_REPO": "https://git.example/o/n"}
    command = [sys.executable, "manage.py", "runserver", "--noreload", "--skip-checks", address]
    server = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=os.environ | told, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_for(f"http://{address}/healthz", server, seconds)
        yield f"http://{address}"
    finally:
        server.terminate()
        server.wait(10)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    if not (CHROMIUM and CHROMEDRIVER):
        pytest.skip("needs Chromium and chromedriver: apt-get install chromium chromium-driver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for flag in (*QUIET, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(CHROMEDRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def browser(chromium):
    """The shared Chromium, wide and by day; a test leaves no message in its console."""
    resize(chromium, 1280)
    by_night(chromium, False)
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    chromium.get_log("browser")
    return chromium


def resize(driver, width: int) -> None:
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def by_night(driver, night: bool) -> None:
    scheme = {"name": "prefers-color-scheme", "value": "dark" if night else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})


def _wait_for(address: str, server: subprocess.Popen, seconds: int) -> None:
    for _ in range(10 * seconds):
        try:
            urllib.request.urlopen(address, timeout=2)
            return
        except OSError:
            assert server.poll() is None, "the server ended by itself"
            time.sleep(0.1)
    pytest.fail(f"{address} did not answer within {seconds} s")
