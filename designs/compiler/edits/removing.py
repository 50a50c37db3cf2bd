"""Taking objects out, and what goes with an entity: its relationships, its operations, the operations whose paths led
through them, and of other operations what they included of them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..model.conceptual import Model
from ..reading import meaning_faults
from .draft import Draft
from .kinds import Remove
from .tree import Node, find, model_of, raw_of, walk, without

_OPERATION = re.compile(r"operations\[(\d+)\](?:\.includes\[(\d+)\])?")


def remove(draft: Draft, edit: Remove) -> None:
    """Take one object out, and nothing else."""
    members = draft.home(edit.id)
    draft.went(draft.find(edit.id))
    members[:] = [member for member in members if member.get("id") != edit.id]


def remove_with_dependents(draft: Draft, removals: Sequence[Remove]) -> None:
    """Take objects out, with all that hangs on those that are entities.

    The operations that lost something are looked for once, however many objects go.
    """
    raw = draft.raw
    model_of(raw)
    names = set()
    for edit in removals:
        if draft.home(edit.id) is raw.get("entities"):
            names.add(str(draft.find(edit.id)["name"]))
        remove(draft, edit)
    if names:
        _without_dependents(raw, names)
        draft.forget()


def goes_with(model: Model, entity_id: str) -> list[tuple[str, str, str]]:
    """What is removed together with an entity: kind, id and name of each, in the file's order."""
    before, after = raw_of(model), Draft(raw_of(model))
    remove_with_dependents(after, (Remove(id=entity_id, dependents=True),))
    kinds = (("relationship", "relationships"), ("operation", "operations"))
    return [
        (kind, node["id"], node["name"])
        for kind, key in kinds
        for left in [{node["id"] for node in after.raw.get(key, [])}]
        for node in before.get(key, [])
        if node["id"] not in left
    ]


def held_by(model: Model, key: str) -> list[str]:
    """The id of an object and those of all that it holds."""
    node = find(raw_of(model), key)
    return [key, *(member["id"] for member in walk(node))]


def _without_dependents(raw: Node, names: set[str]) -> None:
    links, work = raw.get("relationships", []), raw.get("operations", [])
    links[:] = [link for link in links if names.isdisjoint((link["from"]["entity"], link["to"]["entity"]))]
    work[:] = [operation for operation in work if operation["entity"] not in names]
    for group in raw.get("groups", []):
        if not names.isdisjoint(group.get("entities", [])):
            group["entities"] = [name for name in group["entities"] if name not in names]
    for name in [name for name in raw.get("layout", {}) if name in names]:
        without(raw, ("layout", name))
    while lost := _lost(raw):
        for number, includes in lost.items():
            included = work[number].pop("includes", [])
            if left := [item for at, item in enumerate(included) if at not in includes]:
                work[number]["includes"] = left
        work[:] = [operation for number, operation in enumerate(work) if None not in lost.get(number, ())]


def _lost(raw: Node) -> dict[int, set[int | None]]:
    """The operations that name something which is no longer there: by number, the includes that do; None where it is
    anything else."""
    lost: dict[int, set[int | None]] = {}
    for finding in meaning_faults(model_of(raw)):
        if hit := _OPERATION.match(finding.subject):
            lost.setdefault(int(hit[1]), set()).add(int(hit[2]) if hit[2] else None)
    return lost
