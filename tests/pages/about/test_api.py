"""The API's page: every address of the description, and commands that really run."""

from __future__ import annotations

import subprocess

from django.conf import settings

from kb.openapi import described
from kb.pages.about.api import api_page


def test_every_address_of_the_description_is_on_the_page():
    shown = {(endpoint.path, endpoint.method.lower()) for endpoint in api_page("x").endpoints}
    assert shown == {
        (path, method) for path, of in described()["paths"].items() for method in of if method != "parameters"
    }


def test_an_endpoint_says_what_it_takes_and_answers():
    (match,) = [endpoint for endpoint in api_page("x").endpoints if endpoint.path == "/api/match"]
    assert dict(match.answers)["503"] == "Busy with other logs."


def test_every_example_is_a_command_that_a_shell_can_read():
    for example in api_page("duplicate-gpu").examples:
        assert settings.SITE_URL in example.command
        subprocess.run(["bash", "-n", "-c", example.command], check=True)
