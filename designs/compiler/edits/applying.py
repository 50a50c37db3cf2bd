"""Carrying out edits on a design's JSON values, and undoing them."""

from __future__ import annotations

import json
from typing import Any

from msgspec import UNSET

from ..conceptual import Model
from ..findings import fault
from ..reading import meaning_faults
from .difference import difference
from .identity import unique_ids
from .kinds import DESIGN, Add, Edit, EditRefused, Order, Path, Remove, Rename, Set, Several
from .removing import remove
from .renaming import rename
from .tree import Node, find, inside, lists_of, model_of, raw_of, walk, without


def apply(model: Model, edit: Edit) -> Model:
    """The design after an edit; the one before stays as it is. Every object has an id.

    Raises EditRefused with the reasons where the result would be no valid design.
    """
    raw = _applied(raw_of(model), edit)
    after = model_of(raw)
    unique_ids(raw)
    faults = meaning_faults(after)
    if faults:
        raise EditRefused(tuple(faults))
    return after


def inverse(model: Model, edit: Edit) -> Several:
    """The edit that takes this one back: on the design after it, it gives this text again."""
    return difference(apply(model, edit), model)


def _applied(raw: Node, edit: Edit) -> Node:
    match edit:
        case Several():
            for one in edit.edits:
                raw = _applied(raw, one)
        case Set():
            _set(raw, edit)
        case Add():
            _add(raw, edit)
        case Remove():
            remove(raw, edit)
        case Order():
            _order(raw, edit)
        case Rename():
            return rename(raw, edit)
    return raw


def _set(raw: Node, edit: Set) -> None:
    node = find(raw, edit.id)
    held = dict(lists_of(node)).get(edit.path)
    if held or not edit.path or edit.path == ("id",):
        problem = "objects of a list are added, removed and ordered by edits of their own"
        raise EditRefused((fault(edit.id, problem, "name another property"),))
    if edit.value is UNSET:
        without(node, edit.path)
    else:
        inside(node, edit.path)[edit.path[-1]] = _copied(edit.value)


def _add(raw: Node, edit: Add) -> None:
    value = _copied(edit.value)
    if "id" not in value or any("id" not in node for node in walk(value)):
        raise EditRefused((fault(edit.holder, "what is added has no id", "give it one"),))
    node = find(raw, edit.holder)
    allowed = _list_paths(edit.holder, node)
    if edit.path not in allowed:
        shown = ".".join(edit.path)
        raise EditRefused((fault(edit.holder, f"there is no list {shown}", "name a list of objects"),))
    holder = inside(node, edit.path)
    members = holder.setdefault(edit.path[-1], [])
    members.insert(max(0, edit.index), value)


def _list_paths(holder: str, node: Node) -> set[Path]:
    if holder == DESIGN:
        return {("entities",), ("relationships",), ("operations",)}
    paths: set[Path] = {("link_fields",)} if "from" in node else {("fields",)}
    item = node.get("items")
    path: Path = ("items",)
    while isinstance(item, dict):
        paths.add((*path, "fields"))
        item, path = item.get("items"), (*path, "items")
    return paths


def _order(raw: Node, edit: Order) -> None:
    members = dict(lists_of(find(raw, edit.holder))).get(edit.path)
    if members is None:
        return
    place = {key: number for number, key in enumerate(edit.ids)}
    members.sort(key=lambda member: place.get(member.get("id", ""), len(place)))


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))
