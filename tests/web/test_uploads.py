"""Request -> named texts: what counts as a log, and what is refused in which words."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory

from kb.web.uploads import MEGABYTE, Paste, Refused, from_body, from_form, from_json, refuse_unreadable


def form(**fields):
    return from_form(RequestFactory().post("/match", fields)).files


def test_a_good_run_has_a_box_and_files_of_its_own():
    sent = {"text": "bad", "against": ["well", SimpleUploadedFile("0.log", b"good"), SimpleUploadedFile("0.log", b"2")]}
    paste = from_form(RequestFactory().post("/match", sent))

    assert paste == Paste([("", "bad")], [("", "well"), ("0.log", b"good"), ("0.log (2)", b"2")])
    assert from_form(RequestFactory().post("/match", {"text": "bad", "against": " \r\n"})).good == []


def test_a_field_for_files_that_was_left_empty_is_nothing():
    """As Chromium sends it."""
    part = '--B\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
    parts = [
        ("text", "", "bad"),
        ("files", '; filename=""', ""),
        ("against", "", "good"),
        ("against", '; filename=""', ""),
    ]
    body = "".join(part.format(*told) for told in parts) + "--B--\r\n"
    request = RequestFactory().generic("POST", "/match", body, "multipart/form-data; boundary=B")

    assert from_form(request) == Paste([("", "bad")], [("", "good")])


def test_what_a_page_carries_has_both_runs():
    again = json.dumps({"files": {"": "bad"}, "against": {"g.log": "good"}})
    assert from_form(RequestFactory().post("/match", {"again": again})) == Paste([("", b"bad")], [("g.log", b"good")])


def test_more_may_be_added_to_what_a_page_carries():
    again = json.dumps({"files": {"": "bad", "0.log": "x"}})
    sent = {"again": again, "text": "worse", "files": SimpleUploadedFile("0.log", b"y")}
    assert from_form(RequestFactory().post("/match", sent)).files == [
        *(("", b"bad"), ("0.log", b"x")),
        *(("added.txt", "worse"), ("0.log (2)", b"y")),
    ]
    many = json.dumps({"files": {str(n): "x" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES)}})
    with pytest.raises(Refused, match="files at once"):
        from_form(RequestFactory().post("/match", {"again": many, "text": "one more"}))


def test_text_comes_before_files():
    assert form(text="pasted", files=[SimpleUploadedFile("0.log", b"sent")]) == [("", "pasted"), ("0.log", b"sent")]


def test_blank_text_is_nothing():
    assert form(text=" \r\n") == []


def test_an_upload_stays_in_memory():
    handlers = settings.FILE_UPLOAD_HANDLERS
    assert handlers == ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
    assert settings.FILE_UPLOAD_MAX_MEMORY_SIZE >= settings.MAX_PASTE_BYTES


def test_a_name_sent_thrice_is_numbered():
    files = [SimpleUploadedFile("a.log", str(n).encode()) for n in range(3)]
    assert [name for name, _ in form(files=files)] == ["a.log", "a.log (2)", "a.log (3)"]


def test_a_raw_body_has_no_name():
    request = RequestFactory().generic("POST", "/api/match", b"raw&log=1", "application/x-www-form-urlencoded")
    assert from_body(request) == Paste([("", b"raw&log=1")])


def test_json_files_keep_their_names_and_order():
    assert from_json(json.dumps({"files": {"1": "b", "0": "a"}}).encode()).files == [("1", b"b"), ("0", b"a")]


def test_the_files_of_both_runs_count_together():
    half = {str(n): "x" for n in range(settings.DATA_UPLOAD_MAX_NUMBER_FILES // 2 + 1)}
    with pytest.raises(Refused, match="files at once"):
        from_json(json.dumps({"files": half, "against": half}).encode())


def test_a_refusal_names_the_mistake():
    with pytest.raises(Refused, match="Not JSON") as refused:
        from_json(b"{")
    assert refused.value.status == 400


class Endless(BytesIO):
    """A body that never ends, and counts what was read of it."""

    taken = 0

    def read(self, size=-1):
        self.taken += size
        return b"x" * size


def test_an_oversized_body_is_read_away_but_not_for_ever():
    stream = Endless()
    environ = RequestFactory().generic("POST", "/match").environ
    request = WSGIRequest(environ | {"CONTENT_LENGTH": str(10**12), "wsgi.input": stream})
    with pytest.raises(Refused) as refused:
        refuse_unreadable(request)
    assert refused.value.status == 413
    assert 0 < stream.taken <= 4 * settings.MAX_PASTE_BYTES + MEGABYTE


def test_a_nonsense_length_is_a_length_of_nothing():
    environ = RequestFactory().generic("POST", "/match").environ
    refuse_unreadable(WSGIRequest(environ | {"CONTENT_LENGTH": "nonsense"}))
