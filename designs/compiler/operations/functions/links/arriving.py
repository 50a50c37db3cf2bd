"""Inserts: what other documents store about a new one follows by the references that it brings along, whichever
function inserts it. The counterpart of letting go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from ....plan_model.physical import BuiltValue, Outcome, Param, Statement
from ...atomic import has_transactions
from ...context import QUERIES, OperationContext, RelationshipContext, ScriptFunction, WriteDemand, outcome
from ...ir.changes import Update
from ...passes.placement_variants import links_at_each, whole
from ..references import Children
from ..split_subtypes import in_all_collections
from ..subsets import Slice, parent_must_be
from .arrays import element_from, put_id
from .listing import Listing


def arriving(world: OperationContext, entity: str, recipe: ScriptFunction, own: str = "") -> ScriptFunction:
    """Put behind the insert of a document what enters it into the slices and lists of the parents that it refers
    to. own: the relationship of the function, which does so itself."""
    inserts = [statement for statement in recipe.statements if inserted_document(statement) is not None]
    if (
        recipe.script != QUERIES
        or len(inserts) != 1
        or any(_is_last(statement) for statement in recipe.statements)
    ):
        return recipe
    place = recipe.statements.index(inserts[0])
    stored = world.collections[inserts[0].collection].entity
    if stored in world.placement.survey.families.below(entity):
        entity = stored  # what a collection of its own holds is linked as that subtype is
    for link in _storing(world, entity, own):
        children = Children(link)
        references = link.placement.references(link.relationship, "to")
        collections = {spot.collection for spot in references if spot.path == children.reference}
        if inserts[0].collection not in collections or not children.at.is_root:
            continue
        if link.traits.is_slice:
            _enter_slice(recipe, link, place)
        else:
            _enter_list(recipe, link, place)
    return recipe


def inserted_document(statement: Statement) -> Param | None:
    """Return the parameter that is the document of an insert, None where the statement inserts none."""
    documents: Any = statement.documents if statement.op == "insertOne" else None
    if isinstance(documents, BuiltValue) and documents.parts:
        documents = documents.parts[0]
    return documents if isinstance(documents, Param) else None


def _is_last(statement: Statement) -> bool:
    """Whether nothing may follow a statement: it is run again, or instead of another."""
    instead = statement.unless and statement.op != "insertOne"
    return bool(statement.retry or instead or statement.each)


def _storing(world: OperationContext, entity: str, own: str) -> Iterator[RelationshipContext]:
    """The relationships by whose references parents store something about documents of an entity, for each place
    of their ends. A document of a supertype may be one of a subtype: it brings that one's references along."""
    families = world.placement.survey.families
    line = (entity, *families.above(entity), *families.below(entity))
    for relationship in world.placement.survey.relationships(line):
        link = RelationshipContext(whole(world), relationship)
        stored = link.traits.is_stored_twice and link.world.spot(link.parent) is not None
        if not stored or relationship.name == own or link.child not in line:
            continue
        if link.world.spot(link.child) is not None:
            yield from (at_place for _, at_place in links_at_each(link))


def _enter_slice(recipe: ScriptFunction, link: RelationshipContext, place: int) -> None:
    document = inserted_document(recipe.statements[place])
    if document is None or link.placement.content(link.relationship) is None:
        return
    part = Slice(link, Children(link))
    if part.holder.arrays:
        return
    pid = outcome(document.name, part.children.reference)
    push = Update.of(part.pushed(pid, part.element(document.name)))
    must = parent_must_be(recipe, link) if has_transactions(link.world, (part.holder.collection,)) else {}
    more = part.holder.write(_like(recipe), pid, push, **must)
    _once(recipe, _wherever(recipe, link, more), f"Also updates {part.path} of its {link.words[0]}.")


def _enter_list(recipe: ScriptFunction, link: RelationshipContext, place: int) -> None:
    insert = recipe.statements[place]
    listing, document = Listing(link, "from"), inserted_document(insert)
    if document is None or listing.at.arrays:
        return
    pid, oid = outcome(document.name, Children(link).reference), outcome(document.name, "_id")
    if not insert.unless:  # one that may be there already names itself
        step = insert.step or recipe.step("added")
        recipe.statements[place] = replace(insert, step=step)
        oid = outcome(step, "insertedId")
    element = element_from(listing, recipe, document.name, oid)
    must = _must_take(recipe, listing, insert.collection, pid)
    more = put_id(_like(recipe), listing, pid, element, oid, **must)
    _once(recipe, _wherever(recipe, link, more), f"Also updates {listing.array} of its {link.words[0]}.")


def _wherever(recipe: ScriptFunction, link: RelationshipContext, more: ScriptFunction) -> ScriptFunction:
    """Return the write of a parent in the collection of each of its subtypes: the new document says its id, which is in
    one of them, and not in which."""
    in_all_collections(more, link.world, link.parent, 0)
    *others, last = more.statements
    if others and last.must_match:
        steps = tuple(recipe.step(f"{last.step} in {each.collection}") for each in others)
        before = (replace(each, step=step, must_match="") for each, step in zip(others, steps, strict=True))
        more.statements = [*before, replace(last, beside=steps)]
    return more


def _must_take(recipe: ScriptFunction, listing: Listing, collection: str, pid: Outcome) -> WriteDemand:
    """Return how the write of a list says that the list must take the new document, where a transaction takes the
    insert back, and the document names who is to list it."""
    link, (holder, other) = listing.link, listing.words
    if not has_transactions(link.world, (listing.at.collection, collection)):
        return {}
    must = f"{holder} not found, or has reached its {other} limit"
    is_always = link.world.always(collection, Children(link).reference)
    return {"step": recipe.step("listed"), "must_match": must, "only_with": None if is_always else pid}


def _like(recipe: ScriptFunction) -> ScriptFunction:
    """An empty recipe whose statements may become those of another."""
    return ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=recipe.transaction)


def _once(recipe: ScriptFunction, more: ScriptFunction, remark: str) -> None:
    """Add statements that are not there yet: several places of an end may have one holder."""
    statements = [replace(statement, id="", comment="", step="") for statement in recipe.statements]
    for statement in more.statements:
        if replace(statement, id="", comment="", step="") not in statements:
            recipe.statements.append(statement)
            recipe.remark(remark)
    recipe.numbered()
