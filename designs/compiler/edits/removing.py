"""Taking objects out, and what goes with an entity: its relationships, its operations, and the
operations whose paths led through them."""

from __future__ import annotations

import re

from ..conceptual import Model
from ..reading import meaning_faults
from .kinds import Remove
from .tree import Node, find, home, model_of, raw_of, walk, without

_OPERATION = re.compile(r"operations\[(\d+)\]")


def remove(raw: Node, edit: Remove) -> None:
    """Take the object out, with its dependents where the edit says so."""
    name = find(raw, edit.id).get("name")
    members = home(raw, edit.id)
    members[:] = [member for member in members if member.get("id") != edit.id]
    if edit.dependents and members is raw.get("entities"):
        _without_dependents(raw, str(name))


def goes_with(model: Model, entity_id: str) -> list[tuple[str, str, str]]:
    """What is removed together with an entity: kind, id and name of each, in the file's order."""
    before, after = raw_of(model), raw_of(model)
    remove(after, Remove(id=entity_id, dependents=True))
    kinds = (("relationship", "relationships"), ("operation", "operations"))
    return [
        (kind, node["id"], node["name"])
        for kind, key in kinds
        for node in before.get(key, [])
        if node not in after.get(key, [])
    ]


def held_by(model: Model, key: str) -> list[str]:
    """The id of an object and those of all that it holds."""
    node = find(raw_of(model), key)
    return [key, *(member["id"] for member in walk(node))]


def _without_dependents(raw: Node, name: str) -> None:
    links, work = raw.get("relationships", []), raw.get("operations", [])
    links[:] = [link for link in links if name not in (link["from"]["entity"], link["to"]["entity"])]
    work[:] = [one for one in work if one["entity"] != name]
    for group in raw.get("groups", []):
        if name in group.get("entities", []):
            group["entities"].remove(name)
    if name in raw.get("layout", {}):
        without(raw, ("layout", name))
    lost = _lost(raw)
    while lost:
        work[:] = [one for number, one in enumerate(work) if number not in lost]
        lost = _lost(raw)


def _lost(raw: Node) -> set[int]:
    """The operations that name something which is no longer there."""
    found = (_OPERATION.match(one.subject) for one in meaning_faults(model_of(raw)))
    return {int(hit[1]) for hit in found if hit}
