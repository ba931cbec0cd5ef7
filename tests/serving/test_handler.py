"""What a request says of itself can neither break the answer nor change how its text is read."""

import codecs
from io import BytesIO

import pytest
from django.test import RequestFactory

from kb.serving.handler import Handler, content_type
from tests.shelf import LOG, make_content, serve

CODECS = "zlib rot13 base64 hex bz2 quopri uu undefined idna punycode unicode_escape utf-7 utf-16 nonsense".split()


@pytest.fixture
def ask(tmp_path, monkeypatch):
    serve(make_content(tmp_path / "content"), monkeypatch)
    handler = Handler()

    def asked(path, body=b"", **environ):
        told = []
        request = RequestFactory().generic("POST" if body else "GET", path, body).environ
        answer = b"".join(handler(request | environ, lambda *head: told.extend(head)))
        return told[0], answer

    return asked


@pytest.mark.parametrize("codec", CODECS)
def test_a_charset_is_ignored(ask, codec):
    assert codec == "nonsense" or codecs.lookup(codec)
    for charset in (f"charset={codec}", f"charset*={codec}''%41", f'charset="{codec}"'):
        told = f"text/plain; {charset}"
        assert ask("/search?q=%D8%5Cud800abc", CONTENT_TYPE=told)[0] == "200 OK"
        status, answer = ask("/api/match", LOG.encode(), CONTENT_TYPE=told)
        assert status == "200 OK" and b"duplicate-gpu" in answer
        form = b'--B\r\nContent-Disposition: form-data; name="text"\r\n\r\n' + LOG.encode() + b"\r\n--B--\r\n"
        told = told.replace("text/plain", "multipart/form-data; boundary=B")
        assert ask("/match", form, CONTENT_TYPE=told)[0] == "200 OK"


@pytest.mark.parametrize("header", ["filename*=zlib''%41", "filename*=nonsense''%FF", 'filename="a'])
def test_a_part_of_a_form_that_names_a_codec_is_refused_or_read(ask, header):
    form = f'--B\r\nContent-Disposition: form-data; name="files"; {header}\r\n\r\nx\r\n--B--\r\n'.encode()
    assert ask("/match", form, CONTENT_TYPE="multipart/form-data; boundary=B")[0] in ("200 OK", "400 Bad Request")


def test_what_a_client_accepts_may_be_nonsense(ask):
    assert ask("/api/match", LOG.encode(), HTTP_ACCEPT="text/plain; a*=zlib''b")[0] == "200 OK"


@pytest.mark.parametrize(
    "told, kept",
    [
        ("multipart/form-data; charset=zlib; boundary=ab'c", "multipart/form-data; boundary=ab'c"),
        ('multipart/form-data; boundary="a b"', 'multipart/form-data; boundary="a b"'),
        ("application/json;charset=utf-16", "application/json"),
        ("nonsense", ""),
        ("", ""),
    ],
)
def test_only_the_type_and_the_boundary_are_kept(told, kept):
    assert content_type(told) == kept


CHUNKED = {"HTTP_TRANSFER_ENCODING": "chunked", "CONTENT_LENGTH": ""}


def test_chunks_are_read_where_the_server_says_where_they_end(ask):
    stream = {"wsgi.input": BytesIO(LOG.encode()), "wsgi.input_terminated": True}
    assert b"duplicate-gpu" in ask("/api/match", b"x", **CHUNKED, **stream)[1]


def test_chunks_are_refused_where_it_does_not(ask):
    status, answer = ask("/api/match", b"x", **CHUNKED)
    assert status == "411 Length Required" and b"Content-Length" in answer
    assert ask("/match", b"x", **CHUNKED)[0].startswith("4")


def test_chunks_over_the_limit_are_refused(ask, settings):
    settings.MAX_PASTE_BYTES = 100
    stream = {"wsgi.input": BytesIO(bytes(1000)), "wsgi.input_terminated": True}
    assert ask("/api/match", b"x", **CHUNKED, **stream)[0].startswith("413")


def test_hsts_only_where_tls_is_in_front(ask, settings, tmp_path, monkeypatch):
    heads = []
    environ = RequestFactory().get("/").environ
    for tls in (False, True):
        settings.TLS, settings.SECURE_HSTS_SECONDS = tls, 1000 if tls else 0
        b"".join(Handler()(dict(environ), lambda status, headers: heads.append(dict(headers))))
    assert "Strict-Transport-Security" not in heads[0]
    assert heads[1]["Strict-Transport-Security"] == "max-age=1000"
