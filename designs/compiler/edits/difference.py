"""From one design to another as plain edits: what undo, merging and replacing are made of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from ..model.conceptual import Model
from .kinds import DESIGN, Add, Edit, Order, Path, Remove, Set, Several
from .tree import MAPS, Node, lists_of, raw_of, walk

# Objects whose keys are properties of their own, so that two people may each change one.
_OPENED = frozenset((
    "from", "to", "has", "items", "navigation", "recent", "tree", "discriminator", "retention", "computed",
    "validation", "naming",
))  # fmt: skip


def difference(before: Model, after: Model) -> Several:
    """Plain edits (no renames) that turn before into after, byte for byte. All objects have ids."""
    old, new = raw_of(before), raw_of(after)
    return _between(old, new, _alike(old, new))


def both_ways(before: Node, after: Node) -> tuple[Several, Several]:
    """As `difference`, of JSON values in canonical order; and the edits that lead back."""
    alike = _alike(before, after)
    return _between(before, after, alike), _between(after, before, alike)


def _between(before: Node, after: Node, alike: set[str]) -> Several:
    old, new = _by_id(before, alike), _by_id(after, alike)
    homes_then, homes_now = _homes(old), _homes(new)
    gone = [key for key in homes_then if homes_now.get(key) != homes_then[key]]
    come = {key for key in homes_now if homes_then.get(key) != homes_now[key]}
    edits: list[Edit] = [Remove(id=key) for key in gone if homes_then[key][0] not in gone]
    there = [key for key in new if key in old and key not in come and not _within(key, homes_now, come)]
    kept = [key for key in there if not same(old[key], new[key])]
    for key in kept:
        edits += _values(key, (), old[key], new[key])
    for key in kept:
        edits += _members(key, old[key], new[key], come)
    for key in kept:
        edits += _empty_lists(key, old[key], new[key])
    return Several(edits=tuple(edits))


def same(first: Any, other: Any) -> bool:
    """Whether two JSON values are written alike: 1 is not true, and order counts."""
    return _written(first) == _written(other)


def _written(value: Any) -> bytes:
    try:
        return msgspec.json.encode(value)
    except (UnicodeEncodeError, OverflowError, TypeError):  # what no file holds, but an edit may bring
        return json.dumps(value).encode()


def _alike(before: Node, after: Node) -> set[str]:
    """The ids of whole entities, relationships and operations that are written alike: nothing in them
    came, went or moved."""
    then = {member["id"]: _written(member) for _, members in lists_of(before) for member in members}
    now = ((member["id"], _written(member)) for _, members in lists_of(after) for member in members)
    return {key for key, written in now if then.get(key) == written}


def _by_id(raw: Node, alike: set[str]) -> dict[str, Node]:
    parts = [member for _, members in lists_of(raw) for member in members if member["id"] not in alike]
    return {DESIGN: raw} | {node["id"]: node for part in parts for node in (part, *walk(part))}


def _homes(nodes: dict[str, Node]) -> dict[str, tuple[str, Path]]:
    return {
        member["id"]: (key, path)
        for key, node in nodes.items()
        for path, members in lists_of(node)
        for member in members
    }


def _within(key: str, homes: dict[str, tuple[str, Path]], come: set[str]) -> bool:
    while key in homes:
        key = homes[key][0]
        if key in come:
            return True
    return False


def _lists(node: Node) -> dict[Path, list[Node]]:
    return dict(lists_of(node))


def _values(key: str, path: Path, old: Node, new: Node, top: bool = True) -> Iterator[Edit]:
    """Edits of the properties at one level, and of what is opened below it."""
    skipped = {at[-1] for node in (old, new) for at in _lists_at(node, path, key)}
    for name in dict.fromkeys([*old, *new]):
        at, before, other = (*path, name), old.get(name, UNSET), new.get(name, UNSET)
        if (
            name in skipped
            or (name == "id" and top)
            or (before is not UNSET and other is not UNSET and same(before, other))
        ):
            continue
        if name in MAPS and _by_key(before, other):
            yield from _values(key, at, before or {}, other or {}, False)
        elif name in _OPENED and isinstance(before, dict) and isinstance(other, dict):
            yield from _values(key, at, before, other, False)
        else:
            yield Set(id=key, path=at, value=other)


def _lists_at(node: Node, path: Path, key: str) -> Iterator[Path]:
    if key == DESIGN:
        yield from () if path else (("entities",), ("relationships",), ("operations",))
    elif not path:
        yield from (("fields",), ("link_fields",))
    elif set(path) == {"items"}:
        yield ("fields",)


def _by_key(old: Any, new: Any) -> bool:
    """Whether taking keys away and adding others at the end gives the new map in its order. One that is not
    there is as one without keys, so that two people may each give it its first; one that says it has none
    is set as it is."""
    if (new == {}) or not (old or new):
        return False
    old, new = old or {}, new or {}
    return [*(key for key in old if key in new), *(key for key in new if key not in old)] == list(new)


def _members(key: str, old: Node, new: Node, come: set[str]) -> Iterator[Edit]:
    """Objects that came, and the order where that is not yet right."""
    then, now = _lists(old), _lists(new)
    for path, members in now.items():
        ids = [member["id"] for member in members]
        order = [
            member["id"] for member in then.get(path, []) if member["id"] in ids and member["id"] not in come
        ]
        for index, member in enumerate(members):
            if member["id"] in come:
                yield Add(holder=key, path=path, index=index, value=member)
                order.insert(index, member["id"])
        if order != ids:
            yield Order(holder=key, path=path, ids=tuple(ids))


def _empty_lists(key: str, old: Node, new: Node) -> Iterator[Edit]:
    """A list may be empty or absent, and the file says which."""
    then, now = _lists(old), _lists(new)
    for path in dict.fromkeys([*then, *now]):
        if path in then and path not in now and _reaches(new, path):
            yield Set(id=key, path=path)
        elif path in now and path not in then and not now[path] and _reaches(old, path):
            yield Set(id=key, path=path, value=[])


def _reaches(node: Node, path: Path) -> bool:
    """Whether the holder of the list stands on this side: else the whole holder is set anyway."""
    for name in path[:-1]:
        node = node.get(name, None)  # type: ignore[assignment]
        if node is None:
            return False
    return True
