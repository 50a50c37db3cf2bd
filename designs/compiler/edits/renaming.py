"""New names for objects, and the same meaning for every name and path of the design."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..plan_model.findings import fault
from .draft import Draft
from .kinds import EditRefused, Rename
from .places import formula_places, path_places
from .spelling import Speller
from .tree import Node, model_of


def rename(raw: Node, renames: Sequence[Rename]) -> Node:
    """Return the design's JSON values with the new names wherever the old ones pointed.

    All renames are one step: paths are resolved once, however many there are, and two objects may
    exchange their names.
    """
    old = model_of(raw)
    new: Node = json.loads(json.dumps(raw))
    draft = Draft(new)
    for edit in renames:
        _give(draft.find(edit.id), edit)
    _entity_names(raw, new)
    speller = Speller(old, new)
    for owner, holder, key, includes in path_places(raw, new):
        holder[key] = speller.spelt(owner, holder[key], includes)
    for owner, holder in formula_places(raw, new):
        holder["formula"] = speller.formula(owner, holder["formula"])
    for operation in new.get("operations", []):
        if "includes" in operation:
            operation["includes"] = [speller.included(item) for item in operation["includes"]]
    return new


def _give(subject: Node, edit: Rename) -> None:
    if not edit.end:
        subject["name"] = edit.name
        return
    if edit.end not in subject:
        raise EditRefused((fault(edit.id, "This has no ends.", "Choose a relationship."),))
    subject[edit.end]["field"] = edit.name


def _entity_names(raw: Node, new: Node) -> None:
    """Carry the new names of entities to all that names them."""
    pairs = zip(raw["entities"], new["entities"], strict=True)
    names = {then["name"]: now["name"] for then, now in pairs if then["name"] != now["name"]}
    for link in new.get("relationships", []):
        for side in ("from", "to"):
            link[side]["entity"] = names.get(link[side]["entity"], link[side]["entity"])
    for operation in new.get("operations", []):
        operation["entity"] = names.get(operation["entity"], operation["entity"])
    for group in new.get("groups", []):
        if "entities" in group:
            group["entities"] = [names.get(name, name) for name in group["entities"]]
    if not names.keys().isdisjoint(new.get("layout", {})):
        new["layout"] = {names.get(key, key): place for key, place in new["layout"].items()}
