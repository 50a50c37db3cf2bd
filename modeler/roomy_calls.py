"""Room for the calls that a request leads to.

CPython keeps the frames of calls in pieces of 16 KB. Where a loop calls across the end of a piece, each call asks the
system for the next piece and each return gives it back: a third of the time of a page whose loops are at such a depth (docs/adr/0056-room-for-the-calls-of-a-request.md).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:  # tests of the compiler use this module without Django
    from django.http import HttpRequest, HttpResponse

V = TypeVar("V")
_SLOTS = 70_000
"""Values that the frame of ``with_room`` can hold. No piece of the usual size can, so it gets one of a megabyte, of which it
touches nothing; the other half has room for thousands of calls, more than Python lets be within each other."""


def with_room(work: Callable[[], V]) -> V:
    """Return what ``work`` returns; all calls within it have room in one piece."""
    return work()


with_room.__code__ = with_room.__code__.replace(co_stacksize=_SLOTS)


class RoomyCalls:
    """Answers each request with room for the calls that it leads to."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return with_room(lambda: self.get_response(request))
