"""What stands beside a reference and changes with it, and what refers to an element that moves: by its id and by
that of the document around it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, cast

from msgspec.structs import replace

from ...model.conceptual import Operation, Relationship, given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome, remembered
from ..document_places import Address, toward
from ..functions.split_subtypes import collections_of
from ..ir.changes import AddToSet, Compute, DocumentChange, Push, Put, PutOrUnset, Update
from ..ir.expressions import REMOVE, LiteralValue, if_null
from ..ir.rendering import markers_of
from ..parameters import retold
from ..passes.placement_variants import whole
from ..read.conditions import of_kind
from .pipeline_update import worked_out
from .written_paths import ids_within


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


def led_by_parent(
    link: RelationshipContext, recipe: ScriptFunction, at: Address, new: Param, *, needed: bool = False
) -> ScriptFunction:
    """Read the new parent before anything is written, if all parents stand in one collection: there must be one, and
    what a child repeats of it is taken from there. A child that may do without a parent may be given none: what else an
    operation changes may be left out, so where copies go along only a move knows that none is meant. at: the child; new:
    the parameter that says which parent; needed: whether there must be one in any case."""
    parent, word = Address(link.world, link.parent), link.words[0]
    is_split = len(link.placement.spots(link.parent)) > 1 or collections_of(link.placement, link.parent)
    if not parent.is_root or is_split:
        return recipe
    begun, markers = recipe.statements[0], markers_of(recipe.statements[0])
    first = begun.leads or tuple(each.name for each in markers[:1] if isinstance(each, Param))
    step, copied = recipe.step(word), [param for _, param in going_along(link, recipe, at, new.document)]
    projection = dict.fromkeys([param.path for param in copied] or ["_id"], 1)
    may_have_none = _may_have_none(link, at) and (not copied or recipe.purpose == "reassign") and not needed
    optional = [each for each in copied if may_have_none or not link.world.always(each.collection, each.path)]
    if may_have_none and copied:
        optional.append(new)
        recipe.remark(f"null removes {link.names.end(link.relationship, 'to')} and its copied fields.")
    world = None if may_have_none else link.world
    recipe.statements = [_taking(statement, copied, optional, step, world) for statement in recipe.statements]
    recipe.add(
        "findOne", parent.collection, filter=parent.match(new, of_kind(link.world, link.parent, parent.collection)),
        projection=projection, step=step, must_match=f"{word} not found",
        only_with=new if may_have_none else None,
    )  # fmt: skip
    recipe.statements.insert(0, replace(recipe.statements.pop(), leads=first))
    return recipe.numbered()


def taking_from_parent(
    link: RelationshipContext,
    recipe: ScriptFunction,
    at: Address,
    step: str,
    *,
    document: int,
    may_have_none: bool,
) -> ScriptFunction:
    """Store what the recipe has read of a new parent in what a child repeats of that: its caller need not know it. step: the
    read; document: which of the sample documents the new parent is; may_have_none: whether there may be no parent."""
    copied = [param for _, param in going_along(link, recipe, at, document)]
    optional = [each for each in copied if may_have_none or not link.world.always(each.collection, each.path)]
    world = None if may_have_none else link.world
    for place, statement in enumerate(recipe.statements) if copied else ():
        update = statement.update
        if may_have_none and isinstance(update, Update) and not update.is_computed:
            changes = [
                PutOrUnset(each.place, each.value)
                if isinstance(each, Put) and each.value in optional
                else each
                for each in update.changes
            ]
            statement = replace(statement, update=Update.of(*changes))
            recipe.statements[place] = _taking(statement, copied, [], step, world)
        else:
            recipe.statements[place] = _taking(statement, copied, optional, step, world)
    return recipe


def asking_for_listed(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """Look first for what an update adds to a list of ids, where things of that kind stand in one collection: a list names
    nothing that does not exist."""
    for effect in given(operation.effects, []):
        step = world.paths.step(operation.entity, effect.field)
        if effect.do not in ("push", "add-to-set") or step is None or step.kind != "end":
            continue
        link = RelationshipContext(world, cast("Relationship", step.relationship))
        other, entity = opposite(step.side), link.other(step.side)
        ids = link.placement.reference(link.relationship, step.side)
        at = Address(world, entity) if world.spot(entity) is not None else None
        is_split = len(link.placement.spots(entity)) > 1 or collections_of(link.placement, entity)
        if ids is None or ids.arrays[-1:] != (ids.path,) or at is None or not at.is_root or is_split:
            continue
        for new in _added(recipe, spot, ids.path):
            _ask_first(recipe, at, new, link.word(other))
    return recipe.numbered()


def _added(recipe: ScriptFunction, spot: DocPath, path: str) -> list[Param]:
    """Return the ids that a function adds to a list and has not looked for."""
    added = [
        change.element
        for each in recipe.statements
        if each.collection == spot.collection and isinstance(each.update, Update)
        for change in each.update.meant
        if isinstance(change, Push | AddToSet) and change.place.path == path
    ]
    asked = [each.filter.value("_id") for each in recipe.statements if each.must_match and each.filter]
    return [each for each in added if isinstance(each, Param) and each not in asked]


def _ask_first(recipe: ScriptFunction, at: Address, new: Param, word: str) -> None:
    """Have a function end before it writes anything where there is nothing with an id."""
    begun, markers = recipe.statements[0], markers_of(recipe.statements[0])
    first = begun.leads or tuple(each.name for each in markers[:1] if isinstance(each, Param))
    recipe.add(
        "findOne", at.collection, filter=at.match(new, of_kind(at.world, at.entity, at.collection)),
        projection={"_id": 1}, step=recipe.step(word), must_match=f"{word} not found",
    )  # fmt: skip
    recipe.statements.insert(0, replace(recipe.statements.pop(), leads=first))


def _may_have_none(link: RelationshipContext, at: Address) -> bool:
    """Whether a child in a document of its own may be without a parent."""
    reference = link.placement.reference(link.relationship, "to")
    return at.is_root and reference is not None and not link.world.always(at.collection, reference.path)


def _taking(
    statement: Statement,
    copied: list[Param],
    optional: list[Param],
    step: str,
    world: OperationContext | None,
) -> Statement:
    """The statement with copies of what was read instead of those that a caller gives. optional: what goes where
    it is not there. world: where the copy of a result that has no value is null, as it is; None where it goes with
    what it is copied from."""
    if isinstance(statement.update, Update) and any(put.value in optional for put in statement.update.puts()):
        changes = [
            _without_absent(change, optional, world is not None and _is_null(world, statement, change))
            for change in statement.update.changes
        ]
        statement = replace(statement, update=Update.of(*changes))
    return retold(statement, lambda param: outcome(step, param.path) if param in copied else param)


def _is_null(world: OperationContext, statement: Statement, change: DocumentChange) -> bool:
    """Whether what a change sets is null where there is no value: results, and copies of them."""
    field = world.field(statement.collection, change.place.path)
    return field is not None and field.empty


def _without_absent(change: DocumentChange, optional: list[Param], is_null: bool) -> DocumentChange:
    """The change as an expression: what the new parent has not got, the child loses. No expression has an element's
    place in it: there the script says what is set, and what goes. is_null: whether null stands there instead."""
    if not isinstance(change, Put):
        return worked_out(change)
    may_be_absent = change.value in optional or isinstance(change, PutOrUnset)
    if change.place.elements:
        return PutOrUnset(change.place, change.value) if may_be_absent else change
    value = LiteralValue(change.value)
    absent = None if is_null else REMOVE
    return Compute(change.place, if_null(value, absent) if may_be_absent else value, change)


def name_holder(
    recipe: ScriptFunction,
    world: OperationContext,
    content: DocPath,
    own: Mapping[str, Any],
    element: Param | Outcome,
    holder: Param | Outcome | BuiltValue,
    called: Collection[str] = (),
) -> ScriptFunction:
    """Whatever refers to an element, or to one inside it, names the document that it has come to. content:
    where such elements stand; own: its id; element: the whole one, as the caller gives it; called: what the id of
    that document may be called, if not all."""
    world, documents = whole(world), list[str]()
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
            documents.append(f"{beside.collection}.{beside.path}")
        elif place is not None:
            recipe.remark(
                f"{beside.collection}.{beside.path} still references the old one: update it manually."
            )
    if documents:
        recipe.remark(f"{listed(documents)} follow{'s' if len(documents) == 1 else ''}.")
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


def _ids(element: Param | Outcome, own: Mapping[str, Any], content: DocPath, place: DocPath) -> Any:
    """The ids at a place in elements, of a given one: its own, or those of a list in it; None where they are
    in lists of lists."""
    start, within = len(content.path) + 1, place.arrays[len(content.arrays) :]
    if not within:
        return own.get(place.path[start:])
    inner = tuple(array[start:] for array in within)
    return next(ids_within(element, place.path[start:], inner), None)
