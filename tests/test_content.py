"""Every real entry keeps the rules and finds itself; what is healthy finds nothing."""

import re
import subprocess
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.html import strip_tags

from kb.catalogue.checks import check
from kb.catalogue.checks.limits import front_values
from kb.catalogue.checks.markup import MARKED
from kb.catalogue.loading.loader import load
from kb.library import Library
from kb.markdown import render, render_inline
from kb.matching.sample_rules import check_proofs, check_signatures

SAMPLES = sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))
ENTRIES = {entry.slug: entry for entry in Library(settings.CONTENT_DIR, follow=False).current().catalogue}
# What Markdown may take for its own; a link's address is not shown.
TOUCHED, LINK = re.compile(r"[*_<\\&`\[>#]"), re.compile(r"\[([^\]]*)\]\([^)\s]+\)")
# A list as HTML has none of these signs in front of its items.
PRE, ITEM = re.compile("<pre.*?</pre>", re.DOTALL), re.compile(r"^[ \t]*(?:[-*+]|\d{1,2}\.) \S", re.MULTILINE)
HEALTHY = sorted((Path(__file__).parent / "healthy").glob("*.log"))


def name_of(path):
    return f"{path.parents[1].name}/{path.name}"


def test_the_content_has_no_problem():
    content = load(settings.CONTENT_DIR)

    found = (*check(content), *check_signatures(content), *check_proofs(content))
    assert [str(problem) for problem in found] == []


def shown(text):
    return unescape(strip_tags(str(render_inline(text)))).split()


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry.slug)
def test_no_sign_of_a_short_text_is_lost_on_a_page(entry):
    for keys, text in front_values(entry.front, ()):
        if ".".join(key for key in keys if isinstance(key, str)) in MARKED and TOUCHED.search(text):
            named = text.replace("<this>", "one").replace("<that>", "the other")
            assert "".join(shown(named)) == "".join(LINK.sub(r"\1", named).replace("`", "").split())


def bodies(content):
    for entry in content.entries:
        yield from ((entry.slug, section.markdown) for section in (*entry.sections, *entry.chinese))
    for guide in content.guides:
        yield from ((guide.slug, told.markdown) for told in (guide, guide.chinese) if told)
    for known in content.checks:
        yield from ((known.slug, markdown) for markdown in (known.markdown, known.front.zh.how))


def test_no_item_of_a_list_ends_up_in_a_paragraph_and_no_code_block_loses_its_language():
    found = []
    for slug, markdown in bodies(load(settings.CONTENT_DIR)):
        html = str(render(markdown).html)
        if ITEM.search(PRE.sub("", html)) or "<code>    :::" in html:
            found.append(slug)

    assert found == []


def has_proof(sample):
    """A hang or a silent failure may leave only hints; a sample of it may prove what followed, and nothing else."""
    front = ENTRIES[sample.parents[1].name].front
    return front.kind == "error" and any(signature.proof == "decisive" for signature in front.signatures)


@pytest.mark.parametrize("sample", [sample for sample in SAMPLES if has_proof(sample)], ids=name_of)
def test_a_sample_ranks_its_own_entry_first_with_confidence(matcher, sample):
    answer = matcher.match([("", sample.read_bytes())])

    assert answer.best is not None, [(m.slug, m.score) for m in answer.matches[:3]]
    assert answer.best.slug == sample.parents[1].name


@pytest.mark.parametrize("sample", SAMPLES, ids=name_of)
def test_a_sample_makes_no_other_entry_the_answer(matcher, sample):
    answer, own = matcher.match([("", sample.read_bytes())]), sample.parents[1].name

    assert answer.best is None or answer.best.slug == own or matcher.catalogue.leads_to(own, answer.best.slug)


@pytest.mark.parametrize("log", HEALTHY, ids=lambda path: path.stem)
def test_a_healthy_log_is_no_failure(matcher, log):
    answer = matcher.match([("", log.read_bytes())])

    assert answer.best is None, [(e.line, e.text) for e in answer.best.evidence]


def test_there_are_healthy_logs():
    assert HEALTHY


@pytest.mark.parametrize("guide", sorted((settings.CONTENT_DIR / "guides").glob("*.md")), ids=lambda path: path.stem)
def test_a_guide_pasted_as_a_log_is_no_failure_of_the_reader(matcher, guide):
    """Guides quote messages; whoever pastes one gets answers, never a crash."""
    assert matcher.match([("", guide.read_bytes())]).notice == ""


def what_the_guide_types(guide, begins, log, tmp_path):
    """Output of the guide's command that begins so, run on this log as the only rank's file."""
    text = (settings.CONTENT_DIR / "guides" / guide).read_text(encoding="utf-8")
    block = next(block for block in re.findall(r"```bash\n(.*?)```", text, re.DOTALL) if begins in block)
    command = block[block.index(begins) :].split("\ngrep")[0]
    for place in (tmp_path / "job.log", tmp_path / "logs/run2/none_abc/attempt_0/0/stderr.log"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(log.read_bytes())
    return subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True).stdout


def test_the_guides_order_of_times_reads_months_of_one_digit(tmp_path):
    log = settings.CONTENT_DIR / "nccl/nccl-watchdog-timeout/samples/torch-2.5-ranks-in-different-collectives.log"

    typed = what_the_guide_types("reading-an-interleaved-log.md", "grep -hoE '[EWF]", log, tmp_path)

    assert typed.startswith("E0513 13:25:57")


@pytest.mark.parametrize(
    "log", sorted((settings.CONTENT_DIR / "nccl/nccl-watchdog-timeout/samples").glob("torch-*.log")), ids=name_of
)
def test_the_guides_list_of_who_waited_reads_the_catalogues_own_timeouts(log, tmp_path):
    typed = what_the_guide_types("debugging-a-hang.md", "grep -hoE 'Rank [0-9]+\\] Watchdog", log, tmp_path)

    assert "OpType=" in typed
