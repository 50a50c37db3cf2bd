"""Where a design file holds paths and formulas, and from which entity each starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .tree import Node, walk

# The old name of the entity where the path starts, what holds it, under which key or number, and
# the includes that the path may start with.
Place = tuple[str, Any, Any, list[str]]


def path_places(old: Node, new: Node) -> Iterator[Place]:
    """Every path, list of paths and filter of the new design, whose objects are those of the old."""
    for then, now in zip(old["entities"], new["entities"], strict=True):
        yield from _of_entity(then["name"], now)
    for then, now in zip(old.get("relationships", []), new.get("relationships", []), strict=True):
        yield from _of_link(then, now)
    for then, now in zip(old.get("operations", []), new.get("operations", []), strict=True):
        yield from _of_operation(then["entity"], now, then.get("includes", []))
    for owner, field in _fields(old, new):
        if "sources" in field.get("computed", {}):
            yield owner, field["computed"], "sources", []


def formula_places(old: Node, new: Node) -> Iterator[tuple[str, Node]]:
    """Every ``computed`` of the new design with the entity whose paths its formula holds."""
    return ((owner, field["computed"]) for owner, field in _fields(old, new) if "computed" in field)


def _fields(old: Node, new: Node) -> Iterator[tuple[str, Node]]:
    for then, now in zip(old["entities"], new["entities"], strict=True):
        yield from ((then["name"], field) for field in walk(now))


def _of_entity(owner: str, entity: Node) -> Iterator[Place]:
    if "field" in entity.get("retention", {}):
        yield owner, entity["retention"], "field", []
    shard_key = entity.get("shard_key", [])
    if isinstance(shard_key, dict):
        yield owner, entity, "shard_key", []
    else:
        yield from ((owner, pair, 0, []) for pair in shard_key)
    for index in entity.get("indexes", []):
        yield from ((owner, pair, 0, []) for pair in index["keys"])
        yield from ((owner, index, key, []) for key in ("partial", "weights") if key in index)


def _of_link(then: Node, now: Node) -> Iterator[Place]:
    for copy in now.get("copies", []):
        yield then[copy["of"]]["entity"], copy, "field", []
    for key in ("sort", "fields"):
        if key in now.get("recent", {}):
            yield then["to"]["entity"], now["recent"], key, []


def _of_operation(owner: str, operation: Node, includes: list[str]) -> Iterator[Place]:
    for key in ("filter", "sort", "effects"):
        yield from ((owner, part, "field", includes) for part in operation.get(key, []))
    for key in ("projection", "changes", "always_filter"):
        if key in operation:
            yield owner, operation, key, includes
