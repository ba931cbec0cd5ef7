"""A secret of every kind, planted everywhere, looked for in every way out."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from kb.masking.masker import RULES
from kb.masking.shapes import FAKE, HEX

ROOT = Path(__file__).parents[1]
SECRETS = (FAKE[:16], HEX[:16], "swordfish", "b3BlbnNzaC1r", "IOSFODNN7ABCDEFG", "dXNlcjp", "0f1e2d3c4b5a6978")
EXAMPLES = [rule.example for rule in RULES]
KNOWN = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"


def log():
    """Known and unknown failures around the secrets, and secrets inside the very lines that are cited."""
    told = [f"plugin.OddError: {line}" for line in EXAMPLES if "\n" not in line]
    return "\n".join([*EXAMPLES, *told, "line", *told[:3]])


TEXTS = {"unknown": log(), "known": log() + f"\n[rank0]: {KNOWN} with {EXAMPLES[1]}\n" + "\n".join(EXAMPLES)}


def leaked(told):
    return [secret for secret in SECRETS if secret in told]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_form(client, text):
    page = client.post("/match", {"text": text}).content.decode()

    assert leaked(page) == [] and "masked on this page" in page


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_a_file_and_its_name(client, text):
    files = [SimpleUploadedFile(f"{FAKE[:2]}-hf_{FAKE[:34]}-{n}.log", text.encode()) for n in range(2)]
    page = client.post("/match", {"files": files}).content.decode()

    assert leaked(page) == [] and "masked on this page" in page


@pytest.mark.parametrize("line", [line for line in EXAMPLES if "\n" not in line])
def test_what_a_check_printed(client, line):
    text = f"{line} (tcp) failed: Connection refused"
    sent = {"check": "master-port", "c": "rendezvous-timeout~0.5", "text": text}

    page = client.post("/differential/", sent).content.decode()
    told = client.post("/api/differential?check=master-port", text, content_type="text/plain").content.decode()

    assert "The output shows" in page and '"outcome": "refused"' in told
    assert leaked(page) == leaked(told) == []


@pytest.mark.parametrize("accept", ["application/json", "text/plain"])
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_the_api(client, text, accept):
    files = {f"ev\x1b]0;PWN\x07il-hf_{FAKE[:34]}.log": text, "password=swordfish\u202e.log": text}
    for body in ({"text": text}, {"files": files}):
        sent = json.dumps(body)
        answer = client.post("/api/match", sent, content_type="application/json", headers={"accept": accept})
        told = answer.content.decode()
        assert leaked(told) == [] and "masked" in told
        assert not any(sign in told for sign in "\x1b\x07\u202e")


@pytest.mark.parametrize("options", [[], ["--json"], ["--explain"]])
def test_the_terminal(tmp_path, options):
    names = [tmp_path / "a.log", tmp_path / f"hf_{FAKE[:34]}.log"]
    for name, text in zip(names, TEXTS.values(), strict=True):
        name.write_text(text)
    ran = subprocess.run(
        [sys.executable, "manage.py", "match", *names, *options], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert ran.stdout and leaked(ran.stdout + ran.stderr) == []


def test_a_new_entry(tmp_path, settings):
    from django.core.management import call_command

    (tmp_path / "job").mkdir()
    (tmp_path / "areas.yaml").write_text((ROOT / "content/areas.yaml").read_text())
    settings.CONTENT_DIR = tmp_path
    source = tmp_path / "job" / "a.txt"
    source.write_text(TEXTS["unknown"])
    area = next(path.parent.parent.name for path in (ROOT / "content").glob("*/*/entry.md"))
    call_command("new_entry", area, "new-one", "--from", str(source))

    written = "".join(path.read_text() for path in (tmp_path / area).rglob("*") if path.is_file())
    assert "[masked]" in written and leaked(written) == []


def test_what_could_not_be_read_is_not_echoed_with_its_secret(client):
    page = client.post("/match", {"text": ""}).content.decode()

    assert leaked(page) == []


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_what_stands_beside_a_good_run(client, text):
    name, step = f"hf_{FAKE[:34]}.log", "step 1 of 9\nstep 2 of 9\nstep 3 of 9\n"
    for failed, good in ((step + text, "step 1 of 9\n"), (step, f"{step}{text}\n{step}")):
        sent = {"text": failed, "against": SimpleUploadedFile(name, good.encode())}
        page = client.post("/match", sent).content.decode()
        body = json.dumps({"text": failed, "against": {name: good}})
        told = client.post("/api/match", body, content_type="application/json").content.decode()

        assert "masked" in told and leaked(page) == leaked(told) == []
