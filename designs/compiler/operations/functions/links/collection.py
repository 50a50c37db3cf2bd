"""LINK_COLL: a document for each link, unique by its pair of ids."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ....model.conceptual import given
from ....names.path_steps import is_mutual
from ....plan_model.decisions import opposite
from ...context import RelationshipContext, ScriptFunction
from ...document_places import Address
from ...identifiers import identifier
from ...ir.changes import SetOnInsert, Update, UpdatePath
from ...ir.conditions import Filter, any_of, filter_of
from ...ir.expressions import DOCUMENT, FieldPath, LiteralValue, first_of
from ...ir.node import Document
from ...ir.predicates import above
from ...ir.stages import LimitStage, LookupStage, MatchStage, SetStage, SortStage
from ...read.paging import page_size
from ...results.counting import recount_both
from ..split_subtypes import collections_of
from .arrays import put, stored_both
from .copied import find, value_of
from .fields import first_attribute, followed_results, link_values, plain_fields
from .listing import kind_at
from .outliving import deed, outlives


def link_coll(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Links are added once, read from both ends, paged and deleted by their pair."""
    if not stored_both(link):
        return
    collection = link.placement.collection_made_by(link.relationship)
    yield _read(link, collection, "from", "read")
    yield _read(link, collection, "to", "reverse")
    yield _page(link, collection)
    yield _add(link, collection)
    yield from _edit(link, collection)
    yield _remove(link, collection)
    yield from _drop(link, collection, "to", "delete")
    yield from _drop(link, collection, "from", "delete_back")


def _ids(link: RelationshipContext) -> dict[str, str]:
    first, second = link.names.link_ids(link.relationship)
    return {"from": first, "to": second}


def _id(link: RelationshipContext, recipe: ScriptFunction, collection: str, side: str) -> Any:
    name = _ids(link)[side]
    return recipe.param(name, collection, name)


def _read(link: RelationshipContext, collection: str, side: str, purpose: str) -> ScriptFunction:
    far = opposite(side)
    other = Address(link.world, link.entity(far))
    name = identifier(link.word(far), "other")
    recipe = link.recipe(
        purpose, f"Returns a {link.word(side)}'s links with each {link.word(far)}, using $lookup."
    )
    stages = [
        MatchStage(filter_of({_ids(link)[side]: _id(link, recipe, collection, side)})),
        SortStage({_ids(link)[far]: 1}),
        LimitStage(page_size(link.relationship, side)),
        LookupStage(other.collection, _ids(link)[far], other.key, name),
        SetStage({name: first_of(FieldPath(name))}),
    ]
    return recipe.add("aggregate", collection, pipeline=stages)


def _page(link: RelationshipContext, collection: str) -> ScriptFunction:
    recipe = link.recipe("page", "Returns the next page of links, using the pair index.")
    far = _ids(link)["to"]
    last = recipe.param(f"last_{far}", collection, far)
    filter = {_ids(link)["from"]: _id(link, recipe, collection, "from"), far: above(last)}
    return recipe.add("find", collection, filter=filter, sort={far: 1}, limit=page_size(link.relationship))


def _add(link: RelationshipContext, collection: str) -> ScriptFunction:
    near, other = link.words
    says_something = bool(given(link.relationship.link_fields, []))
    once = " not yet linked" if says_something else ". Safe to repeat"
    recipe = link.recipe("add", f"Links a {near} and a {other}{once}: the pair is unique.")
    pair = {_ids(link)[side]: _id(link, recipe, collection, side) for side in ("from", "to")}
    recipe.taking(*pair.values())
    inserted: Document = {}
    for side in ("from", "to"):
        holder = link.placement.pair(link.relationship, side)
        inserted |= {holder.path: recipe.param(holder.path, collection, holder.path)} if holder else {}
        _copies(link, recipe, side, pair, inserted)
    inserted |= link_values(link, recipe, collection)
    values = (inserted or pair).items()
    update = Update.of(*(SetOnInsert(UpdatePath(path), value) for path, value in values))
    back = ""
    if is_mutual(link.relationship):
        back = recipe.step("linked_back")
        recipe.add("findOne", collection, filter=_turned(link, pair), projection={"_id": 1}, step=back)
        recipe.remark("The pair has no direction: a link stored the other way round counts as the same link.")
    recipe.add("updateOne", collection, filter=pair, update=update, options={"upsert": True}, unless=back)
    return recount_both(recipe, link, {side: pair[name] for side, name in _ids(link).items()})


def _turned(link: RelationshipContext, pair: Document) -> Document:
    """Return what finds the link of a pair that was written the other way round."""
    first, second = _ids(link)["from"], _ids(link)["to"]
    return {first: pair[second], second: pair[first]}


def _linking(link: RelationshipContext, pair: Document) -> Filter:
    """Return what finds the link of a pair: one that holds both ways, whichever way it was written."""
    ways = [pair, _turned(link, pair)] if is_mutual(link.relationship) else [pair]
    return any_of(map(filter_of, ways))


def _copies(
    link: RelationshipContext, recipe: ScriptFunction, side: str, pair: Any, inserted: Document
) -> None:
    copies = link.placement.copies(link.relationship, side)
    far = opposite(side)
    owner = Address(link.world, link.entity(far))
    if not copies and (not owner.is_root or collections_of(link.placement, owner.entity)):
        return
    document, which = recipe.step(link.word(far)), pair[_ids(link)[far]]
    must = f"{link.world.word(owner.entity)} not found"
    find(recipe, owner, which, None if copies else {"_id": 1}, document, must, kind_at(owner))
    for copy in copies:
        put(inserted, copy.name, value_of(owner, document, owner.path(copy.copy.field)))


def _edit(link: RelationshipContext, collection: str) -> Iterator[ScriptFunction]:
    fields, attribute = plain_fields(link), first_attribute(link)
    if fields:
        recipe = link.recipe("edit", "Updates fields of a link.")
        pair = {_ids(link)[side]: _id(link, recipe, collection, side) for side in ("from", "to")}
        recipe.taking(*pair.values())
        values = {name: recipe.change(name, collection, name) for name in fields}
        which = _linking(link, pair)
        recipe.add("updateOne", collection, filter=which, update=Update.setting(values))
        results = followed_results(link, fields, DOCUMENT)
        if results:
            recipe.add("updateOne", collection, filter=which, update=Update.computing(results))
        yield recipe
    if attribute is not None:
        group, field = attribute
        recipe = link.recipe("attribute", "Sets an attribute of a link, adding it if missing.")
        pair = {_ids(link)[side]: _id(link, recipe, collection, side) for side in ("from", "to")}
        recipe.taking(*pair.values())
        new = LiteralValue(recipe.param(f"new {field.name}", collection, field.sample))
        update = Update.computing({group: field.replaced(new, FieldPath(group))})
        yield recipe.add("updateOne", collection, filter=_linking(link, pair), update=update)


def _remove(link: RelationshipContext, collection: str) -> ScriptFunction:
    recipe = link.recipe("remove", "Deletes the link between two documents. The documents stay.")
    pair = {_ids(link)[side]: _id(link, recipe, collection, side) for side in ("from", "to")}
    recipe.taking(*pair.values())
    recipe.add("deleteOne", collection, filter=_linking(link, pair))
    return recount_both(recipe, link, {side: pair[name] for side, name in _ids(link).items()})


def _drop(link: RelationshipContext, collection: str, side: str, name: str) -> Iterator[ScriptFunction]:
    """An end goes: its links first, so that none of them dangles."""
    at = Address(link.world, link.entity(side))
    if not at.is_root:
        return
    note = f"Deletes a {link.word(side)}'s links, then the {link.word(side)}."
    if outlives(link, side):
        note = f"{deed(link, side)} {link.word(side)}."
    recipe = link.recipe("delete", note, name=name)
    which = at.id(recipe, link.word(side))
    if not outlives(link, side):
        recipe.add("deleteMany", collection, filter={_ids(link)[side]: which})
    yield recipe.add("deleteOne", at.collection, filter=at.match(which))
