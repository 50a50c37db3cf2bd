"""The documents that a search goes to from one to the next, as ``$graphLookup`` does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Json = dict[str, Any]
MayMatch = Callable[[Json, Mapping[str, Any]], bool]
_NEEDED = frozenset({"from", "startWith", "connectFromField", "connectToField", "as"})
_FOLLOWED = _NEEDED | {"depthField", "restrictSearchWithMatch"}


def is_followed(lookup: Json) -> bool:
    """Return whether all that a search says is followed here."""
    return _NEEDED <= lookup.keys() <= _FOLLOWED


def reached(every: list[Json], lookup: Json, document: Json, may_match: MayMatch) -> list[Json]:
    """Return the documents among all that a search from one of them comes to."""
    come_to, ahead = list[Json](), _listed(read_at(document, lookup["startWith"]))
    while ahead:
        wanted = {lookup["connectToField"]: {"$in": ahead}} | lookup.get("restrictSearchWithMatch", {})
        more = [each for each in every if may_match(each, wanted) and each not in come_to]
        come_to += more
        origin = f"${lookup['connectFromField']}"
        ahead = [value for each in more for value in _listed(read_at(each, origin))]
    return come_to


def read_at(document: Json, path: str) -> Any:
    """Return what stands at the path of an expression, through arrays as the server reads them."""
    value: Any = document
    for step in path[1:].split("."):
        if isinstance(value, list):
            value = [each[step] for each in value if isinstance(each, dict) and step in each]
        else:
            value = value.get(step) if isinstance(value, dict) else None
    return value


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
