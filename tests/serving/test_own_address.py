"""Where `manage.py runserver` serves, its pages' links lead."""

import pytest

from kb.serving.own_address import own_address


@pytest.mark.parametrize(
    ("arguments", "address"),
    [
        (["runserver"], "http://127.0.0.1:8000"),
        (["runserver", "8377"], "http://127.0.0.1:8377"),
        (["runserver", "--insecure", "127.0.0.1:8377"], "http://127.0.0.1:8377"),
        (["runserver", "0.0.0.0:9000"], "http://127.0.0.1:9000"),
        (["runserver", "[::1]:9000"], "http://[::1]:9000"),
        (["runserver", "node3:9000"], "http://node3:9000"),
        (["runserver", "not a port"], ""),
        (["match", "8377"], ""),
        ([], ""),
    ],
)
def test_the_port_and_the_host_of_the_command_line_count(arguments, address):
    assert own_address(arguments) == address
