"""What a request says of itself, as Django takes it."""

from __future__ import annotations

from typing import Any

from modeler.server.environs import environ_of


def environ(*headers: tuple[bytes, bytes], **more: Any) -> dict[str, str]:
    scope = {
        "method": "GET",
        "path": "/",
        "raw_path": b"/",
        "query_string": b"",
        "client": ("10.1.2.3", 5000),
        "server": ("127.0.0.1", 8000),
        "scheme": "http",
        "headers": headers,
    }
    return environ_of(scope | more, 7)


def test_a_path_is_decoded_once_into_the_letters_of_its_bytes() -> None:
    found = environ(raw_path=b"/designs/%C3%A9%2520/?a=1", query_string=b"a=%20")
    assert found["PATH_INFO"].encode("latin-1").decode() == "/designs/é%20/"
    assert found["QUERY_STRING"] == "a=%20"


def test_headers_that_come_twice_are_joined() -> None:
    found = environ(
        (b"x-forwarded-for", b"1.1.1.1"),
        (b"X-Forwarded-For", b"2.2.2.2"),
        (b"cookie", b"a=1"),
        (b"cookie", b"b=2"),
    )
    assert found["HTTP_X_FORWARDED_FOR"] == "1.1.1.1,2.2.2.2"
    assert found["HTTP_COOKIE"] == "a=1; b=2"


def test_a_header_with_an_underscore_does_not_pass_for_another() -> None:
    assert "HTTP_X_FORWARDED_PROTO" not in environ((b"x_forwarded_proto", b"https"))


def test_the_length_is_that_of_the_body_that_came() -> None:
    assert environ((b"content-length", b"1000"))["CONTENT_LENGTH"] == "7"


def test_no_header_sets_what_the_front_says() -> None:
    found = environ((b"nestlink.failed", b"time"), (b"nestlink-failed", b"time"))
    assert not [name for name in found if name.startswith("nestlink")]
