"""Which field of a text is which of those before: by name, and by place where only a name changed."""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable, Sequence
from typing import Any

from ..model.conceptual import Field
from ..reading.writing import plain

Raw = dict[str, Any]
_EDGE = -1


def kept_ids(fields: list[Raw], like: Sequence[Field]) -> list[Raw]:
    """The fields' JSON values, with the ids of those that they were before.

    A field of the same name is the same. A new name is a rename where it is the only one between
    the same neighbours that can be meant: it alone has the same content, or of those left it alone
    has the same type. All else is a new field, without an id.
    """
    _keep(fields, plain(list(like)))
    return fields


def _keep(new: list[Raw], old: list[Raw]) -> None:
    twins = _same_id(new, old)
    _pair(twins, new, old, lambda field: (field["name"], _content(field)))
    _pair(twins, new, old, lambda field: field["name"])
    _renamed(twins, new, old)
    taken = {field["id"] for field in new if "id" in field}
    for number, field in enumerate(new):
        twin = old[twins[number]] if number in twins else None
        if twin is not None and "id" not in field and "id" in twin and twin["id"] not in taken:
            field["id"] = twin["id"]
        inner, theirs = _nested(field), _nested(twin) if twin is not None else []
        for place, nested in enumerate(inner):
            _keep(nested, theirs[place] if place < len(theirs) else [])


def _same_id(new: list[Raw], old: list[Raw]) -> dict[int, int]:
    places = {field["id"]: number for number, field in enumerate(old) if "id" in field}
    return {number: places[field["id"]] for number, field in enumerate(new) if field.get("id") in places}


def _pair(twins: dict[int, int], new: list[Raw], old: list[Raw], trait: Callable[[Raw], Any]) -> None:
    """Pair what has the same trait, in order."""
    paired = set(twins.values())
    free: dict[Any, deque[int]] = {}
    for at, field in enumerate(old):
        if at not in paired:
            free.setdefault(trait(field), deque()).append(at)
    for number, field in enumerate(new):
        waiting = free.get(trait(field)) if number not in twins and "id" not in field else None
        if waiting:
            twins[number] = waiting.popleft()


def _renamed(twins: dict[int, int], new: list[Raw], old: list[Raw]) -> None:
    """Between the same two neighbours: the only one of its content, then the only one of its type."""
    here = _gaps(len(new), dict(twins))
    there = _gaps(len(old), {at: at for at in twins.values()})
    for gap, numbers in here.items():
        fresh = [number for number in numbers if "id" not in new[number]]
        gone = list(there.get(gap, []))
        for trait in (_content, _type):
            pairs = _only_ones(fresh, gone, new, old, trait)
            twins.update(pairs)
            fresh = [number for number in fresh if number not in pairs]
            gone = sorted(set(gone) - set(pairs.values()))


def _only_ones(
    fresh: list[int], gone: list[int], new: list[Raw], old: list[Raw], trait: Callable[[Raw], Any]
) -> dict[int, int]:
    """Pairs of a trait that one field has on each side."""
    here = {number: trait(new[number]) for number in fresh}
    there = {at: trait(old[at]) for at in gone}
    once = {shared for shared, count in Counter(here.values()).items() if count == 1}
    once &= {shared for shared, count in Counter(there.values()).items() if count == 1}
    places = {shared: at for at, shared in there.items()}
    return {number: places[shared] for number, shared in here.items() if shared in once}


def _gaps(count: int, twins: dict[int, int]) -> dict[tuple[int, int], list[int]]:
    """The unpaired between two paired ones; neighbours are named by their old number."""
    gaps: dict[tuple[int, int], list[int]] = {}
    before, waiting = _EDGE, []
    for number in range(count):
        if number not in twins:
            waiting.append(number)
            continue
        gaps[before, twins[number]] = waiting
        before, waiting = twins[number], []
    gaps[before, _EDGE] = waiting
    return gaps


def _content(field: Raw) -> str:
    """All that a field states but for names and ids."""
    return json.dumps({**without_ids(field), "name": ""}, sort_keys=True)


def _type(field: Raw) -> tuple[str, ...]:
    item = field.get("items")
    return (field["type"], *(_type(item) if item else ()))


def _nested(field: Raw) -> list[list[Raw]]:
    """The lists of fields within a field and within the elements of its arrays."""
    own = [field["fields"]] if "fields" in field else []
    return own + (_nested(field["items"]) if "items" in field else [])


def without_ids(field: Raw) -> Raw:
    """A field's JSON value without its id and those of all that nests in it."""
    bare = {key: value for key, value in field.items() if key != "id"}
    if "fields" in bare:
        bare["fields"] = [without_ids(inner) for inner in bare["fields"]]
    if "items" in bare:
        bare["items"] = without_ids(bare["items"])
    return bare
