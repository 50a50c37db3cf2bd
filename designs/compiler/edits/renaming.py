"""A new name for one object, and the same meaning for every name and path of the design."""

from __future__ import annotations

import json

from ..findings import fault
from .kinds import EditRefused, Rename
from .places import formula_places, path_places
from .spelling import Speller
from .tree import Node, find


def rename(raw: Node, edit: Rename) -> Node:
    """The design's JSON values with the new name wherever the old one pointed."""
    new: Node = json.loads(json.dumps(raw))
    subject = find(new, edit.id)
    old_name = str(subject.get("name"))
    if edit.end:
        if edit.end not in subject:
            raise EditRefused((fault(edit.id, "this has no ends", "name a relationship"),))
        subject[edit.end]["field"] = edit.name
    else:
        subject["name"] = edit.name
    entity = not edit.end and any(node is subject for node in new["entities"])
    if entity:
        _entity_names(new, old_name, edit.name)
    speller = Speller(raw, new)
    for owner, holder, key, includes in path_places(raw, new):
        holder[key] = speller.spelt(owner, holder[key], includes)
    for owner, holder in formula_places(raw, new):
        holder["formula"] = speller.formula(owner, holder["formula"])
    for operation in new.get("operations", []):
        if "includes" in operation:
            operation["includes"] = [speller.included(item) for item in operation["includes"]]
    return new


def _entity_names(new: Node, old: str, name: str) -> None:
    for link in new.get("relationships", []):
        for side in ("from", "to"):
            link[side]["entity"] = name if link[side]["entity"] == old else link[side]["entity"]
    for operation in new.get("operations", []):
        operation["entity"] = name if operation["entity"] == old else operation["entity"]
    for group in new.get("groups", []):
        if "entities" in group:
            group["entities"] = [name if one == old else one for one in group["entities"]]
    if old in new.get("layout", {}):
        new["layout"] = {name if key == old else key: place for key, place in new["layout"].items()}
