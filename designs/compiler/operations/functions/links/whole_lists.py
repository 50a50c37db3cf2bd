"""TWO_WAY_EMBED: a document gets a whole list, or comes with one, and those that it lists come to list the
document too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ....plan_model.decisions import opposite
from ....plan_model.physical import BuiltValue, Outcome, Param, Statement
from ....workload.document_history import holds_versions, keeps_revisions
from ...context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ...identifiers import spoken_word
from ...ir.changes import AddToSet, Pull, Update, UpdatePath
from ...ir.conditions import filter_of, where
from ...ir.expressions import (
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    concat_arrays,
    eq,
    filter_array,
    if_null,
    map_array,
    ne,
)
from ...ir.node import Document
from ...ir.predicates import AllOf, In, Ne, NotIn
from ...results.counting import recount
from ..split_subtypes import ask_all, collections_of
from .arrays import copied_path, copies, put
from .arriving import inserted_document
from .fields import said_on_both
from .listing import Listing


def replace_list(link: RelationshipContext, side: str, name: str) -> Iterator[ScriptFunction]:
    """One document gets another list: those that leave it forget the document, those in it list it."""
    here, there = Listing(link, side), Listing(link, opposite(side))
    if not _is_plain(here) or not _is_plain(there):
        return
    holder, other = here.words
    note = f"Replaces a {holder}'s list and updates each added or removed {other}, in a transaction."
    recipe = link.recipe("replace", note, name=name, transaction=True)
    hid = here.holder_id(recipe)
    new = recipe.param(f"new {here.name}", here.at.collection, here.array, document=1)
    document, gone = recipe.step(holder), f"{holder} not found"
    if copies(there):
        fields = {copied_path(there, copy): 1 for copy in copies(there)}
        recipe.add(
            "findOne", here.at.collection, filter=here.at.match(hid), projection=fields, step=document, must_match=gone
        )  # fmt: skip
    recipe.add(
        "updateOne", here.at.collection, filter=here.at.match(hid),
        update=Update.setting({here.array: _all_there(recipe, here, there, new, hid)}),
        step=recipe.step("listed"), must_match=gone,
    )  # fmt: skip
    listed = outcome(new.name, many=True)
    left = there.holding(hid).merged({there.at.key: NotIn(replace(listed, each=here.key))})
    pull = Pull(UpdatePath(there.array), there.entry(hid))
    recipe.add("updateMany", there.at.collection, filter=left, update=Update.of(pull))
    _list_back(recipe, here, there, listed, hid, document, changed_only=_keeps_versions(there))
    recount(recipe, link.world, link.entity(side), link.relationship, hid, side)
    yield recipe


def _all_there(
    recipe: ScriptFunction, here: Listing, there: Listing, new: Param, hid: Any
) -> Param | BuiltValue:
    """Return the new list, which is refused where something in it is not there, comes twice, or is what gets the list."""
    if there.at.key != "_id" or collections_of(there.link.placement, there.at.entity):
        return new
    words = here.link.names.words(there.at.entity)
    existing, wanted = recipe.step(words), In(outcome(new.name, many=True, each=here.key))
    is_other = AllOf((wanted, Ne(hid))) if there.at.collection == here.at.collection else wanted
    recipe.add("find", there.at.collection, filter={"_id": is_other}, projection={"_id": 1}, step=existing)
    linked = "linked " if here.at.entity == there.at.entity else ""
    recipe.remark(f"Fails if one of its {linked}{words} doesn't exist (one read).")
    return BuiltValue(
        "with_copies",
        (new, here.key, outcome(existing), {}, spoken_word(here.link.world, here.words[1]), True),
    )


def listed_back(world: OperationContext, entity: str, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with the new documents of an entity in the lists of those that they list."""
    for statement in list(recipe.statements):
        whole = inserted_document(statement)
        if whole is not None and not whole.path:
            pairs = list(_listings(world, entity, statement.collection))
            step = _in_transaction(recipe, statement) if pairs else ""
            for here, there in pairs:
                _join(recipe, whole.name, step, here, there)
    return recipe


def _in_transaction(recipe: ScriptFunction, insert: Statement) -> str:
    """What the answer of an insert is called, all or nothing with what follows from it."""
    step, recipe.transaction = insert.step or recipe.step("inserted"), True
    recipe.statements = [
        replace(statement, transaction=True, step=step if statement is insert else statement.step)
        for statement in recipe.statements
    ]
    return step


def _join(recipe: ScriptFunction, document: str, step: str, here: Listing, there: Listing) -> None:
    """One more write behind an insert."""
    hid, listed = outcome(step, "insertedId"), outcome(document, here.array, many=True)
    first = len(recipe.statements)
    _list_back(recipe, here, there, listed, hid, document)
    ask_all(here.link.world, recipe, collections_of(here.link.placement, there.at.entity), first)
    recipe.remark(f"Also links each {here.words[1]} back to it, in a transaction.")


def _listings(world: OperationContext, entity: str, collection: str) -> Iterator[tuple[Listing, Listing]]:
    """The lists of an entity's documents in a collection whose other side lists back."""
    survey = world.placement.survey
    line = (entity, *survey.families.above(entity))
    for relationship in survey.relationships(line):
        if not world.placement.traits(relationship).lists_both_ends:
            continue
        link = RelationshipContext(world, relationship)
        if world.spot(link.parent) is None or world.spot(link.child) is None:
            continue
        for side in ("from",) if world.placement.is_mutual(relationship) else ("from", "to"):
            here, there = Listing(link, side), Listing(link, opposite(side))
            collections = (here.at.collection, *collections_of(world.placement, link.entity(side)))
            if (
                link.entity(side) in line
                and collection in collections
                and _is_plain(here)
                and _is_plain(there)
            ):
                yield here, there


def _is_plain(listing: Listing) -> bool:
    """Whether a list is an array of documents of a collection, with names that expressions can say."""
    names = [field.name for field in listing.link.world.fields(listing.at.collection, listing.array)]
    return listing.at.is_root and not any("." in name or name.startswith("$") for name in names)


def _keeps_versions(listing: Listing) -> bool:
    """Whether a write that changes nothing would make a version."""
    collection = listing.link.world.collections[listing.at.collection]
    return keeps_revisions(collection) or holds_versions(collection)


def _list_back(
    recipe: ScriptFunction,
    here: Listing,
    there: Listing,
    listed: Outcome,
    hid: Any,
    document: str,
    *,
    changed_only: bool = False,
) -> None:
    """Those that a document lists come to list it. listed: its whole list; found: the step or parameter
    with what they copy of it; changed_only: those that list it so already are not written."""
    filter = filter_of({there.at.key: In(replace(listed, each=here.key))})
    if there.objects:
        present = if_null(FieldPath(there.array), [])
        links = _new_links(here, there, listed, hid, document)
        others = _links_of(present, ne(Variable("link", there.key), LiteralValue(hid)))
        update = Update.computing({there.array: concat_arrays(others, links)})
        own = _links_of(present, eq(Variable("link", there.key), LiteralValue(hid)))
        other_links = where(ne(own, links))
    else:
        update = Update.of(AddToSet(UpdatePath(there.array), hid))
        other_links = filter_of({there.array: Ne(hid)})
    filter = filter.merged(other_links) if changed_only else filter
    recipe.add("updateMany", there.at.collection, filter=filter, update=update)


def _links_of(links: Any, condition: OperatorCall) -> OperatorCall:
    """The links of a list of which a condition holds, as an expression."""
    return filter_array(links, "link", condition)


def _new_links(here: Listing, there: Listing, listed: Outcome, hid: Any, document: str) -> OperatorCall:
    """The link of the new list that leads to this document, in a list, as an expression. Its fields come in the order
    in which they are stored."""
    leads = eq(Variable("link", here.key) if here.objects else Variable("link"), FieldPath(there.at.key))
    element: Document = {there.key: LiteralValue(hid)}
    for copy in copies(there):
        put(element, copy.name, LiteralValue(outcome(document, copied_path(there, copy))))
    sides = [here.link.world.fields(side.at.collection, side.array) for side in (here, there)]
    element |= {name: Variable("link", name) for name in said_on_both(*sides)}
    order = [field.name for field in sides[1]]
    element = dict(sorted(element.items(), key=lambda item: order.index(item[0]) if item[0] in order else 0))
    meant = _links_of(LiteralValue(listed), leads)
    return map_array(meant, "link", element)
