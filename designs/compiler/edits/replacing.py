"""The edits that give an object a whole new value, as a form hands one back: new names are renames, so
that what points there follows."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ..model.conceptual import Model
from ..reading import decode
from .applying import apply
from .difference import difference
from .identity import identified
from .kinds import DESIGN, Edit, EditRefused, Rename, Several
from .tree import Node, find, home, lists_of, raw_of, walk


def replacing(model: Model, key: str, value: Node, new_ids: Iterator[str]) -> Several:
    """The edits by which the object of this id (``design``: the design itself) states this value.

    value: its JSON value; fields that carry an id of before are those, the others are new. Raises
    EditRefused with every fault of the grammar, at its place in the design.
    """
    before = raw_of(model)
    renames = tuple(_renames(find(before, key), value))
    after = _with(before, key, _under_old_names(find(before, key), value))
    wanted, faults = decode(after)
    if wanted is None:
        raise EditRefused(tuple(faults))
    identified_after, _ = identified(wanted, new_ids)
    return Several(edits=(*renames, *difference(model, identified_after).edits))


def renaming_difference(before: Model, after: Model) -> Several:
    """As `difference`, with new names as renames, so that what came under the old name meanwhile follows."""
    renames = _renamed(before, after)
    try:
        between = apply(before, Several(edits=renames)) if renames else before
    except EditRefused:  # names that change places
        return difference(before, after)
    return Several(edits=(*renames, *difference(between, after).edits))


def under_names_of(model: Model, other: Model) -> Model:
    """Return a design in which what another design has too, by its id, is called as there; the design itself where names
    changed places."""
    try:
        return apply(model, Several(edits=_renamed(model, other)))
    except EditRefused:
        return model


def _renamed(before: Model, after: Model) -> tuple[Edit, ...]:
    then, now = (
        {node["id"]: node for node in walk(raw_of(model)) if "id" in node} for model in (before, after)
    )
    return tuple(edit for key in now if key in then for edit in _new_names(then[key], now[key]))


def _new_names(old: Node, new: Node) -> Iterator[Edit]:
    if old["name"] != new["name"]:
        yield Rename(id=old["id"], name=new["name"])
    for end in ("from", "to"):
        then, now = _end_name(old, end), _end_name(new, end)
        if then and now and then != now:
            yield Rename(id=old["id"], name=now, end=end)


def adding(model: Model, kind: str, value: Node, new_ids: Iterator[str]) -> Several:
    """The edit that adds an object: kind is ``entities``, ``relationships`` or ``operations``.

    Raises EditRefused with every fault of the grammar, at its place in the design.
    """
    after = raw_of(model)
    after[kind] = [*after.get(kind, []), value]
    wanted, faults = decode(after)
    if wanted is None:
        raise EditRefused(tuple(faults))
    return difference(model, identified(wanted, new_ids)[0])


def place_of(model: Model, key: str) -> tuple[str | int, ...]:
    """Where an entity, relationship or operation stands in the file: ``("entities", 2)``."""
    raw = raw_of(model)
    members = home(raw, key)
    kind = next(path[0] for path, held in lists_of(raw) if held is members)
    return kind, next(number for number, member in enumerate(members) if member["id"] == key)


def _renames(old: Node, new: Node) -> Iterator[Edit]:
    """Renames of the object, of the ends of a relationship, and of the fields that stay."""
    if old.get("name") != new.get("name") and "id" in old and isinstance(new.get("name"), str):
        yield Rename(id=old["id"], name=new["name"])
    for end in ("from", "to"):
        then, now = _end_name(old, end), _end_name(new, end)
        if now and now != then:
            yield Rename(id=old["id"], name=now, end=end)
    theirs = _fields(old)
    for key, field in _fields(new).items():
        if key in theirs and theirs[key]["name"] != field["name"]:
            yield Rename(id=key, name=field["name"])


def _under_old_names(old: Node, value: Node) -> Node:
    """The value with the names of before: what remains to change once the renames are done."""
    bare: Node = json.loads(json.dumps(value))
    if "name" in old and "name" in bare and "id" in old:
        bare["name"] = old["name"]
    for end in ("from", "to"):
        if _end_name(bare, end) and _end_name(old, end):
            bare[end]["field"] = _end_name(old, end)
    theirs = _fields(old)
    for key, field in _fields(bare).items():
        field["name"] = theirs[key]["name"] if key in theirs else field["name"]
    return bare


def _end_name(node: Node, end: str) -> str:
    side = node.get(end)
    name = side.get("field") if isinstance(side, dict) else None
    return name if isinstance(name, str) else ""


def _fields(node: Node) -> dict[str, Node]:
    if "format" in node:
        return {}
    return {inner["id"]: inner for inner in walk(node) if isinstance(inner, dict) and "id" in inner}


def _with(raw: Node, key: str, value: Node) -> Node:
    """The design's JSON values with this object in the place of the one of this id."""
    if key == DESIGN:
        return value
    members = home(raw, key)
    number = next(number for number, member in enumerate(members) if member.get("id") == key)
    members[number] = value
    return raw
