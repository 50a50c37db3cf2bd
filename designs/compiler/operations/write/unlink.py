"""Deletes by any filter: what names the documents lets go of them first, so that nothing dangles if it stops
half way, and what holders store about them follows. Called again it finishes what it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from ...plan_model.decisions import opposite
from ...plan_model.physical import Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ..functions.links.dropping import holders_of, is_moved, take_out
from ..functions.references import Children
from ..functions.subsets import Slice
from ..passes.placement_variants import links_at_each, whole
from ..passes.same_document_results import when_matched
from ..results.counting import recount

Json = dict[str, Any]
# By strategy: the ends whose documents the other end names.
_NAMED = {
    "CHILD_REFS": ("to",), "TWO_WAY_REFS": ("to",), "SUBSET": ("to",), "TWO_WAY_EMBED": ("to", "from"),
    "LINK_COLL": ("to", "from"),
}  # fmt: skip


def letting_go(world: OperationContext, entity: str, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe of a delete, whose first statement it is, behind what takes its documents out of all that
    names them; as it is where nothing does."""
    ends = list(_named(world, entity))
    if not ends:
        return recipe
    delete, *rest = recipe.statements
    recipe.statements = []
    ids = {"$in": outcome(_found(recipe, delete, world.names.words(entity)), many=True, each="_id")}
    moved = [each for link, side in ends for each in _let_go(recipe, link, side, ids)]
    gone = replace(delete, filter={"_id": ids}, options=None, comment="")
    recipe.statements = [*_each_once(recipe.statements), gone, *rest]
    for follow in moved:
        follow()
    recipe.remark("First what names it lets go of it, so that no id dangles. Safe to repeat.")
    return recipe.numbered()


def _each_once(statements: list[Statement]) -> list[Statement]:
    """Without repeats: the lists of two kinds may be one place, and what is listed there goes once."""
    told = [replace(one, id="") for one in statements]
    return [one for place, one in enumerate(statements) if told[place] not in told[:place]]


def lets_go(link: RelationshipContext, side: str) -> bool:
    """Whether a delete by any filter takes documents of an end out of what the other end names them by."""
    ends = _NAMED.get(link.strategy, ())
    return side in ends or (link.strategy == "ONE_WAY_EMBED" and link.side != side)


def _named(world: OperationContext, entity: str) -> Iterator[tuple[RelationshipContext, str]]:
    """The relationships that name documents of an entity, of its kinds or of what it is a kind of, and the end."""
    meant = world.placement.survey.families.line(entity)
    for relationship in world.placement.survey.relationships(meant):
        link = RelationshipContext(world, relationship)
        stored = all(world.spot(one) is not None for one in (link.parent, link.child))
        for side in ("from", "to"):
            if stored and link.entity(side) in meant and lets_go(link, side):
                yield link, side


def _found(recipe: ScriptFunction, delete: Statement, words: str) -> str:
    """The step that finds the documents before anything is written."""
    step, options = recipe.step(words), dict(delete.options or {})
    sort = options.pop("sort", None)
    recipe.add(
        "find", delete.collection, filter=delete.filter, projection={"_id": 1}, sort=sort,
        limit=None if delete.op == "deleteMany" else 1, options=options, step=step,
    )  # fmt: skip
    return step


def _let_go(
    recipe: ScriptFunction, link: RelationshipContext, side: str, ids: Json
) -> Iterator[Callable[[], None]]:
    """Take documents out of what names them; what is to be done once they are gone."""
    if link.strategy == "LINK_COLL":
        key = link.names.link_ids(link.relationship)[side == "to"]
        recipe.add("deleteMany", link.placement.made(link.relationship), filter={key: ids})
    elif link.strategy == "SUBSET":
        _from_slices(recipe, link, ids)
    else:
        yield from _from_lists(recipe, link, side, ids)


def _from_lists(
    recipe: ScriptFunction, link: RelationshipContext, side: str, ids: Json
) -> Iterator[Callable[[], None]]:
    holders = holders_of(link, opposite(side))
    moved = [one for one in holders if is_moved(one)]
    for one in moved:  # once it is out of the lists nothing finds them
        step = recipe.step(f"{one.words[0]} list")
        recipe.add("find", one.at.collection, filter=one.holding(ids), projection={"_id": 1}, step=step)
        wanted = {"$in": outcome(step, many=True, each="_id")}
        yield partial(recount, recipe, one.link.world, one.at.entity, link.relationship, wanted)
    for one in holders:
        take_out(recipe, one, ids)


def _from_slices(recipe: ScriptFunction, link: RelationshipContext, ids: Json) -> None:
    """Out of the slices, which are filled from those that stay."""
    for _, one in links_at_each(RelationshipContext(whole(link.world), link.relationship)):
        part = Slice(one, Children(one))
        if part.holder.arrays:
            _shorten(recipe, part, ids)
        else:
            _fill(recipe, part, ids)


def _fill(recipe: ScriptFunction, part: Slice, ids: Json) -> None:
    """Write the slices that hold some children anew from the others."""
    children, name = part.children, part.link.world.free(part.holder.collection, "latest")
    lookup = {
        "from": children.collection, "localField": "_id", "foreignField": children.reference,
        "pipeline": [{"$match": {"_id": {"$not": ids}}}, *part.stages], "as": name,
    }  # fmt: skip
    into = {
        "into": part.holder.collection,
        "whenMatched": when_matched([part.path]),
        "whenNotMatched": "discard",
    }
    stages = [
        {"$match": {part.listed: ids}}, {"$lookup": lookup}, {"$set": {part.path: f"${name}"}},
        {"$project": {part.path: 1}}, {"$merge": into},
    ]  # fmt: skip
    recipe.add("aggregate", part.holder.collection, pipeline=stages)


def _shorten(recipe: ScriptFunction, part: Slice, ids: Json) -> None:
    """Take children out of slices that stand in arrays, where nothing fills them."""
    holder, held = part.holder, {"$elemMatch": {part.id: ids}}
    path, around = holder.everywhere(part.name, part.path, held)
    recipe.add(
        "updateMany", holder.collection, filter={part.listed: ids}, update={"$pull": {path: {part.id: ids}}},
        options={"arrayFilters": around},
    )  # fmt: skip
    recipe.remark(f"{part.path} is shorter until more are added.")
