"""Carrying out edits on a design's JSON values, and undoing them."""

from __future__ import annotations

import json
from itertools import groupby
from typing import Any, cast

from msgspec import UNSET

from ..model.conceptual import Model
from ..plan_model.findings import fault
from ..reading import meaning_faults
from ..reading.json_text import with_names
from .difference import difference
from .draft import Draft
from .identity import unique_ids
from .kinds import DESIGN, Add, Edit, EditRefused, Order, Path, Remove, Rename, Set, Several
from .limits import check_work, plain
from .removing import remove, remove_with_dependents
from .renaming import rename
from .tree import Node, inside, lists_of, model_of, raw_of, walk, without


def apply(model: Model, edit: Edit) -> Model:
    """Return the design after an edit; the one before stays as it is. Every object has an id.

    Raise EditRefused with the reasons where the result would be no valid design.
    """
    raw = _applied(raw_of(model), edit)
    after = model_of(raw)
    unique_ids(raw)
    nameless = [node["name"] for node in walk(raw) if "id" not in node]
    if nameless:
        raise EditRefused(tuple(fault(str(name), "This has no ID.", "Give it one.") for name in nameless))
    faults = meaning_faults(after)
    if faults:
        raise EditRefused(tuple(with_names(each, raw) for each in faults))
    return after


def inverse(model: Model, edit: Edit) -> Several:
    """The edit that takes this one back: on the design after it, it gives this text again."""
    return difference(apply(model, edit), model)


def _applied(raw: Node, edit: Edit) -> Node:
    """Carry plain edits out in order. Neighbours that rename, or remove with dependents, are one step:
    each such step goes through the whole design."""
    steps = [(kind, list(edits)) for kind, edits in groupby(plain(edit), _whole_step)]
    check_work(sum(1 for kind, _ in steps if kind is not None), raw)
    draft = Draft(raw)
    for kind, edits in steps:
        if kind is Rename:
            draft = Draft(rename(draft.raw, cast("list[Rename]", edits)))
        elif kind is Remove:
            remove_with_dependents(draft, cast("list[Remove]", edits))
        else:
            for plain_edit in edits:
                _carry_out(draft, plain_edit)
    return draft.raw


def _whole_step(edit: Edit) -> type[Edit] | None:
    if isinstance(edit, Rename):
        return Rename
    return Remove if isinstance(edit, Remove) and edit.dependents else None


def _carry_out(draft: Draft, edit: Edit) -> None:
    match edit:
        case Set():
            _set(draft, edit)
        case Add():
            _add(draft, edit)
        case Remove():
            remove(draft, edit)
        case Order():
            _order(draft, edit)


def _set(draft: Draft, edit: Set) -> None:
    node = draft.find(edit.id)
    held = dict(lists_of(node)).get(edit.path)
    if held or not edit.path or edit.path == ("id",):
        problem = "Objects of a list are added, removed, and ordered by their own edits."
        raise EditRefused((fault(edit.id, problem, "Choose another property."),))
    if edit.value is UNSET:
        without(node, edit.path)
    else:
        inside(node, edit.path)[edit.path[-1]] = _copied(edit.value)
    draft.was_set(edit.id, edit.path)


def _add(draft: Draft, edit: Add) -> None:
    value = _copied(edit.value)
    if "id" not in value or any("id" not in node for node in walk(value)):
        raise EditRefused((fault(edit.holder, "The added object has no ID.", "Give it one."),))
    node = draft.find(edit.holder)
    allowed = _list_paths(edit.holder, node)
    if edit.path not in allowed:
        shown = ".".join(edit.path)
        raise EditRefused((fault(edit.holder, f"There is no list {shown}.", "Choose a list of objects."),))
    holder = inside(node, edit.path)
    members = holder.setdefault(edit.path[-1], [])
    if not isinstance(members, list):
        raise EditRefused(
            (fault(edit.holder, f"{'.'.join(edit.path)} isn't a list.", "Make it a list first."),)
        )
    members.insert(min(len(members), max(0, edit.index)), value)
    draft.came(value, members)


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


def _order(draft: Draft, edit: Order) -> None:
    members = dict(lists_of(draft.find(edit.holder))).get(edit.path)
    if members is None:
        return
    place = {key: number for number, key in enumerate(edit.ids)}
    members.sort(key=lambda member: place.get(member.get("id", ""), len(place)))


def _copied(value: Any) -> Any:
    return json.loads(json.dumps(value))
