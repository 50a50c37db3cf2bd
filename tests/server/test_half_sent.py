"""Bodies that never come whole hold nobody up, and are answered."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from modeler.server.bodies import GRACE

from .running import Copy


def half_sent(port: int, path: str = "/new/file/", length: int = 1000, head: bytes = b"") -> socket.socket:
    place = socket.create_connection(("127.0.0.1", port))
    told = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\nabc".encode()
    place.sendall(head or told)
    return place


def believed(copy: Copy, path: str, length: int = 1000) -> bytes:
    """The head of a form as a browser sends it: with the cookie without which its body would never be read."""
    visitor = copy.visitor()
    visitor.get("/new/file/")
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    assert "csrf" in cookies
    lines = (
        f"POST {path} HTTP/1.1",
        "Host: localhost",
        f"Cookie: {cookies}",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {length}",
    )
    return ("\r\n".join(lines) + "\r\n\r\ntext=abc").encode()


@contextmanager
def many(count: int, port: int, **told: object) -> Iterator[list[socket.socket]]:
    with ExitStack() as open_ones:
        yield [open_ones.enter_context(half_sent(port, **told)) for _ in range(count)]  # type: ignore[arg-type]


@pytest.mark.parametrize("count", [8, 100])
@pytest.mark.parametrize("path", ["/new/file/", "/sign-in/", "/designs/university/edits/", "/nowhere/"])
def test_pages_come_while_bodies_do_not(copy: Copy, count: int, path: str) -> None:
    with many(count, copy.port, head=believed(copy, path)):
        for page in ("/", "/designs/university/", "/new/file/"):
            answer = copy.visitor().get(page)
            assert answer.status == 200
            assert answer.seconds < 5  # for ever before; a second is the aim


def test_half_a_head_holds_nobody_up_either(copy: Copy) -> None:
    with many(100, copy.port, head=b"GET / HTTP/1.1\r\nHost: loc"):
        assert copy.visitor().get("/").seconds < 5


def test_a_body_that_stops_is_answered_in_words(copy: Copy) -> None:
    with half_sent(copy.port) as place:
        place.settimeout(GRACE + 10)
        began = time.monotonic()
        answer = place.recv(100_000)
        while not answer.rstrip().endswith(b"</html>") and (piece := place.recv(100_000)):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"The connection was too slow" in answer
    assert b"content-security-policy" in answer.lower()
    assert GRACE - 1 < time.monotonic() - began < GRACE + 8


def test_a_body_that_drips_gets_no_longer(copy: Copy) -> None:
    with half_sent(copy.port, length=100_000) as place:
        stop = threading.Event()

        def drip() -> None:
            while not stop.wait(0.5):
                try:
                    place.sendall(b"x")
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        try:
            place.settimeout(GRACE + 10)
            assert place.recv(12) == b"HTTP/1.1 408"
        finally:
            stop.set()
            dripping.join()


def test_a_body_that_is_too_large_is_not_waited_for(copy: Copy) -> None:
    with half_sent(copy.port, length=100_000_000) as place:
        place.settimeout(5)
        assert place.recv(12) == b"HTTP/1.1 413"


def test_a_body_that_breaks_the_protocol_is_refused(copy: Copy) -> None:
    head = b"POST /new/file/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"
    with half_sent(copy.port, head=head) as place:
        place.settimeout(5)
        assert place.recv(12) == b"HTTP/1.1 400"


def test_connections_that_say_nothing_hold_nobody_up(copy: Copy) -> None:
    with ExitStack() as open_ones:
        for _ in range(700):
            open_ones.enter_context(socket.create_connection(("127.0.0.1", copy.port)))
        assert copy.visitor().get("/").seconds < 5
