"""Trees whose sample documents are no trees: rings, paths that lead nowhere, numbers that overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...model.conceptual import Relationship
from ...names.tree_fields import (
    ANCESTORS,
    CHILDREN,
    LEFT,
    PARENT,
    PATH,
    RIGHT,
    SEPARATOR,
    roles,
    segment,
)
from ...plan_model.findings import Finding
from ...sampling import samples
from ..base import Inspection, Lint

Node = dict[str, Any]
"""What a document says as a node: by role of the tree's fields, its ``_id`` and its segment."""
_SEGMENT = "segment"


def check(seen: Inspection) -> Iterator[Finding]:
    """What a tree's form stores in the sample documents against the tree that it makes of them."""
    for tree, decision in seen.decided():
        if not decision.traits.is_tree:
            continue
        known = {role: name for name, role in roles(seen.names, tree, decision.strategy).items()}
        told = {**known, "_id": "_id", _SEGMENT: segment(seen.names, tree)}
        nodes = [{role: _at(one, path) for role, path in told.items()} for one in _documents(seen, tree)]
        for message in dict.fromkeys(_faults(nodes, known)):
            yield LINT.finding(tree.name, message, "mend the examples, and run the audit on what is stored")


def _documents(seen: Inspection, tree: Relationship) -> list[dict[str, Any]]:
    """The sample documents that are nodes; none where the nodes stand inside other documents."""
    spot = next(iter(seen.placement.spots(tree.to.entity)), None)
    if spot is None or spot.path:
        return []
    found = samples(seen.compilation, seen.paths).get(spot.collection, [])
    kinds, entity = seen.placement.kinds, tree.to.entity
    if not kinds.is_special(entity):
        return found
    return [one for one in found if one.get(kinds.field(entity)) in kinds.values(entity)]


def _at(document: Any, path: str) -> Any:
    for name in path.split("."):
        document = document.get(name) if isinstance(document, dict) else None
    return document


def _faults(nodes: Sequence[Node], known: dict[str, str]) -> Iterator[str]:
    if _ring(_parents(nodes, known)):
        yield f"{known.get(PARENT) or known.get(CHILDREN)} leads around in a ring"
    by_id = {_key(one["_id"]): one for one in nodes}
    for one in nodes:
        if ANCESTORS in known and one[ANCESTORS] != _above(one, by_id):
            yield f"{known[ANCESTORS]} are not those of the {known[PARENT]}, and it"
        if LEFT in known and not _is_within(one, by_id):
            yield f"{known[LEFT]} and {known[RIGHT]} do not lie between those of the {known[PARENT]}"
    if PATH in known:
        whole = {f"{one[PATH]}{one[_SEGMENT]}{SEPARATOR}" for one in nodes} | {SEPARATOR}
        if any(one[PATH] not in whole for one in nodes):
            yield f"{known[PATH]} leads to no node"


def _key(value: Any) -> str:
    return f"{type(value).__name__}:{value}"


def _parents(nodes: Sequence[Node], known: dict[str, str]) -> dict[str, str]:
    """By node the one above it, as the form tells it."""
    if CHILDREN in known:
        return {_key(below): _key(one["_id"]) for one in nodes for below in one[CHILDREN] or ()}
    return {_key(one["_id"]): _key(one[PARENT]) for one in nodes if one.get(PARENT) is not None}


def _ring(parents: dict[str, str]) -> bool:
    for start in parents:
        seen, at = {start}, parents.get(start)
        while at is not None and at not in seen:
            seen.add(at)
            at = parents.get(at)
        if at == start:
            return True
    return False


def _above(node: Node, by_id: dict[str, Node]) -> list[Any]:
    parent = by_id.get(_key(node[PARENT]))
    return [*(parent[ANCESTORS] or ()), parent["_id"]] if parent is not None else []


def _is_within(node: Node, by_id: dict[str, Node]) -> bool:
    left, right = node[LEFT] or 0, node[RIGHT] or 0
    parent = by_id.get(_key(node[PARENT]))
    inside = parent is None or (parent[LEFT] < left and right < parent[RIGHT])
    return bool(left < right and inside)


LINT = Lint(
    code="L56",
    slug="tree-cycle",
    name="TREE_CYCLE",
    severity="error",
    title="A tree that is none",
    source="MongoDB manual: model tree structures",
    about="relationship",
    check=check,
)
