"""What a read tells of pages and windows: no element that its filter does not find, though a page holds others too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime
from typing import Any

from designs.compiler.sampling.world import Thing
from tests.oracle.comparing import plain
from tests.oracle.state import State


def told_besides(state: State, held: Iterable[Thing], meant: Collection[Thing], pages: Any) -> str:
    """Return which of the things in pages an answer tells that its filter does not find, "" where it tells none. One that
    looks like another that is meant can't be told from it."""
    if not pages:
        return ""
    objects = [each for each in _values(plain(pages)) if isinstance(each, dict)]
    wanted = [_own(state, each) for each in meant]
    entities = {each.entity for each in meant}
    for thing in held:
        own = _own(state, thing)
        if thing.entity not in entities or thing in meant or own in wanted or not own:
            continue
        if any(own.items() <= each.items() for each in objects):
            return f"tells {own}, which its filter does not find"
    return ""


def _own(state: State, thing: Thing) -> dict[str, Any]:
    """Return the values of a thing that are no objects and no lists; few elements have an id."""
    values = state.values[thing].items()
    return {name: plain(value) for name, value in values if isinstance(value, str | int | float | datetime)}


def _values(value: Any) -> Iterator[Any]:
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _values(part)
