"""A design as JSON values, and where in them each object with an id stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.conceptual import Model
from ..plan_model.findings import fault
from ..reading import decode
from ..reading.writing import plain
from .kinds import DESIGN, EditRefused, Path

Node = dict[str, Any]
Lists = Iterator[tuple[Path, list[Node]]]
MAPS = frozenset(("layout", "constants", "weights"))
"""Of the design: two people may each change a key of these. One whose last key is taken away goes with it."""

OF_DESIGN = ("entities", "relationships", "operations")


def raw_of(model: Model) -> Node:
    """The design's JSON values, free to change."""
    raw: Node = plain(model)
    return raw


def model_of(raw: Node) -> Model:
    """Return the typed design. Raise EditRefused where the values break the grammar, with the reader's words."""
    model, faults = decode(raw)
    if model is None:
        raise EditRefused(tuple(faults))
    return model


def lists_of(node: Node) -> Lists:
    """Yield the lists of objects that a node holds directly, each with its path in the node.

    What an edit put there that is no list of objects is passed over: the reader refuses it in the end.
    """
    if "format" in node:
        yield from (((key,), node[key]) for key in OF_DESIGN if _of_objects(node.get(key)))
        return
    for key in ("fields", "link_fields"):
        if _of_objects(node.get(key)):
            yield (key,), node[key]
    item = node.get("items")
    path: Path = ("items",)
    while isinstance(item, dict):
        if _of_objects(item.get("fields")):
            yield (*path, "fields"), item["fields"]
        item, path = item.get("items"), (*path, "items")


def _of_objects(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(element, dict) for element in value)


def walk(node: Node) -> Iterator[Node]:
    """Every object below a node, each before what it holds."""
    for _, members in lists_of(node):
        for member in members:
            yield member
            yield from walk(member)


def all_lists(node: Node) -> Iterator[tuple[str, Path, list[Node]]]:
    """Every list of objects below a node, outer before inner, with its holder's id and its path there."""
    holder = DESIGN if "format" in node else str(node.get("id", ""))
    for path, members in lists_of(node):
        yield holder, path, members
        for member in members:
            yield from all_lists(member)


def find(raw: Node, key: str) -> Node:
    """The object with this id. Raises EditRefused where there is none."""
    if key == DESIGN:
        return raw
    for node in walk(raw):
        if node.get("id") == key:
            return node
    raise EditRefused(
        (fault(key, "Nothing here has this ID.", ("It may have been deleted. Reload the design.")),)
    )


def home(raw: Node, key: str) -> list[Node]:
    """The list that holds the object with this id."""
    for node in (raw, *walk(raw)):
        for _, members in lists_of(node):
            if any(member.get("id") == key for member in members):
                return members
    raise EditRefused(
        (fault(key, "Nothing here has this ID.", ("It may have been deleted. Reload the design.")),)
    )


def without(node: Node, path: Path) -> None:
    """Take the last key of a path away, and with it a map of the design that holds nothing more."""
    holder = inside(node, path)
    holder.pop(path[-1], None)
    if len(path) == 2 and path[0] in MAPS and "format" in node and not holder:
        del node[path[0]]


def inside(node: Node, path: Path) -> Node:
    """The object that holds the last key of a path; missing ones on the way are made."""
    for key in path[:-1]:
        node = node.setdefault(key, {})
        if not isinstance(node, dict):
            raise EditRefused((fault(".".join(path), f"{key} has no properties.", "Choose one that does."),))
    return node
