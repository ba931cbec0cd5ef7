"""What may be sent to others: verdict, masked lines, fix, link; and a link that carries the lines themselves."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode
from dataclasses import replace

import pytest
from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.pages.answers.share import LONGEST_FRAGMENT, LONGEST_MESSAGE, share
from tests.contents import edit
from tests.shelf import LOG, UNKNOWN_LOG, make_content

SECRET = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Matcher:
    return Matcher(Catalogue.of(load(make_content(tmp_path_factory.mktemp("share") / "content"))))


def unpacked(link: str) -> str:
    packed = link.partition("#log=")[2]
    return zlib.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS).decode()


def test_the_message_has_verdict_line_fix_and_address(small):
    text = share(small.match_text(LOG)).markdown

    assert text.startswith("**Rank 0 went down ")
    assert "Known failure: Two ranks on one GPU.**" in text
    assert "3: [rank0]: Duplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010" in text
    assert "Fix: Bind each process to its own GPU." in text
    assert "Do not retry unchanged" in text
    assert f"{settings.SITE_URL}/failures/duplicate-gpu/" in text


def test_without_an_answer_the_message_says_so_and_has_the_error(small):
    text = share(small.match_text(UNKNOWN_LOG)).markdown

    assert text.startswith("**No known failure")
    assert "RuntimeError: the flux capacitor of rank 3 is not calibrated" in text
    assert "Fix:" not in text


def test_the_page_may_say_more_than_that_nothing_is_proved_and_overrules_no_proof(small):
    assert share(small.match_text(UNKNOWN_LOG), "Several fit").markdown.startswith("**Several fit**")
    assert "Known failure: Two ranks on one GPU.**" in share(small.match_text(LOG), "Two ranks").markdown


def test_an_empty_answer_has_nothing_to_send(small):
    assert share(small.match_text("all is well\n")) is None


def test_a_secret_is_in_neither_message_nor_link(small):
    sent = share(small.match_text(f"RuntimeError: login failed with token {SECRET}\n"))

    assert SECRET not in sent.markdown and SECRET not in unpacked(sent.link)
    assert "[masked]" in unpacked(sent.link)


def test_the_link_holds_the_proving_lines_alone(small):
    lines = unpacked(share(small.match_text(LOG)).link).splitlines()

    assert any("Duplicate GPU detected" in line for line in lines)
    assert not any("starting up" in line for line in lines)


def test_what_a_link_carries_proves_the_same_entry_again(matcher):
    """Of the real samples; an entry that a table proves, or a line's absence, may need more than its lines."""
    samples = sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))[::7]
    answers = [matcher.match_text(path.read_text("utf-8")) for path in samples]
    sent = [(answer.best.slug, share(answer).link) for answer in answers if answer.best and share(answer).link]
    again = [(slug, matcher.match_text(unpacked(link)).best) for slug, link in sent]
    lost = [slug for slug, best in again if best is None or best.slug != slug]

    assert len(sent) > 50
    assert len(lost) <= 0.05 * len(sent), lost


def test_a_link_is_never_too_long_to_send(small):
    noise = "".join(f"ValueError: {n * 7919:x}{n * 104729:x}{'é' * n}\n" for n in range(300))
    sent = share(small.match_text(noise))

    assert len(sent.link) <= len(settings.SITE_URL) + 6 + LONGEST_FRAGMENT


def test_what_is_known_and_harmless_is_no_failure(tmp_path):
    root = make_content(tmp_path / "content")
    edit(root / "nccl" / "duplicate-gpu" / "entry.md", "kind: error", "kind: harmless")
    matcher = Matcher(Catalogue.of(load(root)))

    assert "Known, and harmless: Two ranks on one GPU.**" in share(matcher.match_text(LOG)).markdown


def test_what_proves_nothing_travels_whole_and_masked_so_that_the_same_guesses_stand_there(small):
    text = f"two ranks of my job seem to sit on the same GPU and it hangs in all_reduce, token {SECRET}"
    sent = share(replace(small.match_text(text), off_topic=False))

    assert unpacked(sent.link).startswith("two ranks of my job") and SECRET not in unpacked(sent.link)
    log = f"starting\n\n{UNKNOWN_LOG}ending\n"
    assert unpacked(share(small.match_text(log)).link) == log


def test_of_a_long_log_go_the_lines_that_tell_most_each_at_its_number(small):
    noise = "".join(f"{n * 7919:x} {n * 104729:x} {n * 1299709:x}\n" for n in range(2_000))
    answer = small.match_text(noise + UNKNOWN_LOG + noise)
    lines = unpacked(share(answer).link).splitlines()

    assert lines[answer.unexplained.line - 1].startswith("RuntimeError: the flux capacitor")
    assert lines[answer.unexplained.line - 2].strip() == "main()" and lines[1] == noise.splitlines()[1]
    assert lines[500] == "", "no room"


def test_proving_lines_keep_their_numbers(small):
    answer = small.match_text("noise\n" * 40 + LOG)
    lines = unpacked(share(answer).link).splitlines()
    assert "Duplicate GPU detected" in lines[answer.best.evidence[0].line - 1] and "noise" not in lines


def test_files_travel_with_their_names(small):
    link = share(small.match([("rank0.log", "fine\n"), ("rank2.log", UNKNOWN_LOG)])).link
    told = json.loads(unpacked(link.replace("#logs=", "#log=")))
    assert told == {"files": {"rank0.log": "fine\n", "rank2.log": UNKNOWN_LOG}}


@pytest.mark.parametrize("times", [1, 9])
def test_what_is_proved_fits_into_a_chat_and_leaves_out_the_link_and_lines_first(small, times):
    noise = " ".join(f"{n:x}{n * n:x}" for n in range(40, 140))
    line = LOG.splitlines()[2]
    answer = small.match_text("\n".join(f"{line} {n}{noise}" for n in range(times)) + "\n")
    sent = share(answer)

    assert len(sent.markdown) <= LONGEST_MESSAGE
    assert "Fix: Bind each process to its own GPU." in sent.markdown and "Duplicate GPU detected" in sent.markdown
    assert sent.link
