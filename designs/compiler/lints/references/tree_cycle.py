"""Trees whose sample documents aren't trees: cycles, broken paths, or overlapping numbers."""

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
        by_role = {role: name for name, role in roles(seen.names, tree, decision.strategy).items()}
        paths = {**by_role, "_id": "_id", _SEGMENT: segment(seen.names, tree)}
        nodes = [
            {role: _at(document, path) for role, path in paths.items()} for document in _documents(seen, tree)
        ]
        for message in dict.fromkeys(_faults(nodes, by_role)):
            yield LINT.finding(tree.name, message, "Fix the examples, and run the audit on your data.")


def _documents(seen: Inspection, tree: Relationship) -> list[dict[str, Any]]:
    """The sample documents that are nodes; none where the nodes stand inside other documents."""
    spot = next(iter(seen.placement.spots(tree.to.entity)), None)
    if spot is None or spot.path:
        return []
    documents = samples(seen.compilation, seen.paths).get(spot.collection, [])
    kinds, entity = seen.placement.kinds, tree.to.entity
    if not kinds.is_special(entity):
        return documents
    return [document for document in documents if document.get(kinds.field(entity)) in kinds.values(entity)]


def _at(document: Any, path: str) -> Any:
    for name in path.split("."):
        document = document.get(name) if isinstance(document, dict) else None
    return document


def _faults(nodes: Sequence[Node], by_role: dict[str, str]) -> Iterator[str]:
    if _ring(_parents(nodes, by_role)):
        yield f"{by_role.get(PARENT) or by_role.get(CHILDREN)} forms a cycle."
    by_id = {_key(node["_id"]): node for node in nodes}
    for node in nodes:
        if ANCESTORS in by_role and node[ANCESTORS] != _above(node, by_id):
            yield f"{by_role[ANCESTORS]} don't match the {by_role[PARENT]}."
        if LEFT in by_role and not _is_within(node, by_id):
            yield f"{by_role[LEFT]} and {by_role[RIGHT]} aren't within those of the {by_role[PARENT]}."
    if PATH in by_role:
        whole = {f"{node[PATH]}{node[_SEGMENT]}{SEPARATOR}" for node in nodes} | {SEPARATOR}
        if any(node[PATH] not in whole for node in nodes):
            yield f"{by_role[PATH]} doesn't match any node."


def _key(value: Any) -> str:
    return f"{type(value).__name__}:{value}"


def _parents(nodes: Sequence[Node], by_role: dict[str, str]) -> dict[str, str]:
    """By node the one above it, as the form tells it."""
    if CHILDREN in by_role:
        return {_key(below): _key(node["_id"]) for node in nodes for below in node[CHILDREN] or ()}
    return {_key(node["_id"]): _key(node[PARENT]) for node in nodes if node.get(PARENT) is not None}


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
    title="Invalid tree",
    source="MongoDB manual: model tree structures",
    about="relationship",
    check=check,
)
