"""Deletes: what names the documents lets go of them first, so that nothing dangles if it stops half way, and
what holders store about them follows. Called again it finishes what it began. Operations and the functions of
relationships share it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Field, given
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.physical import Outcome, Param, Statement
from ...workload.document_history import holds_versions, keeps_revisions
from ..context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    loaded,
    outcome,
    remembered,
)
from ..document_places import Address
from ..functions.links.dropping import holders_of, is_moved, take_out
from ..functions.links.listing import Listing, lists_in_overflows, lists_of_nodes
from ..functions.links.outliving import outlives
from ..functions.references import loses_parent, orphaned
from ..functions.split_subtypes import in_all_collections
from ..ir.changes import Pull, Update
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import AllOf, Eq, In, Ne, NotIn, Predicate
from ..ir.stages import MatchStage, ProjectStage, UnwindStage
from ..notes.read_by_index import of_several_writes, told_of
from ..passes.placement_variants import links_at_each, whole
from ..results.counting import recount

_APPENDED = frozenset({"timeseries", "capped"})
DELETES = frozenset({"deleteOne", "deleteMany", "findOneAndDelete"})
_MANY = frozenset({"deleteMany", "updateMany"})


class Gone(NamedTuple):
    """What goes: documents of a collection, or one element of an array in them. whole: the parameter that is the
    element as it was read, where only that tells it from others."""

    collection: str
    element: DocPath | None = None
    whole: str = ""


def letting_go(world: OperationContext, entity: str, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe of a delete, whose first statement it is, behind what takes its documents out of all that
    names them; as it is where nothing does."""
    ends = list(named_by(world, entity))
    if not ends:
        return recipe
    delete, *rest = recipe.statements
    recipe.statements = []
    only = filter_of(delete.filter).only
    by_id = _ids_told(delete) if only is not None and only.path == "_id" else None
    ids = by_id or In(outcome(_ids_found(recipe, delete, world.names.words(entity)), many=True, each="_id"))
    moved = [
        each for link, side in ends for each in let_go(recipe, link, side, ids, [], Gone(delete.collection))
    ]
    own, remark = (
        replace(
            delete,
            filter=filter_of({"_id": ids}),
            options=None if by_id is None else delete.options,
            comment="",
        ),
        told_of(world, recipe.statements),
    )
    recipe.statements = [*of_those_that_stay(world, delete, ids, each_once(recipe.statements)), own, *rest]
    for follow in moved:
        follow()
    again = " Safe to repeat." if delete.op in _MANY else ""  # one that is there no longer is refused
    recipe.remark(f"{remark}{again}")
    return recipe.numbered()


def letting_go_of_deleted(link: RelationshipContext, recipe: ScriptFunction) -> ScriptFunction:
    """Put before each delete of a relationship's function what takes its documents out of all that names them,
    where the function does not do so itself."""
    if recipe.script != QUERIES or not any(statement.op in DELETES for statement in recipe.statements):
        return recipe
    own, statements, later = recipe.statements, list[Statement](), list[Callable[[], None]]()
    added: list[Statement] = []
    for statement in own:
        if statement.op in DELETES:
            before, follows = _before_delete(link, recipe, statement, [*own, *statements])
            statements, added, later = statements + before, added + before, later + follows
        statements.append(replace(statement, comment="") if statements and statement is own[0] else statement)
    recipe.statements = statements
    if len(statements) == len(own):
        return recipe
    recipe.note = of_several_writes(recipe.note)
    recipe.numbered()
    for follow in later:
        follow()
    recipe.remark(told_of(link.world, added, "them" if recipe.purpose == "cascade" else "it"))
    return recipe


def let_go_of_element(
    link: RelationshipContext, recipe: ScriptFunction, content: DocPath, which: Param, *, whole_element: bool
) -> Callable[[], None]:
    """Take an element that goes out of all that names it; return what follows once it is gone. content: where it
    is. which: its key, or the element as it was read."""
    ends = [
        (named, side)
        for named, side in named_by(whole(link.world), link.child)
        if named.relationship.name != link.relationship.name and not named.traits.within_document
        and not named.traits.is_slice  # no function but its own fills that of elements
        and (named.traits.holds_values or not whole_element)
    ]  # fmt: skip
    gone = Gone(content.collection, content, which.name if whole_element else "")
    start = len(recipe.statements)
    follows = [each for named, side in ends for each in let_go(recipe, named, side, Eq(which), [], gone)]
    recipe.statements = [*recipe.statements[:start], *each_once(recipe.statements[start:])]
    if len(recipe.statements) > start:
        recipe.remark(told_of(link.world, recipe.statements[start:]))

    def follow() -> None:
        for each in follows:
            each()

    return follow


def _before_delete(
    link: RelationshipContext, recipe: ScriptFunction, delete: Statement, done: list[Statement]
) -> tuple[list[Statement], list[Callable[[], None]]]:
    """What lets go of the documents of a delete before it, and what follows behind it. done: what is there
    already."""
    ends = list(_ends_of_deleted(link, recipe.purpose, delete))
    recipe.statements = []
    if not ends:
        return [], []
    ids = ids_of_written(recipe, delete, link.names.words(link.child))
    place = len(recipe.statements)
    gone = Gone(delete.collection)
    follows = [each for named, side in ends for each in let_go(recipe, named, side, ids, done, gone)]
    done_before = {_deed_of(statement) for statement in done}
    more = [statement for statement in recipe.statements[place:] if _deed_of(statement) not in done_before]
    more = of_those_that_stay(link.world, delete, ids, each_once(more), done)
    return ([*recipe.statements[:place], *more] if more else []), follows


def of_those_that_stay(
    world: OperationContext,
    delete: Statement,
    ids: Any,
    statements: list[Statement],
    beside: Iterable[Statement] = (),
) -> list[Statement]:
    """The same for none of the documents that go themselves, where a collection keeps what its documents were: a
    version that only lasts until the delete was never true for a time. beside: what else the function does, other
    deletes too."""
    collection = world.collections.get(delete.collection)
    if collection is None or not (holds_versions(collection) or keeps_revisions(collection)):
        return statements
    deletes = (each for each in beside if each.op in DELETES and each.collection == delete.collection)
    going = [ids]
    going += [also for each in deletes if (also := _ids_told(each)) is not None and also != ids]
    stay = [NotIn(each.values) if isinstance(each, In) else Ne(each.value) for each in going]
    others = filter_of({"_id": stay[0] if len(stay) == 1 else AllOf(tuple(stay))})
    return [
        replace(statement, filter=filter_of(statement.filter).filled(others))
        if statement.collection == delete.collection and statement.op == "updateMany"
        else statement
        for statement in statements
    ]


def _ends_of_deleted(
    link: RelationshipContext, purpose: str, delete: Statement
) -> Iterator[tuple[RelationshipContext, str]]:
    """The relationships, and their ends, that name the documents of a delete. What the relationship itself has
    told of a parent and its children is told by its function; not that a parent that goes with its children is a child itself,
    whose own parent lists it."""
    paired = link.relationship.kind in ("many-to-many", "graph")
    own_kind = link.parent in link.placement.survey.families.line(link.child)
    is_parent = _ids_told(delete) is not None  # its children go with the slice that they are in
    is_one_of_few = is_parent and purpose == "cascade" and link.relationship.kind == "one-to-many"
    deleted = [
        entity
        for entity in dict.fromkeys((link.child, link.parent))
        if any(spot == DocPath(delete.collection) for spot in link.placement.spots(entity))
    ]
    ends = {
        (named.relationship.name, side): (named, side)
        for entity in deleted
        for named, side in named_by(whole(link.world), entity)
        if paired
        or named.relationship.name != link.relationship.name
        or (own_kind and (side == "from" or (is_parent and named.traits.is_slice)))
        or (own_kind and is_one_of_few and named.traits.is_listed(side, named.side))
    }
    yield from ends.values()


def _ids_told(delete: Statement) -> Predicate | None:
    """What ids meet by which a delete finds its documents, None where it finds them otherwise."""
    predicate = filter_of(delete.filter).predicate("_id")
    by_value = isinstance(predicate, Eq) and isinstance(predicate.value, Param | Outcome)
    return predicate if by_value or isinstance(predicate, In) else None


def _deed_of(statement: Statement) -> str:
    """What a statement does, whoever asks for it."""
    return repr(
        (
            statement.op,
            statement.collection,
            statement.filter,
            statement.update,
            statement.options,
            statement.pipeline,
            statement.each if statement.writes else statement.step,
        )
    )


def each_once(statements: list[Statement], done: list[Statement] | None = None) -> list[Statement]:
    """Without repeats: the lists of two kinds may be one place, and what is listed there goes once. done: what is
    there already."""
    before = {_deed_of(statement) for statement in done or ()}
    alike = {_deed_of(statement): statement for statement in statements}
    return [statement for does, statement in alike.items() if does not in before]


@remembered
def _names_parts(world: OperationContext) -> bool:
    """Whether anything names the elements of an entity that is embedded."""
    spots = world.placement.spots
    parts = (name for name in world.names.entities if any(spot.path for spot in spots(name)))
    return any(any(named_by(world, name)) for name in parts)


def letting_go_of_parts(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what takes the embedded parts of what it removes out of all that names them, right before."""
    around = whole(world)
    if recipe.script != QUERIES or not _names_parts(around):
        return recipe
    with_parts: ScriptFunction = loaded("passes.embedded_parts.with_parts")(around, recipe)
    return with_parts


def lets_go(link: RelationshipContext, side: str) -> bool:
    """Whether a delete by any filter takes documents of an end out of what the other end names them by."""
    if loses_parent(link, side):
        return True
    if outlives(link, side):
        return False
    if link.traits.is_slice:
        return side == "to"
    if link.traits.holds_values:
        return side != link.side
    if link.traits.embeds_links:
        return side != link.side and given(link.relationship.end(link.side).count.min, 0) < 1
    return link.traits.has_link_documents or link.traits.is_listed(side, link.side)


@remembered
def listed_by_parents(world: OperationContext) -> list[RelationshipContext]:
    """Return the relationships whose children stand alone, need a parent, and are named by its list only."""
    links = (RelationshipContext(world, each) for each in world.names.relationships.values())
    return [
        link
        for link in links
        if link.relationship.kind == "one-to-many"
        and not link.traits.within_document
        and not link.traits.holds_values
        and given(link.relationship.to.count.min, 0) >= 1
        and world.placement.references(link.relationship, "from")
        and not world.placement.references(link.relationship, "to")
        and all(not spot.path for spot in world.placement.spots(link.child))
    ]


def named_by(world: OperationContext, entity: str) -> Iterator[tuple[RelationshipContext, str]]:
    """The relationships that name documents of an entity, of its kinds or of what it is a kind of, and the end."""
    meant = world.placement.survey.families.line(entity)
    for relationship in world.placement.survey.relationships(meant):
        link = RelationshipContext(world, relationship)
        stored = all(world.spot(entity) is not None for entity in (link.parent, link.child))
        for side in ("from", "to"):
            if stored and link.entity(side) in meant and lets_go(link, side):
                yield link, side


def ids_of_written(recipe: ScriptFunction, write: Statement, words: str) -> Predicate:
    """What the ids of the documents meet that a write changes or deletes: those that the caller gives, else those
    that a step finds before anything is written."""
    ids = _ids_told(write)
    return ids if ids is not None else In(outcome(_ids_found(recipe, write, words), many=True, each="_id"))


def _ids_found(recipe: ScriptFunction, delete: Statement, words: str) -> str:
    """The step that finds the documents before anything is written."""
    step, options = recipe.step(words), dict(delete.options or {})
    sort = options.pop("sort", None)
    recipe.add(
        "find", delete.collection, filter=delete.filter, projection={"_id": 1}, sort=sort,
        limit=None if delete.op in _MANY else 1, options=options, step=step,
    )  # fmt: skip
    return step


def let_go(
    recipe: ScriptFunction,
    link: RelationshipContext,
    side: str,
    ids: Any,
    done: list[Statement],
    gone: Gone,
    above: tuple[str, ...] = (),
) -> Iterator[Callable[[], None]]:
    """Take documents out of what names them; what is to be done once they are gone. ids: an id, or the condition
    that ids meet. above: the relationships by which they are parts of what goes."""
    if link.traits.has_link_documents:
        key = link.names.link_ids(link.relationship)[side == "to"]
        recipe.add("deleteMany", link.placement.collection_made_by(link.relationship), filter={key: ids})
    elif loses_parent(link, side):
        yield from _with_orphans(recipe, link, ids, done, above)
    elif link.traits.is_slice:
        loaded("effects.emptied_slices.out_of_slices")(recipe, link, ids, done)
    elif link.traits.holds_values:
        _values_out(recipe, link, ids, gone)
    else:
        yield from _from_lists(recipe, link, side, ids, done)


def _values_out(recipe: ScriptFunction, link: RelationshipContext, ids: Predicate, gone: Gone) -> None:
    """Take the values of what goes out of every list that holds them: they are read while it is there."""
    for _, at_place in links_at_each(RelationshipContext(whole(link.world), link.relationship)):
        spot = at_place.placement.reference(at_place.relationship, at_place.side)
        holder = at_place.entity(at_place.side)
        array = at_place.world.field(spot.collection, spot.path) if spot is not None else None
        source = array.items.source if array is not None and array.items is not None else None
        if spot is None or not isinstance(source, Field) or at_place.world.spot(holder) is None:
            continue
        values = _values_of(recipe, at_place, ids, gone, source.name)
        pulled_values = _that_none_keeps(recipe, at_place, ids, gone, source, values)
        nodes = lists_of_nodes(at_place.placement, at_place.relationship, at_place.side)
        beyond = lists_in_overflows(whole(link.world).placement, link.relationship, at_place.side)
        for node, listed in ((None, spot), *nodes, *beyond):
            at = Address(at_place.world, holder, node)
            name = listed.path[len(at.spot.path) + 1 :] if at.spot.path else listed.path
            pulled = Update.of(Pull(at.everywhere(name, listed.path, values), pulled_values))
            start = len(recipe.statements)
            recipe.add("updateMany", at.collection, filter=filter_of({listed.path: values}), update=pulled)
            in_all_collections(recipe, at_place.world, holder, start)


def _values_of(
    recipe: ScriptFunction, link: RelationshipContext, ids: Predicate, gone: Gone, name: str
) -> Predicate:
    """Return what values of a field meet that what goes has, read where the caller does not give it."""
    if gone.whole:
        return Eq(outcome(gone.whole, name))
    step = recipe.step(f"listed {link.word(opposite(link.side))}")
    if gone.element is None:
        held = filter_of({"_id": ids})
        recipe.add("find", gone.collection, filter=held, projection={name: 1}, step=step)
    else:
        at = Address(link.world, link.entity(opposite(link.side)), gone.element)
        mine = MatchStage(filter_of({at.key: ids}))
        unwound = [UnwindStage(array) for array in gone.element.arrays]
        stages = [mine, *unwound, mine, ProjectStage({name: FieldPath(at.path(name))})]
        recipe.add("aggregate", gone.collection, pipeline=stages, step=step)
    return In(outcome(step, many=True, each=name))


def _that_none_keeps(
    recipe: ScriptFunction,
    link: RelationshipContext,
    ids: Predicate,
    gone: Gone,
    source: Field,
    values: Predicate,
) -> Predicate:
    """Return what only those values meet that nothing else has: two documents may have the same, and a list of values
    does not tell which of them is meant."""
    placement, child = whole(link.world).placement, link.entity(opposite(link.side))
    spots = placement.spots(child)
    if source.unique is True or gone.element is not None or any(spot.path for spot in spots):
        return values
    others = NotIn(ids.values) if isinstance(ids, In) else Ne(ids.value) if isinstance(ids, Eq) else None
    if others is None:
        return values
    kept: list[Predicate] = []
    for spot in spots:
        step = recipe.step(f"kept {link.word(opposite(link.side))}")
        filter = filter_of({"_id": others, source.name: values})
        recipe.add("find", spot.collection, filter=filter, projection={source.name: 1}, step=step)
        kept.append(NotIn(outcome(step, many=True, each=source.name)))
    return AllOf((values, *kept))


def _with_orphans(
    recipe: ScriptFunction,
    link: RelationshipContext,
    ids: Any,
    done: list[Statement],
    above: tuple[str, ...],
) -> Iterator[Callable[[], None]]:
    """Take the reference out of children; delete those that are parts of what goes, once nothing names them."""
    recipe.unsupported = recipe.unsupported or _parts_elsewhere(link)
    for orphans in orphaned(recipe, link, ids):
        owned, collection = orphans.link, orphans.collection
        own = (*above, owned.relationship.name)
        ends = [
            end for end in named_by(whole(owned.world), owned.child) if end[0].relationship.name not in own
        ]
        if not ends or not orphans.id:
            recipe.add("deleteMany", collection, filter=orphans.held)
            continue
        step = recipe.step(f"{owned.words[1]} list")
        recipe.add("find", collection, filter=orphans.held, projection={orphans.id: 1}, step=step)
        part_ids, start = In(outcome(step, many=True, each=orphans.id)), len(recipe.statements)
        for named, side in ends:
            yield from let_go(recipe, named, side, part_ids, done, Gone(collection, orphans.element), own)
        rest = orphans.held if orphans.element else filter_of({"_id": part_ids})
        recipe.add("deleteMany", collection, filter=rest)
        if not orphans.element:
            *before, delete = recipe.statements[start:]
            before = of_those_that_stay(owned.world, delete, part_ids, before)
            recipe.statements = [*recipe.statements[:start], *before, delete]


def _parts_elsewhere(link: RelationshipContext) -> Unsupported | None:
    """Return why no function deletes an owner whose parts are elements of documents that stay, None where there are
    none: it would leave them there, with a reference to what is no more."""
    if link.relationship.exclusive_owner is not True or link.traits.overflows or link.goes_in_pages:
        return None
    references = {each.collection for each in link.placement.references(link.relationship, "to")}
    for spot in link.placement.spots(link.child):
        if spot.path and spot.collection in references:
            return Unsupported(
                (
                    f"Each {link.child} belongs to one {link.parent} but is embedded in a {spot.collection} "
                    "document that stays."
                ),
                f"embed {link.child} in its {link.parent}, store it separately, or make its parent optional",
            )
    return None


def _from_lists(
    recipe: ScriptFunction, link: RelationshipContext, side: str, ids: Any, done: list[Statement]
) -> Iterator[Callable[[], None]]:
    done_before = {_deed_of(statement) for statement in done}
    holders = [
        holder for holder in holders_of(link, opposite(side)) if _taken_out(holder, ids) not in done_before
    ]
    moved = [holder for holder in holders if is_moved(holder)]
    for moved_list in moved:  # once it is out of the lists nothing finds them
        step, start = recipe.step(f"{moved_list.words[0]} list"), len(recipe.statements)
        recipe.add(
            "find", moved_list.at.collection, filter=moved_list.holding(ids), projection={"_id": 1}, step=step
        )
        if not recipe.transaction:  # which takes no $unionWith
            in_all_collections(recipe, moved_list.link.world, moved_list.at.entity, start)
        wanted = In(outcome(step, many=True, each="_id"))
        yield partial(
            recount,
            recipe,
            moved_list.link.world,
            moved_list.at.entity,
            link.relationship,
            wanted,
            moved_list.side,
        )
    for moved_list in holders:
        start = len(recipe.statements)
        take_out(recipe, moved_list, ids)
        in_all_collections(recipe, moved_list.link.world, moved_list.at.entity, start)


def _taken_out(listing: Listing, ids: Any) -> str:
    return _deed_of(take_out(ScriptFunction("", "", ""), listing, ids).statements[0])
