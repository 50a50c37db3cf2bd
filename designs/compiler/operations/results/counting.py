"""What documents store about those behind a reference, kept by the writes of the references:
counts, sums and averages move with each child, anything else is worked out anew right behind."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...model.conceptual import Relationship, Tree, given
from ...names.inflection import plural
from ...names.path_steps import is_mutual
from ...names.tree_fields import PARENT
from ...placement.doc_path import DocPath
from ...plan_model.decisions import opposite
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, Outcome, Param, Statement
from ..context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    WriteDemand,
    digits,
    outcome,
    remembered,
)
from ..document_places import Address
from ..functions.split_subtypes import ask_all, collections_of
from ..identifiers import without_id
from ..ir.changes import Compute, Push, Update
from ..ir.conditions import filter_of
from ..ir.expressions import FieldPath, add, if_null
from ..ir.predicates import Eq, Not, Range
from ..passes.placement_variants import only, whole
from ..write.written_paths import places_of, values_put
from .computed import figures_of, has_results
from .recomputing import Reckoning, work_out

TOGETHER = "in the same transaction."
APART = "in a separate write."


def _is_counted_by_reference(link: RelationshipContext) -> bool:
    moves = link.traits.moves_results or link.traits.moves_extremes
    return moves and not link.traits.is_slice


def counting(world: OperationContext, child: str) -> list[RelationshipContext]:
    """The relationships by whose references parents store something about the documents of a child."""
    counted, general = _counted(world), world.placement.survey.families.above(child)
    return [link for name in (child, *general) for link in counted.get(name, [])]


@remembered
def _counted(world: OperationContext) -> dict[str, list[RelationshipContext]]:
    counted: dict[str, list[RelationshipContext]] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        if _is_counted_by_reference(link) and not _is_inside(link) and is_counted(link):
            counted.setdefault(link.child, []).append(link)
    return counted


def _is_inside(link: RelationshipContext) -> bool:
    """Whether the children are elements: what is stored about these follows the writes of what holds them."""
    reference = link.placement.reference(link.relationship, "to")
    return reference is not None and bool(reference.arrays)


def is_counted(link: RelationshipContext) -> bool:
    """Whether documents of the parent store something about the children of a reference."""
    spot = link.world.spot(link.parent)
    if spot is None or spot.path or not has_results(link.world, link.parent):
        return False
    return bool(figures_of(link)) or bool(
        _reckoning(only(link.world, link.parent), link.parent, link.relationship).fields
    )


def follow(
    recipe: ScriptFunction, links: Iterable[RelationshipContext], step: str, sign: int
) -> ScriptFunction:
    """A child came (1) or went (-1): every parent that stores something about it follows. step: the
    parameter or result that holds the child."""
    for link in sorted(links, key=lambda statement: not _is_atomic(statement)):
        reference = link.placement.reference(link.relationship, "to")
        if reference is not None:
            shift(recipe, link, outcome(step, reference.path), step, sign)
    return recipe


def follow_all(
    recipe: ScriptFunction, links: Iterable[RelationshipContext], step: str, sign: int
) -> ScriptFunction:
    """The same in an operation, for parents of several kinds with a collection each too."""
    follow(recipe, links, step, sign)
    split = {collections_of(link.placement, link.parent): link.world for link in links}
    # Once for each general, whatever it counts: what is asked again is done again.
    for names, world in split.items():
        ask_all(world, recipe, names)
    return recipe


def shift(
    recipe: ScriptFunction,
    link: RelationshipContext,
    parent_id: Any,
    step: str,
    sign: int,
    *,
    which: str = "",
) -> None:
    """One parent follows a child that came or went, in one transaction with it where the design says
    that both change together. which: what tells it from another parent that follows."""
    at, figures, parent = Address(link.world, link.parent), figures_of(link), link.words[0]
    named = None if _always_named(link) or recipe.script != QUERIES else parent_id
    if figures.moved(sign):
        update = figures.update(step, sign)
        wanted: WriteDemand = {"only_with": named, **_together(recipe, link, which, parent_id)}
        how = APART if not recipe.transaction else TOGETHER
        spoken = _spoken_of(
            parent, recipe.note
        )  # the parent that a child leaves, and the one that it comes to
        paths = [
            path for path in dict.fromkeys(each.path for each in figures.moved(sign)) if path not in spoken
        ]
        if paths:
            recipe.remark(
                f"{listed(paths)} of the {parent} {'is' if len(paths) == 1 else 'are'} updated {how}"
            )
        recipe.add("updateOne", at.collection, filter=at.match(parent_id), update=update, **wanted)
    reckoning = _behind(link.world, link.parent, link.relationship, "", sign)
    if reckoning is not None:
        work_out(recipe, reckoning, reckoning.at.match(parent_id), named)


def _spoken_of(parent: str, note: str) -> set[str]:
    """Return what a note says already to change in a parent."""
    told_before = (sentence.partition(f" of the {parent} ") for sentence in note.split(". "))
    return {word for names, of, _ in told_before if of for word in _WORDS.findall(names)}


def _together(recipe: ScriptFunction, link: RelationshipContext, which: str, parent_id: Any) -> WriteDemand:
    """What the write of a parent says in a transaction with that of its child; {} where each stands
    alone. A parent that is not there ends the transaction: nothing is written. A child that names none has nobody to
    follow."""
    if not (recipe.transaction or _is_atomic(link)):
        return {}
    if not recipe.transaction:
        recipe.transaction = True
        recipe.statements = [replace(statement, transaction=True) for statement in recipe.statements]
    parent = link.words[0]
    if collections_of(link.placement, link.parent):
        return {}  # it is in one of several collections
    moved = f"{which}_{parent}_moved" if which else f"{parent}_moved"
    by_end = without_id(link.names.end(link.relationship, "to"))
    by_end = by_end if by_end.lower().endswith(parent.lower()) else f"{by_end}_{parent}"
    may_be_none = isinstance(parent_id, Outcome) or recipe.purpose == "reassign"  # whose caller may give null
    may_name_none = may_be_none and not _always_named(link)
    return {
        "step": recipe.step(moved, f"{by_end}_moved"), "must_match": f"{parent} not found",
        "only_with": parent_id if may_name_none else None,
    }  # fmt: skip


def _always_named(link: RelationshipContext) -> bool:
    """Whether each child names a parent."""
    reference = link.placement.reference(link.relationship, "to")
    return reference is not None and link.world.always(reference.collection, reference.path)


def _is_atomic(link: RelationshipContext) -> bool:
    alone = given(link.world.model.topology, "replica-set") == "standalone"
    return given(link.relationship.atomic, False) and not alone


def recount_parent(
    recipe: ScriptFunction, link: RelationshipContext, id: Any, sign: int = 0
) -> ScriptFunction:
    """A parent follows in what is worked out anew, where its children stand in buckets or in a slice too. sign: 1 where
    a child came by which the least and the greatest moved already."""
    recount(recipe, link.world, link.parent, link.relationship, id, sign=sign)
    return recipe


def recount_both(recipe: ScriptFunction, link: RelationshipContext, ids: Mapping[str, Any]) -> ScriptFunction:
    """Both ends of a link follow. ids: by side."""
    for side in ("from", "to"):
        recount(recipe, link.world, link.entity(side), link.relationship, ids[side], side)
    return recipe


def is_recounted(world: OperationContext, entity: str, relationship: Relationship, side: str = "") -> bool:
    """Whether documents of an entity store what is worked out anew of those behind a relationship. side: from which end,
    where both lead to the same entity."""
    return _behind(world, entity, relationship, side) is not None


def _behind(
    world: OperationContext, entity: str, relationship: Relationship, side: str, sign: int = 0
) -> Reckoning | None:
    spot = world.spot(entity)
    if spot is None or spot.path or not has_results(world, entity):
        return None
    reckoning = _reckoning(only(world, entity), entity, relationship, side, sign)
    return reckoning if reckoning.fields else None


def recount(
    recipe: ScriptFunction,
    world: OperationContext,
    entity: str,
    relationship: Relationship,
    id: Any,
    side: str = "",
    *,
    sign: int = 0,
) -> None:
    """Work out anew what one document stores about others behind a relationship. side: as for ``is_recounted``; sign: as
    for ``recount_parent``."""
    reckoning = _behind(world, entity, relationship, side, sign)
    if reckoning is not None:
        work_out(recipe, reckoning, reckoning.at.match(id))


def _reckoning(
    world: OperationContext, entity: str, relationship: Relationship, side: str = "", sign: int = 0
) -> Reckoning:
    """The results that each write has to keep, without those that figures move. sign: whether a child comes or goes."""
    link = RelationshipContext(world, relationship)
    moves = link.traits.moves_results or link.traits.moves_extremes
    by_figures = entity == link.parent and moves
    moved = {figure.path for figure in figures_of(link).moved(sign)} if by_figures else set[str]()
    return Reckoning(world, entity, through=relationship.name, side=side, without=moved)


def telling_totals(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return an operation's function, which names the totals and slices of other documents that it writes along."""
    kind, _, name = recipe.subject.partition(":")
    if recipe.script != QUERIES or kind != "operation":
        return recipe
    operation = world.operations.get(name)
    own = {spot.collection for spot in whole(world).placement.spots(operation.entity if operation else "")}
    telling, spoken = copy(recipe), {*_WORDS.findall(recipe.note)}
    how = TOGETHER if any(each.transaction for each in recipe.statements) else APART
    for collection in dict.fromkeys(each.collection for each in recipe.statements if each.update is not None):
        holder = world.collections.get(collection)
        if holder is None or not holder.entity or collection in own:
            continue
        written = (
            path
            for each in recipe.statements
            if each.collection == collection
            for path in places_of(each) or ()
        )
        paths = [
            path
            for path in dict.fromkeys(written)
            if path not in spoken and _is_derived(world, collection, path)
        ]
        if paths:
            verb = "is" if len(paths) == 1 else "are"
            telling.remark(f"{listed(paths)} of the {world.word(holder.entity)} {verb} updated {how}")
    return telling


def _is_derived(world: OperationContext, collection: str, path: str) -> bool:
    field = world.field(collection, path)
    return field is not None and field.origin in ("computed", "subset")


_WORDS = re.compile(r"[\w.]*\w")


# --- as many as a parent may have ---------------------------------------------------------------------


class _Most(NamedTuple):
    """How many children that refer to it one parent may have. counted: where their number is stored and moves with each
    write, if anywhere; is_always: whether each child names a parent; words: of the parent and of so many children."""

    reference: DocPath
    most: int
    counted: DocPath | None
    is_always: bool
    words: tuple[str, str]


def keeping_the_most(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which gives no parent more children than it may have, where the update of the parent that counts
    one more can ask for that, and its transaction takes the child back; else it says that it asks for nothing."""
    if recipe.script != QUERIES:
        return recipe
    maxima, written = _maxima(whole(world)), dict.fromkeys(each.collection for each in recipe.statements)
    arriving = [each for name in written for each in maxima.get(name, ()) if _gets_one(world, recipe, each)]
    if not arriving:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    for each in arriving:
        guarded = [_with_room(changed, statement, each) for statement in changed.statements]
        parent, children = each.words
        if guarded != changed.statements:
            changed.remark(f"Fails if the {parent} already has {children}.")
        else:
            changed.remark(f"Doesn't check the maximum of {children} per {parent}; the audit does.")
        changed.statements = guarded
    return changed.numbered()


def _gets_one(world: OperationContext, recipe: ScriptFunction, stated: _Most) -> bool:
    """Whether a function writes a child that names a parent."""
    writes = [each for each in recipe.statements if each.collection == stated.reference.collection]
    if any((each.options or {}).get("upsert") and _pushes(each) for each in writes):
        return True  # into a page or window of its parent
    return any(
        value is not None and not _is_of_other_kinds(world, each, stated)
        for each in writes
        for value in values_put(each, stated.reference.path)
    )


def _is_of_other_kinds(world: OperationContext, insert: Statement, stated: _Most) -> bool:
    """Whether what is inserted is of a subtype that has no such parent."""
    documents = insert.documents if insert.op == "insertOne" else None
    document = documents.parts[0] if isinstance(documents, BuiltValue) and documents.parts else documents
    meant = document.among[1] if isinstance(document, Param) and document.among is not None else ()
    field = world.field(insert.collection, stated.reference.path)
    kinds = field.kinds if field is not None else ()
    return bool(meant and kinds) and {*kinds}.isdisjoint(meant)


def _pushes(statement: Statement) -> bool:
    changes = statement.update.meant if isinstance(statement.update, Update) else ()
    return any(isinstance(change, Push) for change in changes)


def _with_room(recipe: ScriptFunction, statement: Statement, stated: _Most) -> Statement:
    """Return an update that counts one child more, which finds no parent that has as many as it may."""
    count, is_one = stated.counted, statement.op == "updateOne" and not statement.each
    if count is None or count.collection != statement.collection or not (is_one and statement.transaction):
        return statement
    one_more = add(if_null(FieldPath(count.path), 0), 1)
    changes = statement.update.changes if isinstance(statement.update, Update) else ()
    if not any(isinstance(each, Compute) and each.expression == one_more for each in changes):
        return statement
    parent, children = stated.words
    is_read = any(
        each.op == "findOne" and each.must_match and each.collection == statement.collection
        for each in recipe.statements
    )
    gone = f"the {parent}" if is_read else f"{parent} not found, or"
    asked = filter_of(statement.filter)
    named = statement.only_with if stated.is_always or statement.only_with is not None else asked.value("_id")
    return replace(
        statement,
        filter=asked.merged({count.path: Not(Range((("gte", stated.most),)))}),
        step=statement.step or recipe.step(f"{parent} counted"),
        must_match=f"{gone} already has {children}",
        only_with=named,
    )


@remembered
def _maxima(world: OperationContext) -> dict[str, list[_Most]]:
    """Return the stated maxima of children, by the collection of the children that refer to a parent: no array limits these."""
    maxima: dict[str, list[_Most]] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        stated = _most(link) if relationship.kind == "one-to-many" else _levels(link)
        if stated is not None:
            maxima.setdefault(stated.reference.collection, []).append(stated)
    return maxima


def _most(link: RelationshipContext) -> _Most | None:
    most, traits = given(link.relationship.from_.count.max, None), link.traits
    references = link.placement.references(link.relationship, "to")
    is_apart = traits.refers_to_parent and not (traits.has_id_arrays or traits.is_time_series)
    if most is None or not (is_apart or traits.is_paged) or len(references) != 1 or references[0].arrays:
        return None
    at, counted = Address(link.world, link.parent), list[DocPath]()
    if is_counted(link) and not collections_of(link.placement, link.parent):
        figures = (each for each in figures_of(link).figures if each.kind == "count" and not each.value)
        counted = [DocPath(at.collection, each.path) for each in figures]
    children = f"{digits(most)} {link.names.spoken(link.child) if most > 1 else link.words[1]}"
    words = link.words[0].replace("_", " "), children
    return _Most(references[0], int(most), next(iter(counted), None), _always_named(link), words)


def _levels(link: RelationshipContext) -> _Most | None:
    """Return the levels of a tree whose nodes know nothing but their parents, and so not on which they are."""
    levels = given(given(link.relationship.tree, Tree()).depth, 0)
    references = link.placement.references(link.relationship, "to")
    if levels <= 1 or link.traits.tree_fields != (PARENT,) or len(references) != 1:
        return None
    return _Most(references[0], int(levels), None, False, ("tree", f"{digits(levels)} levels"))


_MANY = frozenset({"many-to-many", "graph"})
_LINKING = frozenset({"push", "add-to-set"})


def telling_other_maxima(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function that adds a link, which says of which end it does not ask how many links that has already."""
    relationship = _linked_by(world, recipe) if recipe.script == QUERIES else None
    if relationship is None or relationship.kind not in _MANY:
        return recipe
    link, telling = RelationshipContext(world, relationship), copy(recipe)
    for side in ("from", "to"):
        most, far = given(relationship.end(side).count.max, None), opposite(side)
        places = link.placement.references(relationship, far)
        if most is None or not places or not _is_unlimited(link, side) or _looks_for(recipe, places[0]):
            continue
        is_self = link.entity(far) == link.entity(side)
        several = plural(link.word(far)) if is_self else link.names.spoken(link.entity(far))
        others = f"{digits(most)} {several if most > 1 else link.word(far)}"
        telling.remark(f"Doesn't check the maximum of {others} per {link.word(side)}; the audit does.")
    return telling


def _linked_by(world: OperationContext, recipe: ScriptFunction) -> Relationship | None:
    """Return the relationship of which a function adds one link."""
    kind, _, name = recipe.subject.partition(":")
    if kind == "relationship":
        return world.names.relationships[name] if recipe.purpose == "add" else None
    operation = world.operations.get(name) if kind == "operation" else None
    if operation is None:
        return None
    steps = (
        world.paths.step(operation.entity, effect.field)
        for effect in given(operation.effects, [])
        if effect.do in _LINKING
    )
    return next((step.relationship for step in steps if step is not None and step.kind == "end"), None)


def _is_unlimited(link: RelationshipContext, side: str) -> bool:
    """Whether no array limits the links of an end, and an audit counts them: those that hold both ways have no ends."""
    traits = link.traits
    is_audited = not is_mutual(link.relationship) and not traits.holds_values
    return is_audited and side not in traits.ends_with_arrays(link.side)


def _looks_for(recipe: ScriptFunction, reference: DocPath) -> bool:
    """Whether a function ends where it finds so many others by a reference."""
    looks = (each for each in recipe.statements if each.must_miss and each.op == "findOne")
    return any(
        type(filter_of(each.filter).predicate(reference.path)) is Eq
        for each in looks
        if each.collection == reference.collection
    )
