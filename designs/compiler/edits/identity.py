"""Ids for all that has none: kept where stated, else the namesake's, else a new one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ..model.conceptual import Model
from ..plan_model.findings import fault
from .kinds import DESIGN, EditRefused
from .tree import Node, lists_of, model_of, raw_of, walk


def identified(model: Model, new_ids: Iterator[str], like: Model | None = None) -> tuple[Model, list[str]]:
    """The design with an id on each entity, field, relationship and operation, and the ids that
    were not stated. like: the design whose ids namesakes take over."""
    raw = raw_of(model)
    stated = unique_ids(raw)
    new: list[str] = []
    _fill(raw, raw_of(like) if like is not None else None, new_ids, stated, new)
    return model_of(raw), new


def unique_ids(raw: Node) -> set[str]:
    """The ids that are stated. Raises EditRefused where one stands twice."""
    stated = Counter(node["id"] for node in walk(raw) if "id" in node)
    twice = [key for key, count in stated.items() if count > 1 or key == DESIGN]
    if twice:
        remedy = "Give each object its own ID, or leave IDs out."
        raise EditRefused(tuple(fault(key, "Two objects can't share this ID.", remedy) for key in twice))
    return set(stated)


def _fill(
    node: Node, like: Node | None, new_ids: Iterator[str], taken: set[str], given_ids: list[str]
) -> None:
    theirs = dict(lists_of(like)) if like is not None else {}
    for path, members in lists_of(node):
        by_id = {member["id"]: member for member in theirs.get(path, [])}
        by_name = {member["name"]: member for member in reversed(theirs.get(path, []))}
        for member in members:
            twin = by_id.get(member["id"]) if "id" in member else by_name.get(member["name"])
            if "id" not in member:
                wanted = twin["id"] if twin is not None and twin["id"] not in taken else None
                member["id"] = wanted or next(key for key in new_ids if key not in taken)
                taken.add(member["id"])
                given_ids.append(member["id"])
            _fill(member, twin, new_ids, taken, given_ids)


def without_ids(model: Model, given_ids: frozenset[str]) -> Model:
    """The design as its author wrote it: without the ids that the store made."""
    raw = raw_of(model)
    for node in walk(raw):
        if node.get("id") in given_ids:
            del node["id"]
    return model_of(raw)
