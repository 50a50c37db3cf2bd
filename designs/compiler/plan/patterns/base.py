"""What a pattern is, and what several of them make: references, arrays of ids, copies, notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from ...model.conceptual import Relationship, given, stated
from ...names.tree_fields import PARENT, name_of
from ...placement.doc_path import PlacedCopy
from ...placement.schema_versions import is_of_each, of_any_version
from ...plan_model.decisions import opposite
from ...plan_model.number_format import grouped
from ...workload.inputs import DEFAULT, has_no_maximum
from ..attribute_arrays import link_nodes
from ..plan_builder import Body, Node, PlanDraft, field_node

_GUIDELINE = re.compile(r"guideline \d+")
_SETTLED = {"immutable": "never updated", "snapshot": "value at insert time, never updated"}
_KEPT = {
    "strong": "updated in the same transaction", "eventual": "synced by a change stream", "batch": ("synced by a batch job"),
}  # fmt: skip
_KEPT_ALONE = {
    **_KEPT, "strong": "updated by the same function", "eventual": "updated by its function in 05_sync.js after each change",
}  # fmt: skip
"""On a standalone server, which has neither transactions nor change streams."""


class Pattern(msgspec.Struct, frozen=True, kw_only=True):
    """One rewrite of the draft, which apply makes. kinds: the strategies or overlays that it builds. title,
    help: what pages say of it. why, caveats, sources: where no rule chooses it; else its rules say it. code: by
    which comments cite it, of an overlay that one rule makes."""

    slug: str
    kinds: tuple[str, ...]
    title: str
    help: str
    apply: Callable[[PlanDraft], None]
    why: str = ""
    caveats: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    code: str = ""


# --- words ------------------------------------------------------------------------------------


def cite(draft: PlanDraft, relationship: Relationship) -> str:
    """The rule, with the guideline of the tutorial where the decision names one."""
    decision = draft.decision(relationship)
    guideline = next((match[0] for text in decision.sources if (match := _GUIDELINE.search(text))), "")
    return f"{decision.cited}, {guideline}" if guideline else decision.cited


def because(draft: PlanDraft, relationship: Relationship, side: str = "from") -> str:
    """The rule with the number behind it: "B5: unbounded", "B5: no maximum stated", "B9: up to 300", "B10: up to 1500,
    assumed"."""
    case, name = draft.survey.case(relationship.name), f"{side}.max"
    most = case.look(name)
    without = "no maximum stated" if has_no_maximum(case, name) else "unbounded"
    unsure = ", assumed" if case.quantity(name).origin == DEFAULT else ""
    many = without if most == float("inf") else f"up to {grouped(int(most), '')}{unsure}"
    return f"{cite(draft, relationship)}: {many}"


def how_many(relationship: Relationship, side: str, bound: int | None) -> str:
    """The declared numbers of an end as words: 1..5, 0..*."""
    count = relationship.end(side).count
    most = "*" if bound is None else str(bound)
    return f"{int(given(count.min, 0))}..{most}"


def least(relationship: Relationship, side: str) -> int:
    """The declared minimum of an end, 0 where there is none."""
    return int(given(relationship.end(side).count.min, 0))


# --- references -------------------------------------------------------------------------------


def id_node(
    draft: PlanDraft, relationship: Relationship, entity: str, name: str, *others: str, **values: Any
) -> Node:
    """A field that holds the id of a document of ``entity``, or of one of others."""
    shown = {"origin": "reference", "relationship": relationship.name, "entity": entity, **values}
    types = dict.fromkeys(
        type for target_entity in (entity, *others) for type in draft.placement.key_types(target_entity)
    )
    target = None if others else target_of(draft, entity)
    return Node(name.rpartition(".")[2], *types, target=target, **shown)


def id_of_document(draft: PlanDraft, entity: str, name: str, note: str) -> Node:
    """A field that holds the ``_id`` of a document of the entity, for its history."""
    types = draft.placement.key_types(entity)
    target = target_of(draft, entity)
    return Node(name, *types, origin="version", required=True, entity=entity, target=target, note=note)


def target_of(draft: PlanDraft, entity: str) -> str | None:
    """The collection whose ``_id`` references to the entity hold, None for elements."""
    places = draft.placement.identities(entity)
    return next((spot.collection for spot in places if spot.path == "_id"), None)


def pointing(draft: PlanDraft, entity: str) -> str:
    """What a reference to the entity points at, as a path in a collection."""
    places = [f"{spot.collection}.{spot.path}" for spot in draft.placement.identities(entity)]
    return " or ".join(places) or draft.names.word(entity)


def put_reference(draft: PlanDraft, relationship: Relationship, body: Body, *, required: bool) -> None:
    """The scalar reference of the ``to`` end with its copies, into the body that holds it."""
    put_parent_id(draft, relationship, body, required=required)
    put_copies(draft, relationship, "to", body, required=required)


def put_parent_id(draft: PlanDraft, relationship: Relationship, body: Body, *, required: bool) -> None:
    """The scalar reference of the ``to`` end alone."""
    parent = relationship.from_.entity
    name = draft.names.end(relationship, "to")
    note = f"Reference to {pointing(draft, parent)} ({because(draft, relationship)})"
    put_id(draft, relationship, body, name, parent, required=required, note=note)


def put_id(
    draft: PlanDraft,
    relationship: Relationship,
    body: Body,
    name: str,
    entity: str,
    *,
    required: bool,
    note: str,
) -> None:
    """One id, with the holder's id before it where the target is an element of another document."""
    if draft.placement.is_paired(entity) and not draft.placement.traits(relationship).within_document:
        holder, *others = draft.placement.root_entities(entity)
        below, _, own = name.rpartition(".")
        pair = draft.placement.holder_name(relationship, entity, own)
        path = f"{below}.{pair}" if below else pair
        beside = "the document that contains the item"
        node = id_node(draft, relationship, holder, path, *others, required=required, note=beside)
        node.types = draft.placement.holder_key_types(entity)
        body.put(path, node)
    body.put(name, id_node(draft, relationship, entity, name, required=required, note=note))


def put_reference_of_child(draft: PlanDraft, relationship: Relationship) -> None:
    """The child's reference to its parent, where the child lives."""
    required = least(relationship, "to") >= 1
    put_reference(draft, relationship, draft.reference_body(relationship.to.entity), required=required)
    draft.hold(relationship, *draft.placement.references(relationship, "to"))


def put_tree_parent(draft: PlanDraft, tree: Relationship) -> None:
    """The id of its parent in each node; a root has none. Nodes that share one document need no
    more than that."""
    entity, body = tree.to.entity, draft.reference_body(tree.to.entity)
    name = name_of(draft.names, tree, PARENT)
    note = f"parent node -> {pointing(draft, entity)}, absent at a root ({cite(draft, tree)})"
    body.put(name, id_node(draft, tree, entity, name, origin="tree", role=PARENT, note=note))
    put_copies(draft, tree, "to", body, required=False)
    draft.hold(tree, *draft.placement.references(tree, "to"))


def put_tree_field(draft: PlanDraft, tree: Relationship, role: str, *types: str, **values: Any) -> None:
    """Another generated field in each node."""
    name, entity = name_of(draft.names, tree, role), tree.to.entity
    values = {"origin": "tree", "role": role, "relationship": tree.name, "entity": entity, **values}
    draft.body(entity).put(name, Node(name.rpartition(".")[2], *types, **values))
    draft.hold(tree, *(spot.down(name) for spot in draft.placement.spots(entity)))


def put_tree_ids(draft: PlanDraft, tree: Relationship, role: str, note: str, **values: Any) -> None:
    """An array of ids of nodes in each node."""
    entity = tree.to.entity
    target = target_of(draft, entity)
    element = {"types": draft.placement.key_types(entity), "target": target}
    put_tree_field(
        draft, tree, role, "array", element=element, target=target, required=True, unique_items=True,
        note=f"{note} -> {pointing(draft, entity)} ({cite(draft, tree)})", **values,
    )  # fmt: skip


# --- arrays of ids or of objects with ids -----------------------------------------------------


def put_id_array(draft: PlanDraft, relationship: Relationship, side: str) -> None:
    """The array of this end's documents that lists the other side: ids, or objects with an id,
    link fields and copies."""
    name = draft.placement.array_name(relationship, side)
    far = relationship.end(opposite(side)).entity
    objects = draft.placement.holds_objects(relationship, side)
    node = (
        _object_array(draft, relationship, side, far, name)
        if objects
        else _id_array(draft, relationship, far, name)
    )
    bound = array_bound(draft, relationship, side)
    node.values["max_items"] = bound
    near = draft.names.word(relationship.end(side).entity)
    many = f"{how_many(relationship, side, bound)} per {near}"
    traits = draft.placement.traits(relationship)
    if relationship.kind == "many-to-many" and not traits.lists_both_ends:
        minimum = least(relationship, side)
        node.values |= {"required": minimum >= 1, "min_items": minimum or None}
    if traits.embeds_links:
        node.values["note"] = f"Embedded links: {many} ({cite(draft, relationship)})"
    else:
        node.values["note"] = f"References to {pointing(draft, far)}, {many} ({cite(draft, relationship)})"
    draft.body(relationship.end(side).entity).put(name, node)
    draft.hold(relationship, *(base.down(name) for base in draft.placement.bases(relationship, side)))


def array_bound(draft: PlanDraft, relationship: Relationship, side: str) -> int | None:
    """The most elements that the array at this end may hold: a cap, else the declared maximum of
    a bounded end. A number that nobody declared never becomes a rule of the validator."""
    decision = draft.decision(relationship)
    if decision.traits.caps_itself:
        return decision.bound
    count = relationship.end(side).count
    unbounded = draft.survey.case(relationship.name).look(f"{side}.growth") == "unbounded"
    return None if unbounded or not stated(count.max) else int(given(count.max, 0))


def _id_array(draft: PlanDraft, relationship: Relationship, far: str, name: str) -> Node:
    element = {"types": draft.placement.key_types(far), "target": target_of(draft, far)}
    return Node(
        name.rpartition(".")[2],
        "array",
        element=element,
        origin="reference",
        relationship=relationship.name,
        entity=far,
        target=target_of(draft, far),
        unique_items=True,
    )


def _object_array(draft: PlanDraft, relationship: Relationship, side: str, far: str, name: str) -> Node:
    body = Body()
    note = f"reference -> {pointing(draft, far)}"
    put_id(draft, relationship, body, draft.names.element_id(far), far, required=True, note=note)
    put_copies(draft, relationship, side, body, required=True)
    put_link_fields(draft, relationship, body)
    origin = "link" if draft.placement.traits(relationship).embeds_links else "reference"
    last = name.rpartition(".")[2]
    return Node(last, "array", body=body, origin=origin, relationship=relationship.name, entity=far)


def put_link_fields(draft: PlanDraft, relationship: Relationship, body: Body) -> None:
    """The fields of the relationship itself."""
    for node in link_nodes(draft.placement, relationship):
        body.put(node.name, node)


def embedded_node(
    draft: PlanDraft, relationship: Relationship, name: str, bound: int | None, note: str
) -> Node:
    """An array whose elements are the child's documents. bound: the most of them; the others are elsewhere."""
    minimum = least(relationship, "from")
    minimum = minimum if bound is None else min(minimum, bound)
    return Node(
        name.rpartition(".")[2],
        "array",
        body=draft.element_body(relationship.to.entity),
        origin="embedded",
        required=minimum >= 1,
        relationship=relationship.name,
        entity=relationship.to.entity,
        min_items=minimum or None,
        max_items=bound,
        note=note,
    )


def put_bucket_items(draft: PlanDraft, relationship: Relationship, body: Body, note: str) -> None:
    """The array of a bucket document, whose elements are the child's documents."""
    path = draft.names.bucket_items(relationship)
    items = Node(
        path.rpartition(".")[2],
        "array",
        body=draft.element_body(relationship.to.entity),
        origin="bucket",
        required=True,
        relationship=relationship.name,
        entity=relationship.to.entity,
        max_items=array_bound(draft, relationship, "from"),
        note=note,
    )
    body.put(path, items)


# --- copies -----------------------------------------------------------------------------------


def put_copies(
    draft: PlanDraft, relationship: Relationship, side: str, body: Body, *, required: bool
) -> None:
    """The copies that documents of this end keep, beside their reference."""
    for copy in draft.placement.copies(relationship, side):
        body.put(copy.name, copy_node(draft, copy, required=required))


def copy_node(draft: PlanDraft, copy: PlacedCopy, *, required: bool) -> Node:
    """A copied field under its own name, with the words that say how it stays true."""
    route = draft.placement.paths.resolve(copy.owner, copy.copy.field)
    source = None if route is None else route.field
    name = copy.name.rpartition(".")[2]
    alone = given(draft.model.topology, "replica-set") == "standalone"
    is_of_elements = all(
        spot.arrays for spot in draft.placement.spots(copy.owner)
    )  # what writes these writes it too
    policy = "strong" if is_of_elements else copy.policy
    kept = _SETTLED.get(copy.policy) or (_KEPT_ALONE if alone else _KEPT)[policy]
    word = draft.names.word(copy.owner)
    values: dict[str, Any] = {
        "origin": "copy",
        "relationship": copy.relationship,
        "entity": copy.owner,
        "policy": copy.policy,
        "note": f"Copy of {word}.{copy.copy.field} ({copy.policy}): {kept}",
    }
    if route is None or source is None:
        types = draft.placement.key_types(copy.owner) if copy.copy.field == "_id" else ("string",)
        return Node(name, *types, required=required, **values)
    always = route.is_always and all(step.field is None or is_of_each(step.field) for step in route.steps)
    return field_node(of_any_version(source), name, required=required and always, sure=always, **values)
