"""What stands beside a reference and changes with it, and what refers to an element that moves: by its id and by
that of the document around it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.physical import Outcome, Param
from ..context import OperationContext, RelationshipContext, ScriptFunction, remembered
from ..document_places import Address, toward
from ..ir.changes import Put, Update
from ..passes.placement_variants import whole
from .written_paths import ids_given


def going_along(
    link: RelationshipContext, recipe: ScriptFunction, at: Address, document: int = 1
) -> Iterator[tuple[DocPath, Param]]:
    """What goes with a reference to another parent, and where, as parameters: the id of the document that
    parent is in, where that is stored too, and the copies of its fields. at: the child."""
    pair = link.placement.pair(link.relationship, "to")
    if pair is not None and at.spot.holds(pair):
        name = pair.path.rpartition(".")[2]
        holder = Address(link.world, link.parent).collection
        yield pair, recipe.param(f"new_{name}", holder, "_id", document=document)
    for copy in link.placement.copies(link.relationship, "to"):
        sources = link.placement.of_path(copy.owner, copy.copy.field)
        spot = next((spot for spot in copy.spots if at.spot.holds(spot)), None)
        if sources and spot is not None:
            of, path = sources[0].collection, sources[0].path
            yield spot, recipe.param(f"new_{copy.name}", of, path, document=document)


def name_holder(
    recipe: ScriptFunction,
    world: OperationContext,
    content: DocPath,
    own: Mapping[str, Any],
    element: Param,
    holder: Param | Outcome,
    called: Collection[str] = (),
) -> ScriptFunction:
    """Whatever refers to an element, or to one inside it, names the document that it has come to. content:
    where such elements stand; own: its id; element: the whole one, as the caller gives it; called: what the id of
    that document may be called, if not all."""
    world, told = whole(world), list[str]()
    for entity, reference, beside in _referring(world):
        if called and world.placement.pair_name(entity) not in called:
            continue
        place = next(
            (identity for identity in world.placement.identities(entity) if content.holds(identity)), None
        )
        wanted = _ids(element, own, content, place) if place is not None else None
        if wanted is not None:
            update = Update.of(Put(toward(reference.arrays, beside.path, reference.path, wanted), holder))
            recipe.add("updateMany", reference.collection, filter={reference.path: wanted}, update=update)
            told.append(f"{beside.collection}.{beside.path}")
        elif place is not None:
            recipe.remark(f"{beside.collection}.{beside.path} still names the old one: change it by hand.")
    if told:
        recipe.remark(f"{' and '.join(told)} follow{'s' if len(told) == 1 else ''}.")
    return recipe


@remembered
def _referring(world: OperationContext) -> list[tuple[str, DocPath, DocPath]]:
    """An entity whose elements are referred to, where the reference stands, and where the holder's id does."""
    return [
        (relationship.end(opposite(side)).entity, reference, beside)
        for relationship in world.names.relationships.values()
        for side in ("from", "to")
        for reference, beside in world.placement.pairs(relationship, side)
    ]


def _ids(element: Param, own: Mapping[str, Any], content: DocPath, place: DocPath) -> Any:
    """The ids at a place in elements, of a given one: its own, or those of a list in it; None where they are
    in lists of lists."""
    start, within = len(content.path) + 1, place.arrays[len(content.arrays) :]
    if not within:
        return own.get(place.path[start:])
    inner = tuple(array[start:] for array in within)
    return next(ids_given(element.name, place.path[start:], inner), None)
