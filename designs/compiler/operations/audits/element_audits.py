"""References between elements of one document that lead to none of it."""

from __future__ import annotations

from typing import Any

from ...placement.doc_path import DocPath
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..document_places import Address
from ..ir.conditions import where
from ..ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    and_,
    concat_arrays,
    if_null,
    in_,
    ne,
    not_,
    reduce_array,
)
from ..ir.stages import LimitStage, LookupStage, MatchStage, ProjectStage, SetStage, Stage
from ..passes.placement_variants import links_at_each
from . import MOST, audit_of, unwound

_ROOT = DocPath("")


def within_document(
    world: OperationContext, link: RelationshipContext, spot: DocPath, name: str
) -> ScriptFunction:
    """A reference between elements of one document must resolve inside it."""
    meant = [
        context
        for _, context in links_at_each(link)
        if spot in context.placement.references(link.relationship, "to")
    ]
    parents = {at.key: at for at in (Address(context.world, context.parent) for context in meant)}
    note = f"{spot.path} values that match no {link.word('from')} in the same document."
    recipe = audit_of(f"relationship:{link.relationship.name}", name, note)
    keys_name = world.free(spot.collection, "known")
    missing = [
        ne(if_null(FieldPath(spot.path), None), None),
        not_(in_(FieldPath(spot.path), FieldPath(keys_name))),
    ]
    stages = [
        *_keys_elsewhere(link, spot, [*parents.values()], keys_name),
        *unwound(spot),
        MatchStage(where(and_(*missing))),
        ProjectStage({spot.path: 1}),
        LimitStage(MOST),
    ]
    return recipe.add("aggregate", spot.collection, pipeline=stages)


def _keys_elsewhere(
    link: RelationshipContext, spot: DocPath, parents: list[Address], keys_name: str
) -> list[Stage]:
    """What makes the keys of all parents known beside a reference: what did not fit into its array refers to
    those in the document that it would stand in, and what stands elsewhere to those in any document."""
    here = [at for at in parents if at.collection == spot.collection]
    if here or not parents:
        return [SetStage({keys_name: _joined([_all_keys(at) for at in here])})]
    root, first = _document_of(link, spot), parents[0]
    local, foreign = (root.path, "_id") if root is not None else (spot.path, first.key)
    lookup = LookupStage(first.collection, local, foreign, keys_name)
    around = DocPath(first.collection, keys_name, (keys_name,))
    keys = [_all_keys(at, around) for at in parents if at.collection == first.collection]
    return [lookup, SetStage({keys_name: _joined(keys)})]


def _document_of(link: RelationshipContext, spot: DocPath) -> DocPath | None:
    """Where documents of an overflow say in which document their element would stand; None of others."""
    placement, relationships = link.placement, link.names.relationships.values()
    owner = next(
        (
            relationship
            for relationship in relationships
            if placement.collection_made_by(relationship) == spot.collection
        ),
        None,
    )
    return None if owner is None else placement.pair(owner, "to") or placement.reference(owner, "to")


def _joined(lists: list[Any]) -> Any:
    return concat_arrays(*lists) if len(lists) > 1 else next(iter(lists), [])


def _all_keys(at: Address, around: DocPath = _ROOT) -> Any:
    """The keys of all elements of a document as one list, whatever arrays they stand in. around: where the
    document stands."""
    key, arrays = around.down(at.key).path, (*around.arrays, *at.arrays)
    if not arrays:
        return [FieldPath(key)]
    keys: Any = if_null(FieldPath(key), [])
    for _ in arrays[1:]:
        keys = reduce_array(keys, [], concat_arrays(REDUCED, THIS))
    return keys
