"""What ds_report prints of a healthy machine is no evidence, also where it warns; the same line alone may be."""

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from tests.contents import write_entry

WARNING = "[WARNING]  async_io requires the dev libaio .so object and headers but these were not found."
REPORT = f"""--------------------------------------------------
DeepSpeed C++/CUDA extension op report
--------------------------------------------------
NOTE: Ops not installed will be just-in-time (JIT) compiled at
      runtime if needed. Op compatibility means that your system
      meet the required dependencies to JIT install the op.
JIT compiled ops requires ninja
ninja .................. [OKAY]
op name ................ installed .. compatible
 {WARNING}
async_io ............... [NO] ....... [NO]
torch version .................... 2.1.0+cu121
"""


def read_with_signature(content, text):
    write_entry(content, "aio", line="async_io requires the dev libaio .so object and headers")
    return read("", text, SignatureDatabase(Catalogue.of(load(content)).entries), keep=False)


def test_its_warning_is_no_evidence_and_no_error(content):
    reading = read_with_signature(content, f"It freezes.\n{REPORT}")

    assert not reading.found and not reading.errors.lines


def test_the_same_line_of_a_job_counts(content):
    assert read_with_signature(content, f"{REPORT}\nTraining starts.\n{WARNING}\n").found
