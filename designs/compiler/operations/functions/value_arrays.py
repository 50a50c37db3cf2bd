"""VALUE_ARRAY: the values of a lookup as they are, in an array."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...model.conceptual import Field
from ...plan_model.decisions import opposite
from ...plan_model.physical import Param
from ..context import RelationshipContext, ScriptFunction, Unsupported, loaded
from ..document_places import Address, bound_filter
from ..ir.changes import AddToSet, Pull, Put, Update
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import AllOf, Eq, HasAll, Ne
from ..ir.stages import SortByCountStage, UnwindStage
from ..notes.read_by_index import by_index
from ..passes.placement_variants import whole
from ..read.paging import page_size
from .split_subtypes import in_all_collections

if TYPE_CHECKING:
    from ..passes.value_lists import ValueList


def value_array(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Values are added once, pulled, renamed everywhere and counted."""
    spot = link.placement.reference(link.relationship, link.side)
    if spot is None or link.world.spot(link.entity(link.side)) is None:
        return
    at = Address(link.world, link.entity(link.side))
    holder, value = link.word(link.side), link.word(opposite(link.side))
    name = spot.path[len(at.spot.path) + 1 :] if at.spot.path else spot.path
    indexed = by_index(link.world, at.collection, spot.path, ", using the multikey index")
    read = link.recipe("read", f"Returns every {holder} with a {value}{indexed}.")
    yield read.add(
        "find",
        at.collection,
        filter={spot.path: read.param(value, spot.collection, f"{spot.path}.0")},
        sort={"_id": 1},
        limit=page_size(link.relationship, opposite(link.side)),
    )
    facet = link.recipe("count", f"Counts how often each {value} is used.")
    stages = [UnwindStage(array) for array in spot.arrays] + [SortByCountStage(FieldPath(spot.path))]
    yield facet.add("aggregate", at.collection, pipeline=stages)
    for purpose, note in (("add", "Adds a {} to a {}."), ("remove", "Removes a {} from a {}.")):
        recipe = link.recipe(purpose, note.format(value, holder))
        hid, element = at.id(recipe, holder), recipe.param(value, spot.collection, f"{spot.path}.0")
        place = at.update_path(name, hid)
        update = Update.of(AddToSet(place, element) if purpose == "add" else Pull(place, Eq(element)))
        room = bound_filter(name, link.decision.bound) if purpose == "add" else {}
        filter = at.match(hid, room)
        yield recipe.add("updateOne", at.collection, filter=filter, update=update)
    yield from _rename(link, at, spot.path, name, value)


def _rename(
    link: RelationshipContext, at: Address, path: str, name: str, value: str
) -> Iterator[ScriptFunction]:
    recipe = link.recipe(
        "rename",
        f"Renames a {value} in every document, removing duplicates.",
    )
    old = recipe.param(f"old_{value}", at.collection, f"{path}.0")
    new = recipe.param(f"new_{value}", at.collection, f"{path}.0", document=1)
    _rename_in_list(recipe, at, path, name, (old, new))
    for listed in _other_lists(link, at.collection, path):
        start = len(recipe.statements)
        _rename_in_list(recipe, listed.holder, listed.path, listed.name, (old, new))
        in_all_collections(recipe, listed.holder.world, listed.holder.entity, start)
    _rename_itself(recipe, link, at.collection, path, (old, new))
    yield recipe


def _rename_in_list(
    recipe: ScriptFunction, at: Address, path: str, name: str, pair: tuple[Param, Param]
) -> None:
    old, new = pair
    _without_twins(recipe, at, path, name, pair)
    renamed = at.everywhere(name, path, old).element("renamed", filter_of({"": old}))
    recipe.add("updateMany", at.collection, filter={path: old}, update=Update.of(Put(renamed, new)))


def _other_lists(link: RelationshipContext, collection: str, path: str) -> list[ValueList]:
    """The lists of other relationships, or places, whose values are of the same field of the same documents."""
    lists: list[ValueList] = loaded("passes.value_lists.value_lists")(whole(link.world))
    own = [each for each in lists if (each.holder.collection, each.path) == (collection, path)]
    sources = {place for each in own for place in each.sources}
    return [each for each in lists if each not in own and not sources.isdisjoint(each.sources)]


def _rename_itself(
    recipe: ScriptFunction, link: RelationshipContext, collection: str, path: str, pair: tuple[Param, Param]
) -> None:
    """What the values are of has documents of its own in some designs: the field there is renamed too."""
    (old, new), child = pair, link.other(link.side)
    array = link.world.field(collection, path)
    source = array.items.source if array is not None and array.items is not None else None
    if not isinstance(source, Field):
        return
    everywhere = whole(link.world)
    spots = everywhere.placement.spots(child)
    if spots and source.unique is not True:
        words = link.names.words(child)
        recipe.unsupported = Unsupported(
            (
                f"Two {words} can have the same {source.name}, so a list of values can't show which one is "
                "renamed."
            ),
            f"make {source.name} of {child} unique, or store IDs",
        )
    for spot in spots:
        own = Address(everywhere, child, spot)
        place = own.path(source.name)
        renamed = Update.of(Put(own.everywhere(source.name, place, old), new))
        recipe.add("updateMany", own.collection, filter={place: old}, update=renamed)


def _without_twins(
    recipe: ScriptFunction, at: Address, path: str, name: str, pair: tuple[Param, Param]
) -> None:
    """A list that has both would have one twice after the renaming, which its validator refuses. A value
    that is renamed to itself stays."""
    old, new = pair
    both, gone = HasAll([old, new]), AllOf((Eq(old), Ne(new)))
    within = at.everywhere(name, path, both)
    filter = {path: old if within.elements else both}
    recipe.add("updateMany", at.collection, filter=filter, update=Update.of(Pull(within, gone)))
