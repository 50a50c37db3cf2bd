"""SUBSET: the parent holds a capped slice of its children, which have a collection of their own."""

from __future__ import annotations

from msgspec.structs import replace

from ...model.conceptual import Field, Recent, Relationship, given
from ...placement.schema_versions import NUMBER
from ...plan_model.physical import DocField
from ...strategies.table import label_of
from ...workload.list_order import list_order
from ..plan_builder import Body, Node, PlanDraft
from ..validators import is_versioned
from .base import Pattern, array_bound, cite, pointing, put_copies, put_id, put_reference_of_child, target_of


def apply(draft: PlanDraft) -> None:
    """Give each parent its slice and each child its reference."""
    for relationship in draft.chosen("SUBSET"):
        name = draft.names.subset(relationship)
        draft.body(relationship.from_.entity).put(name, _slice(draft, relationship, name))
        draft.hold(relationship, *draft.placement.contents(relationship))
        put_reference_of_child(draft, relationship)


def _slice(draft: PlanDraft, relationship: Relationship, name: str) -> Node:
    child = relationship.to.entity
    body = Body()
    own = draft.names.element_id(child)
    note = f"reference -> {pointing(draft, child)}, so that edits find their copy"
    put_id(draft, relationship, body, own, child, required=True, note=note)
    put_copies(draft, relationship, "from", body, required=True)
    body.late = lambda _: _chosen_fields(draft, relationship)
    bound = array_bound(draft, relationship, "from")
    path, direction = list_order(relationship, draft.names.entities[child])
    which = f"the {'last' if direction == -1 else 'first'} {bound} by {path}, in ascending order"
    note = f"Subset: {which}; all are in {target_of(draft, child)} ({cite(draft, relationship)})"
    return Node(
        name.rpartition(".")[2],
        "array",
        body=body,
        origin="subset",
        relationship=relationship.name,
        entity=child,
        max_items=bound,
        note=note,
    )


def _chosen_fields(draft: PlanDraft, relationship: Relationship) -> tuple[DocField, ...]:
    """The child's fields that the slice repeats, as the child's documents have them: with the number of
    their shape where that tells which of these fields there are."""
    wanted = _wanted(draft, relationship)
    own = draft.body(relationship.to.entity).freeze(sliced=False)
    chosen = (_chosen(field, field.name, wanted, relationship) for field in own)
    chosen_fields = [field for field in chosen if field is not None and field.name not in ("_id", NUMBER)]
    if any(is_versioned(field) for field in chosen_fields):
        chosen_fields = [
            *(_numbered(field, relationship) for field in own if field.name == NUMBER),
            *chosen_fields,
        ]
    return tuple(chosen_fields)


def _numbered(field: DocField, relationship: Relationship) -> DocField:
    return replace(field, relationship=relationship.name, entity=relationship.to.entity)


def _chosen(field: DocField, path: str, wanted: set[str], relationship: Relationship) -> DocField | None:
    """The field if it is wanted, or with those of its fields that are."""
    if path in wanted:
        return _copied(field, relationship)
    if not field.fields:
        return None
    inner = (
        _chosen(inner_field, f"{path}.{inner_field.name}", wanted, relationship)
        for inner_field in field.fields
    )
    kept = tuple(field for field in inner if field is not None)
    return _copied(field, relationship, fields=kept) if kept else None


def _copied(field: DocField, relationship: Relationship, **changes: object) -> DocField:
    values = {name: getattr(field, name) for name in field.__struct_fields__}
    origin = "reference" if field.origin == "reference" else "copy"
    values |= {
        "origin": origin,
        "relationship": relationship.name,
        "entity": relationship.to.entity,
        "note": "",
    }
    return DocField(**(values | changes))


def _wanted(draft: PlanDraft, relationship: Relationship) -> set[str]:
    """Paths in the child: the declared ones, else all that is not sensitive; and the sort key.
    What a kept copy brings under its own name is not repeated."""
    child = draft.names.entities[relationship.to.entity]
    recent = given(relationship.recent, Recent())
    declared = given(recent.fields, None)
    paths = list(declared) if declared is not None else _harmless(child.own_fields)
    copied = {copy.copy.field for copy in draft.placement.copies(relationship, "from")}
    order = list_order(relationship, child)[0]
    asked = [path for path in [*paths, order] if path != "_id" and path not in copied]
    return {place for path in asked for place in _copied_from(draft, child.name, path)}


def _copied_from(draft: PlanDraft, child: str, path: str) -> list[str]:
    """Where a field of the child stands in the child; an attribute is copied with all of its array."""
    grouped = draft.placement.attributes.within(draft.placement.paths.resolve(child, path))
    paths: list[str] = []
    for place in draft.placement.of_path(child, path):
        around = [spot.path for spot in draft.placement.spots(child) if spot.path and spot.holds(place)]
        start = len(max(around, key=len)) + 1 if around else 0
        paths.append((place.arrays[-1] if grouped else place.path)[start:])
    return paths


def _harmless(fields: list[Field]) -> list[str]:
    return [field.name for field in fields if field.sensitive is not True and field.name != "_id"]


PATTERN = Pattern(
    slug="subset",
    kinds=("SUBSET",),
    title=label_of("SUBSET"),
    help="The parent embeds the few items most reads need; all items are in their own collection.",
    apply=apply,
)
