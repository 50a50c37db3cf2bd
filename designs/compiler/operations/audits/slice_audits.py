"""Slices that lack an element which they should have."""

from __future__ import annotations

from collections.abc import Iterator

from ...workload.document_history import holds_versions
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..functions.references import Children
from ..functions.split_subtypes import collections_of
from ..functions.subsets import Slice
from ..ir.conditions import where
from ..ir.expressions import FieldPath, any_true, gt, if_null, ne, set_difference, size_of
from ..ir.stages import LimitStage, LookupStage, MatchStage, ProjectStage, SortStage, Stage
from ..read.conditions import of_kind
from . import MOST, audit_of


def missing_elements(world: OperationContext, link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Yield the audit of a slice in documents of its own, whose children stand in one collection."""
    content = link.placement.content(link.relationship)
    if content is None or world.spot(link.child) is None:
        return
    children = Children(link)
    part = Slice(link, children)
    is_plain = part.holder.is_root and children.at.is_root and not collections_of(link.placement, link.child)
    if not is_plain or holds_versions(world.collections[children.collection]):
        return
    at = f"{part.holder.collection}.{part.path}"
    newest = world.free(part.holder.collection, "newest")
    note = f"{at} without one of the {part.most} {link.names.spoken(link.child)} that belong in it."
    recipe = audit_of(f"relationship:{link.relationship.name}", f"{link.relationship.name}.missing", note)
    yield recipe.add("aggregate", part.holder.collection, pipeline=_stages(part, newest))


def _stages(part: Slice, newest: str) -> list[Stage]:
    """Of equal values in the order of a slice any may be in it: fewer elements, or other values, tell that one is
    missing."""
    link, children = part.link, part.children
    own = of_kind(link.world, link.child, children.collection)
    shown = {part.id: FieldPath(children.at.key), part.sort: FieldPath(part.sorted_by)}
    inner: list[Stage] = [MatchStage(own)] if own else []
    inner += [SortStage(part.children_sort), LimitStage(part.most), ProjectStage({"_id": 0, **shown})]
    wanted, present = FieldPath(newest), if_null(FieldPath(part.path), [])
    values = if_null(FieldPath(f"{part.path}.{part.sort}"), [])
    lacks = [
        gt(size_of(wanted), size_of(present)),
        ne(set_difference(FieldPath(f"{newest}.{part.sort}"), values), []),
    ]
    held = of_kind(link.world, link.parent, part.holder.collection)
    first: list[Stage] = [MatchStage(held)] if held else []
    return [
        *first,
        LookupStage(
            children.collection, part.holder.key, children.reference, newest, tuple(inner), stages_last=True
        ),
        MatchStage(where(any_true(lacks))),
        ProjectStage({newest: 1, part.path: 1}),
        LimitStage(MOST),
    ]
