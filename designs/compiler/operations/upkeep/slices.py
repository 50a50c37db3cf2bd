"""Slices whose children change: where a change may decide which children a slice holds, or in which order, the slice
is filled anew from their home, wherever the parent stands and whichever collections the children have."""

from __future__ import annotations

from collections.abc import Iterable

from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome
from ..atomic import has_transactions
from ..context import SYNC, RelationshipContext, ScriptFunction
from ..document_places import Address
from ..functions.references import Children
from ..functions.split_subtypes import ask_all, collections_of
from ..functions.subsets import Slice, refill
from ..ir.changes import Put, Update
from ..passes.placement_variants import links_at_each, whole


def named_parent(link: RelationshipContext, source: Address) -> str:
    """Return where the documents of a source name the one parent whose slice holds them, "" where none does."""
    if not link.traits.is_slice:
        return ""
    references = link.placement.references(link.relationship, "to")
    here = (each.path for each in references if each.collection == source.collection and not each.arrays)
    return next(here, "")


def may_reorder(link: RelationshipContext, source: Address, changed: Iterable[str]) -> bool:
    """Return whether a change of some fields of a source decides which children the slice of a parent holds, and in
    which order."""
    if not named_parent(link, source) or link.placement.content(link.relationship) is None:
        return False
    children = Children(link)
    homes = collections_of(link.placement, link.child) or (children.collection,)
    holders = (part.holder for part in at_each_place(link))
    reorders = any(f"{children.sort_path}.".startswith(f"{path}.") for path in changed)
    is_found = not any(holder.is_told_whole for holder in holders)
    return children.at.is_root and source.collection in homes and reorders and is_found


def slice_anew(link: RelationshipContext, source: Address, changed: list[str], name: str) -> ScriptFunction:
    """Make the function that fills the slice of the one parent anew: a child may have come into it, or left it."""
    (parent, child), (part, *others) = link.words, at_each_place(link)
    split = [collections_of(link.placement, entity) for entity in dict.fromkeys((link.child, link.parent))]
    # A transaction takes no $unionWith, by which a slice is filled from several collections.
    together = not split[0] and has_transactions(link.world, (part.holder.collection,))
    places = listed(dict.fromkeys(each.path for each in (part, *others)))
    note = (
        f"Rebuilds {places} of a {parent} from its {link.names.spoken(link.child)}: call it after "
        f"{', '.join(changed)} of a {child} changes. Safe to repeat."
    )
    recipe = ScriptFunction(
        f"relationship:{link.relationship.name}", name, "sync", script=SYNC, note=note, transaction=together
    )
    parent_id = recipe.param(f"{parent}_id", source.collection, named_parent(link, source))
    refill(recipe, part, parent_id)
    content = Outcome(step=recipe.statements[0].step, many=True)
    for each in others:
        update = Update.of(Put(each.holder.update_path(each.name, parent_id), content))
        each.holder.write(recipe, parent_id, update)
    for names in dict.fromkeys(split):
        ask_all(link.world, recipe, names)
    return recipe


def at_each_place(link: RelationshipContext) -> list[Slice]:
    """Return the slice at each place where a parent may stand, those of subtypes in collections of their own once."""
    everywhere = links_at_each(RelationshipContext(whole(link.world), link.relationship))
    slices = [Slice(at_place, Children(at_place)) for _, at_place in everywhere]
    alike = {(part.holder.collection, part.path): part for part in reversed(slices)}
    return list(reversed(alike.values()))
