"""Room for calls within calls: a loop takes no longer at one depth than at another."""

from __future__ import annotations

import resource
from typing import Any

import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.module_loading import import_string

from modeler.roomy_calls import RoomyCalls, with_room

_DEPTHS, _TURNS = 300, 100


def _leaf() -> None:
    """A call that ends at once."""


def _looping_at(depth: int) -> None:
    if depth:
        return _looping_at(depth - 1)
    for _ in range(_TURNS):
        _leaf()
    return None


def _pieces() -> int:
    """How often the system gave memory while a loop ran at each depth."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for depth in range(_DEPTHS):
        _looping_at(depth)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_a_loop_at_any_depth_asks_for_no_memory() -> None:
    assert with_room(_pieces) < _TURNS


def test_what_is_called_answers_or_fails_as_it_would() -> None:
    assert with_room(lambda: 7) == 7
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 / 0)


def test_each_request_has_room_from_the_first_on() -> None:
    pieces: list[int] = []

    def answer(_: HttpRequest) -> HttpResponse:
        pieces.append(_pieces())
        return HttpResponse("here")

    first: Any = import_string(settings.MIDDLEWARE[0])
    assert first is RoomyCalls
    assert first(answer)(HttpRequest()).content == b"here"
    assert pieces[0] < _TURNS
