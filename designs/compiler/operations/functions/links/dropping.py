"""What is listed goes: out of every list, wherever the holders stand; and what any document stores about
it follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....plan_model.decisions import opposite
from ...context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ...document_places import Address
from ...ir.changes import Pull, Update
from ...ir.conditions import Filter
from ...ir.predicates import In, Ne
from ...passes.placement_variants import links_at_each, whole
from ...results.counting import counting, follow, is_recounted, recount
from .listing import Listing, lists_in_overflows, lists_of_nodes
from .outliving import deed, outlives, stands_as_versions


def drop_everywhere(
    link: RelationshipContext,
    listing: Listing,
    purpose: str = "delete",
    name: str = "",
    *,
    transaction: bool = False,
) -> ScriptFunction:
    """A listed document goes: ids first, the document second, then what its holders store about those
    that they list. transaction: both or neither."""
    holder, other = listing.words
    side = opposite(listing.side)
    stays = outlives(link, side)
    last = "ends its current version" if stands_as_versions(link, side) else "deletes it"
    note = f"Removes all references to a {other}, then {last}."
    if stays:
        note = f"{deed(link, side)} {other}."
    elif transaction:
        note = f"Deletes a {other} and its ID in its {holder}'s list, in a transaction."
    recipe = link.recipe(purpose, note, name=name, transaction=transaction)
    oid = listing.other_id(recipe)
    if stays:
        return delete_one(recipe, listing.link.world, listing.other, oid)
    follow = drop_from_lists(recipe, link, listing.side, oid)
    delete_one(recipe, listing.link.world, listing.other, oid)
    follow()
    return recipe


def drop_from_lists(
    recipe: ScriptFunction, link: RelationshipContext, side: str, oid: Any, *, but: Any = None
) -> Callable[[], None]:
    """Take an id out of every list of an end; return what brings the results of the former holders after it. but: the
    id of the holder whose list keeps it."""
    holders = holders_of(link, side)
    moved = {
        place: recipe.step(f"{listing.words[0]} list")
        for place, listing in enumerate(holders)
        if is_moved(listing)
    }
    for place, step in moved.items():
        at, filter = holders[place].at, _holding(holders[place], oid, but)
        recipe.add("find", at.collection, filter=filter, projection={"_id": 1}, step=step)
    for holder in holders:
        take_out(recipe, holder, oid, but=but)

    def follow() -> None:
        for place, step in moved.items():
            listing = holders[place]
            ids = In(outcome(step, many=True, each="_id"))
            recount(recipe, listing.link.world, listing.at.entity, link.relationship, ids, listing.side)

    return follow


def holders_of(link: RelationshipContext, side: str) -> list[Listing]:
    """The lists of an end in every place that it has, at every level of a tree in one document and in overflows."""
    everywhere = RelationshipContext(whole(link.world), link.relationship)
    beyond = lists_in_overflows(everywhere.placement, link.relationship, side)
    listings = [
        Listing(context, side, node)
        for _, context in links_at_each(everywhere)
        for node in (None, *lists_of_nodes(context.placement, link.relationship, side), *beyond)
    ]
    return list({(listing.at.collection, listing.array): listing for listing in listings}.values())


def take_out(recipe: ScriptFunction, listing: Listing, wanted: Any, *, but: Any = None) -> ScriptFunction:
    """Out of every list of some holders. wanted: an id, or the condition that ids meet; but: as above."""
    filter = _holding(listing, wanted, but)
    place = listing.at.everywhere(listing.name, listing.array, filter.predicate(listing.array))
    pull = Pull(place, listing.entry(wanted))
    return recipe.add("updateMany", listing.at.collection, filter=filter, update=Update.of(pull))


def _holding(listing: Listing, wanted: Any, but: Any) -> Filter:
    """What finds the holders that list an id, all but one of them."""
    filter = listing.holding(wanted)
    return filter if but is None else filter.merged({"_id": Ne(but)})


def is_moved(listing: Listing) -> bool:
    """Whether its holders store what is worked out anew of those that they list."""
    is_known = not listing.is_of_node  # no function works out anything of nodes below others
    return is_known and is_recounted(
        listing.link.world, listing.at.entity, listing.link.relationship, listing.side
    )


def delete_one(recipe: ScriptFunction, world: OperationContext, at: Address, id: Any) -> ScriptFunction:
    """The document itself goes; parents that store something about it follow."""
    links = counting(world, at.entity)
    if not links:
        return recipe.add("deleteOne", at.collection, filter=at.match(id))
    gone, removed = f"{world.word(at.entity)} not found", recipe.step("removed")
    recipe.add("findOneAndDelete", at.collection, filter=at.match(id), step=removed, must_match=gone)
    return follow(recipe, links, removed, -1)
