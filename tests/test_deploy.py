"""What is deployed fits what is written: two copies behind a real nginx, and the files that a cluster reads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from kb.language import LANGUAGES, address
from kb.serving.pool import PASTES
from tests.servers import Server, free_port, production, wait_until
from tests.shelf import LOG, make_content, serve

ROOT = Path(__file__).parents[1]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
CONF = (ROOT / "deploy" / "nginx.conf").read_text()
DOCKERFILE = (ROOT / "Dockerfile").read_text()
MEGABYTE = 1024 * 1024


def kubernetes() -> dict[str, dict]:
    return {item["kind"]: item for item in yaml.safe_load_all((ROOT / "deploy" / "kubernetes.yaml").read_text())}


def container() -> dict:
    return kubernetes()["Deployment"]["spec"]["template"]["spec"]["containers"][0]


def test_the_same_server_everywhere():
    assert '"gunicorn", "-c", "deploy/gunicorn.conf.py"' in DOCKERFILE
    assert "gunicorn -c deploy/gunicorn.conf.py" in (ROOT / "Makefile").read_text()


def test_the_image_has_what_the_page_on_contributing_is_made_from():
    ignored = (ROOT / ".dockerignore").read_text().splitlines()

    assert {"COPY manage.py CONTRIBUTING.md ./", "COPY docs/CONTRIBUTING.zh.md docs/"} <= set(DOCKERFILE.splitlines())
    assert ignored.index("docs/*") < ignored.index("!docs/CONTRIBUTING.zh.md")


def test_compose_has_two_copies_behind_a_proxy_that_waits_for_them():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]
    names = re.findall(r"server (site-\d):8000", CONF)
    assert len(names) == 2 and set(services) == {*names, "proxy"}
    assert set(services["proxy"]["depends_on"]) == set(names)
    for name in names:
        assert services[name]["read_only"] and any(mount.startswith("/tmp") for mount in services[name]["tmpfs"])
    (mount,) = services["proxy"]["volumes"]
    assert (ROOT / mount.split(":")[0]).is_file()


def test_the_proxy_lets_through_what_the_site_takes_and_keeps_it_in_memory():
    (most,) = re.findall(r"client_max_body_size (\d+)m", CONF)
    (buffer,) = re.findall(r"client_body_buffer_size (\d+)m", CONF)
    assert int(buffer) == int(most) > settings.MAX_PASTE_BYTES / MEGABYTE


def test_the_pod_may_do_nothing_that_it_need_not():
    pod, own = kubernetes()["Deployment"]["spec"]["template"]["spec"], container()["securityContext"]
    assert pod["securityContext"]["runAsNonRoot"] and str(pod["securityContext"]["runAsUser"]) in DOCKERFILE
    assert own["readOnlyRootFilesystem"] and not own["allowPrivilegeEscalation"]
    assert [mount["mountPath"] for mount in container()["volumeMounts"]] == ["/tmp"]
    assert "emptyDir" in pod["volumes"][0]


def test_probes_ask_what_answers_whatever_the_host(client, tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    probes = [container()[name]["httpGet"]["path"] for name in ("startupProbe", "readinessProbe", "livenessProbe")]
    for path in {*probes, "/metrics"}:
        assert client.get(path, headers={"host": "10.0.0.7:8000"}).status_code == 200


def test_memory_is_enough_for_every_match_at_once():
    limit = container()["resources"]["limits"]["memory"]
    assert int(limit.removesuffix("Gi")) * 1024 > 2 * settings.MATCHES_AT_ONCE * 6 * settings.MAX_PASTE_BYTES / MEGABYTE


@pytest.fixture
def collected(tmp_path):
    """The static files as `make serve-production` collects them."""
    environment = os.environ | {"RANKDOWN_STATIC": str(tmp_path / "static")}
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return tmp_path / "static"


def test_static_files_are_hashed_compressed_and_kept_for_ever(collected, tmp_path):
    with production(make_content(tmp_path / "content"), tmp_path, RANKDOWN_STATIC=str(collected)) as server:
        page = server.ask("/")[2].decode()
        addresses = set(re.findall(r'"(/static/[^"]+)"', page))
        assert len(addresses) >= 4
        for address in addresses:
            assert re.search(r"\.[0-9a-f]{12}\.\w+$", address)
            status, headers, _ = server.ask(address, Accept_Encoding="gzip")
            assert status == 200 and "immutable" in headers["Cache-Control"]
            assert headers["Content-Encoding"] == "gzip" or address.endswith(".svg")
            assert "default-src" in headers["Content-Security-Policy"]


def test_tls_in_front_is_told_to_browsers(tmp_path):
    with production(make_content(tmp_path / "content"), tmp_path, RANKDOWN_TLS="1") as server:
        assert "max-age=31536000" in server.ask("/")[1]["Strict-Transport-Security"]


def test_an_entry_served_from_the_copy_links_to_its_file_in_the_repository(tmp_path):
    with production(make_content(tmp_path / "content"), tmp_path, RANKDOWN_REPO="https://git.example/o/n") as server:
        status, _, page = server.ask("/failures/duplicate-gpu/")
        assert status == 200 and b"https://git.example/o/n/edit/main/content/nccl/duplicate-gpu/entry.md" in page


@pytest.fixture
def proxy(tmp_path):
    """nginx with the project's own configuration, but addresses, ports and folders of this test."""
    if not NGINX:
        pytest.skip("needs nginx: apt-get install nginx-light")
    ports, listen = (free_port(), free_port()), free_port()
    conf = CONF.replace("/tmp/", f"{tmp_path}/").replace("listen 8080", f"listen 127.0.0.1:{listen}")
    for number, port in enumerate(ports, 1):
        conf = conf.replace(f"site-{number}:8000", f"127.0.0.1:{port}")
    # Debian's nginx is older than these two, which only matter where addresses change.
    conf = re.sub(r"^\s*resolver .*$", "", conf, flags=re.MULTILINE).replace(" resolve max", " max")
    path = tmp_path / "nginx.conf"
    path.write_text(f"daemon off; user root;\n{conf}" if os.geteuid() == 0 else f"daemon off;\n{conf}")
    log = tmp_path / "nginx.log"
    with log.open("wb") as out:
        process = subprocess.Popen([NGINX, "-c", str(path), "-e", "stderr"], stderr=out)
    yield Server(process, listen, log), ports
    process.terminate()
    process.wait(20)


def test_one_copy_after_the_other_is_restarted_and_no_request_is_lost(proxy, tmp_path):
    server, ports = proxy
    content, seen, on = make_content(tmp_path / "content"), [], True

    def ask():
        while on:
            body = LOG.encode() if len(seen) % 4 == 0 else None
            seen.append(server.ask("/api/match" if body else "/failures/", body)[0])
            # The proxy allows fifty requests a second and five pastes.
            time.sleep(0.25)

    with ExitStack() as copies:
        folders = [tmp_path / str(port) for port in ports]
        for folder in folders:
            folder.mkdir()
        first = copies.enter_context(production(content, folders[0], ports[0]))
        second = copies.enter_context(production(content, folders[1], ports[1]))
        clients = [threading.Thread(target=ask) for _ in range(4)]
        for client in clients:
            client.start()
        for copy, folder, port in ((first, folders[0], ports[0]), (second, folders[1], ports[1])):
            copy.process.terminate()
            wait_until(lambda copy=copy: copy.process.poll() is not None)
            copies.enter_context(production(content, folder, port))
        on = False
        for client in clients:
            client.join()
        assert len(seen) > 20 and set(seen) == {200}, server.log.read_text()
        assert server.ask("/metrics")[0] == 404
        status, _, body = server.ask("/api/match", b"x" * (33 * MEGABYTE))
        assert status == 413 and b"32 MiB" in body


def test_the_proxy_limits_every_address_that_takes_a_paste():
    (limited,) = re.findall(r"location ~ (\S*match\S*) {", CONF)
    pages = [address(path, code) for path in ("/match", "/differential/") for code in LANGUAGES]
    addresses = [*pages, "/api/match/", "/api/differential"]

    assert all(re.search(limited, path) and PASTES.fullmatch(path) for path in addresses)
