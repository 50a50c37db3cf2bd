"""A delete of what is not there must not look as if it had been made: a function about one thing, which its caller
names, says that there is none. And what a parent must keep is not taken from it."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any, NamedTuple

from msgspec.structs import replace

from ....model.conceptual import given
from ....names.inflection import singular
from ....names.path_steps import is_mutual
from ....placement.doc_path import DocPath
from ....plan_model.decisions import opposite
from ....plan_model.physical import Outcome, Param, Statement
from ....workload.document_history import holds_versions
from ....workload.expiry import expires
from ...context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    digits,
    loaded,
    outcome,
    remembered,
)
from ...ir.changes import Pull, PullAll, Put, Unset, Update
from ...ir.conditions import At, Condition, Filter, filter_of
from ...ir.predicates import Eq, In, Ne, of_others
from ...ir.rendering import markers_of
from ...notes.read_by_index import of_several_writes
from ...write.written_paths import held_before, is_found_first, is_of_one, staying
from ..placement_variants import whole
from .changes import but_for_kinds, is_elsewhere, is_of_caller, since_read, telling_key, word_for

_TAKING_AWAY = frozenset({"remove", "delete", "cascade"})
_KEEPING_NOTHING = frozenset({"prepare", "upgrade", "archive", "watch"})
_DELETES = frozenset({"deleteOne", "findOneAndDelete", "deleteMany"})
_SINGLE = frozenset({"deleteOne", "findOneAndDelete", "updateOne", "findOneAndUpdate"})
_PLAIN_OPTIONS = frozenset({"collation", "returnDocument", "arrayFilters", "upsert"})
_SPECIAL = frozenset({"partialFilterExpression", "sparse", "collation"})
_MOST_LOOKED_AT = 1000
"""Links of one document that an index is gone through for before one more is added."""


def refusing_lost_removals(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where its delete finds no document. What it has let go of before is taken back by
    its transaction; where none holds them together, a second call has to complete what is to be written behind."""
    if recipe.script == QUERIES and recipe.purpose == "update":
        return _asking_for_what_goes(world, recipe)
    if recipe.script != QUERIES or recipe.purpose not in _TAKING_AWAY:
        return recipe
    recipe = _of_kind_alone(world, recipe)
    place = next(_lost(world, recipe), None)
    if place is None:
        return (
            _refusing_lost_pulls(world, recipe) if recipe.purpose == "remove" else _of_element(world, recipe)
        )
    changed, delete = copy(recipe), recipe.statements[place]  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    answers = delete.answers or not any(each.answers for each in recipe.statements)
    removed = replace(delete, step=delete.step or changed.step("removed"), answers=answers, ends=False)
    changed.statements[place] = removed
    asked = [filter_of(each.filter) for each in recipe.statements if each.collection == delete.collection]
    more = recipe.purpose == "delete" and any(len(each.conditions) > 1 for each in asked)
    if more and loaded("passes.refusals.unmet_deletes.says_what_stays")(world, changed, place):
        return changed.numbered()
    changed.statements[place] = replace(removed, must_match=_must(world, delete))
    return changed


def _of_element(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return an operation that deletes an element of an array with an error where no document has it."""
    updates = [each.update for each in recipe.statements if isinstance(each.update, Update)]
    if recipe.purpose != "delete" or not any(isinstance(each, Pull) for put in updates for each in put.meant):
        return recipe
    refusing: ScriptFunction = loaded("passes.refusals.unmet_deletes.refusing_lost_elements")(world, recipe)
    return refusing


def _of_kind_alone(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which deletes no document of another kind by its id: what that kind has beside it would stay."""
    changed = [_told_apart(world, each) for each in recipe.statements]
    if changed == recipe.statements:
        return recipe
    apart = copy(recipe)  # operations are made of it, as it was
    apart.statements = changed
    return apart


def _told_apart(world: OperationContext, delete: Statement) -> Statement:
    """Return a delete by an id that asks for the kind that the id is of, where the collection has several."""
    asked = filter_of(delete.filter).only
    which = asked.predicate.value if asked is not None and type(asked.predicate) is Eq else None
    if (
        delete.op not in ("deleteOne", "findOneAndDelete")
        or not isinstance(which, Param)
        or which.among is None
    ):
        return delete
    path, values = which.among
    field = world.field(delete.collection, path) if path else None
    if field is None or not field.tells_kinds or not values:
        return delete
    kind = Eq(values[0]) if len(values) == 1 else In([*values])
    return replace(delete, filter=filter_of(delete.filter).merged({path: kind}))


def _lost(world: OperationContext, recipe: ScriptFunction) -> Iterator[int]:
    """Yield the place of a delete of one document, or of a branch that begins with one, where nothing says yet what is to
    be done if there is none."""
    statements = recipe.statements
    for place, each in enumerate(statements):
        is_branch = recipe.purpose == "cascade" and each is statements[-1] and _is_by_ids(each)
        is_named = each.op == "findOneAndDelete" and names_one(world, each)
        if each.op != "deleteOne" and not (is_branch or is_named):
            continue
        ends = each.ends and not is_named
        is_told = each.must_match or each.must_miss or each.unless or ends or each.each or each.only_with
        is_asked = bool(each.step) and any(other.unless == each.step for other in statements)
        is_one_of_several = _stands_elsewhere(world, each)
        is_one_of_several |= any(
            is_elsewhere(world, other, each) for other in statements if other is not each
        )
        if not is_one_of_several and isinstance(filter_of(each.filter).predicate("_id"), In):
            is_one_of_several = loaded("passes.refusals.unmet_deletes.is_looked_for")(world, recipe, each)
        is_behind = any(other.writes for other in statements[place + 1 :])
        if not (is_told or is_asked or is_one_of_several or (is_behind and not each.transaction)):
            yield place


def names_one(world: OperationContext, delete: Statement) -> bool:
    """Whether a delete that returns its document is of one that the caller names, not of any that matches."""
    asked = filter_of(delete.filter).on_paths
    return bool(telling_key(world, delete.collection, {each.path for each in asked if is_of_caller(each)}))


def _stands_elsewhere(world: OperationContext, delete: Statement) -> bool:
    """Whether what a delete does not find may stand elsewhere: in an array whose rest it deletes from, or in a collection
    of another kind."""
    collection = world.collections[delete.collection]
    places = whole(world).placement.spots(collection.entity) if collection.entity else ()
    return collection.kind not in ("standard", "link") or len(places) > 1


def _refusing_lost_pulls(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where no list has the element, or the link, that it takes out. What lists hold at
    both sides may be left at one of them alone: it is enough that one has it."""
    kind, _, name = recipe.subject.partition(":")
    pulls = [
        (place, guard)
        for place, each in enumerate(recipe.statements)
        if (guard := held_before(each)) or _takes_from_page(world, each)
    ]
    if kind != "relationship" or not pulls:
        return recipe
    last = pulls[-1][0]
    writes = [place for place, each in enumerate(recipe.statements) if each.writes]
    is_alone = len(pulls) == 1 and last == writes[-1]
    if not (is_alone or recipe.statements[last].transaction) or any(
        may_be_elsewhere(world, recipe, place) for place, _ in pulls
    ):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    since = ""
    for place, guard in pulls:
        pull = recipe.statements[place]
        step = pull.step or changed.step("removed", f"{word_for(world, pull.collection)} removed")
        held = filter_of(pull.filter).merged(guard).of_same_elements(_around(pull))
        changed.statements[place] = replace(pull, step=step, filter=held)
        since = since or since_read(world, changed.statements[place])
    link = RelationshipContext(world, world.names.relationships[name])
    is_link = link.relationship.kind in ("many-to-many", "graph")
    is_answer = not any(each.answers for each in recipe.statements)
    changed.statements[last] = replace(
        changed.statements[last],
        must_match="not linked" if is_link else f"{link.words[1]} not found{since}",
        beside=tuple(changed.statements[place].step for place, _ in pulls[:-1]),
        answers=is_answer or recipe.statements[last].answers,
    )
    return changed


def _takes_from_page(world: OperationContext, statement: Statement) -> bool:
    """Whether an update asks for the page, or window, that has an element, and takes that out."""
    collection = world.collections.get(statement.collection)
    is_told = statement.must_match or statement.unless or statement.each or statement.retry
    if collection is None or collection.kind != "bucket" or statement.op != "updateOne" or is_told:
        return False
    arrays = [field.name for field in collection.fields if field.items is not None]
    asked = [
        each.path.partition(".")[0] for each in filter_of(statement.filter).on_paths if is_of_caller(each)
    ]
    return not (statement.options or {}).get("upsert") and not set(arrays).isdisjoint(asked)


def _asking_for_what_goes(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return an operation that does nothing but take out a link, or an element, asking for the document that has it."""
    name = recipe.subject.partition(":")[2]
    operation = world.operations.get(name)
    effects = given(operation.effects, []) if operation is not None else []
    if operation is None or len(effects) != 1 or effects[0].do != "pull" or given(operation.changes, []):
        return recipe
    route = world.paths.resolve(operation.entity, effects[0].field)
    if route is None or not any(each.relationship is not None for each in route.steps):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [
        replace(each, filter=filter_of(each.filter).merged(held_before(each)).of_same_elements(_around(each)))
        if held_before(each) and not may_be_elsewhere(world, recipe, place)
        else each
        for place, each in enumerate(recipe.statements)
    ]
    return changed


def may_be_elsewhere(world: OperationContext, recipe: ScriptFunction, place: int) -> bool:
    """Whether what a statement takes out may be in another collection, where another statement takes it out."""
    own = recipe.statements[place]
    names = {each.collection for each in recipe.statements}  # an archive is no collection of the plan
    kinds = {world.collections[name].kind for name in names & world.collections.keys()}
    others = (each for each in recipe.statements if each is not own)
    return "overflow" in kinds or any(is_elsewhere(world, each, own) for each in others)


def _around(statement: Statement) -> tuple[str, ...]:
    """Return the array with the element that an update takes something out of, none where that is the document's own."""
    changes = statement.update.meant if isinstance(statement.update, Update) else ()
    marked = (each.place.elements for each in changes if isinstance(each, Pull | PullAll))
    return next((tuple(each.array for each in elements) for elements in marked if elements), ())


def _is_by_ids(statement: Statement) -> bool:
    """Whether a statement deletes the documents that one before it has found."""
    return statement.op == "deleteMany" and isinstance(statement.filter.predicate("_id"), In)


def _must(world: OperationContext, delete: Statement) -> str:
    """Return what to say where a delete finds nothing."""
    missing = f"{word_for(world, delete.collection)} not found"
    asked = but_for_kinds(world, delete)
    by_id: list[Condition] = [each for each in asked if isinstance(each, At) and each.path == "_id"]
    named = by_id or [each for each in asked if is_of_caller(each)]
    return missing if len(named) == len(asked) else f"{missing}, or doesn't match the filter"


# --- how many children, or links, a document must keep, and may have ---------------------------------


class _Stated(NamedTuple):
    """How many documents of a collection name one parent. reference: where they do; other: the other end of links, "" of
    children; fewest, most: as the design states; parents: where those stand; words: of the parent, one other and others."""

    reference: str
    other: str
    fewest: int
    most: int | None
    parents: frozenset[str]
    words: tuple[str, str, str]

    def number(self, count: int) -> str:
        """So many others, in words."""
        return f"{digits(count)} {self.words[1 if count == 1 else 2]}"


def keeping_stated_numbers(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which takes no child, and no link, from a document that must keep it, and adds no link to one
    that has as many as it may: it looks first for the others, where an index finds these."""
    if recipe.script != QUERIES or recipe.purpose in _KEEPING_NOTHING:
        return recipe
    numbers = _stated_numbers(whole(world))
    taking, adding = (
        [
            (each, stated)
            for each in recipe.statements
            for stated in numbers.get(each.collection, ())
            if _is_by_caller(each) and asks(world, recipe, each, stated)
        ]
        for asks in (_takes, _adds_one_more)
    )
    if not (taking or adding):
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    first = next(place for place, each in enumerate(recipe.statements) if each.writes)
    asked = [look for write, stated in taking for look in _others_that_stay(world, changed, write, stated)]
    asked += [_others_that_are_there(changed, write, stated) for write, stated in adding]
    changed.statements = [*recipe.statements[:first], *asked, *recipe.statements[first:]]
    if taking:
        changed.note = of_several_writes(changed.note)
    for _, stated in taking:
        few = f"fewer than {stated.number(stated.fewest)}" if stated.fewest > 1 else f"no {stated.words[1]}"
        changed.remark(f"Fails if {few} of the {stated.words[0]} would remain.")
    for _, stated in adding:
        changed.remark(f"Fails if the {stated.words[0]} already has {stated.number(stated.most or 0)}.")
    changed.remark("Concurrent calls can both succeed; the audit finds them.")
    return changed.numbered()


def _others_that_stay(
    world: OperationContext, recipe: ScriptFunction, write: Statement, stated: _Stated
) -> Iterator[Statement]:
    """Yield the reads that end a function where too few others stay. A child is read first, for its parent; not one that a
    call before this one has moved there already."""
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=write.transaction)
    asked, own = filter_of(write.filter), None
    collation = {name: each for name, each in (write.options or {}).items() if name == "collation"}
    if stated.other:
        others = _beside_pair(asked, stated)
    else:
        word = word_for(world, write.collection)
        step = recipe.step(word, f"{word} as it was")
        new = _new_parent(write, stated.reference)
        before = asked.merged({stated.reference: Ne(new)}) if new is not None else asked
        if (
            write.op in _DELETES and write.collection in stated.parents
        ):  # one that is its own parent goes as a whole
            gone = asked.predicate("_id")
            before = asked.merged({stated.reference: of_others(gone)} if gone is not None else {})
        ask.add(
            "findOne", write.collection, filter=before, step=step, comment=" ",
            projection={stated.reference: 1}, options=collation,
        )  # fmt: skip
        own = outcome(step, stated.reference)
        id = asked.value("_id") if "_id" in asked and not is_found_first(write) else outcome(step, "_id")
        beside = _beside(recipe, write, stated)
        stay = staying(recipe, [each for each in beside if each.collection == write.collection]) or []
        others = filter_of({stated.reference: own, "_id": Ne(id)}).also_all(stay)
        for going in [each for each in beside if each.collection in stated.parents][:1]:
            parents = [each for each in beside if each.collection == going.collection]
            parent = recipe.step(f"{word_for(world, going.collection)} above")
            ask.add(  # the parent may be among those that go
                "findOne", going.collection, step=parent, comment=" ", projection={"_id": 1}, only_with=own,
                filter=filter_of({"_id": own}).also_all(staying(recipe, parents) or []),
            )  # fmt: skip
            own = outcome(parent, "_id")
    refusal = f"the {stated.words[0]} must keep at least {stated.number(stated.fewest)}"
    _look_for(ask, recipe, write, others, stated.fewest, must_match=refusal, only_with=own)
    yield from (replace(each, comment="") for each in ask.statements)


def _others_that_are_there(recipe: ScriptFunction, write: Statement, stated: _Stated) -> Statement:
    """Return the read that ends a function where so many others are linked already."""
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=write.transaction)
    most, others = stated.most or 1, _beside_pair(filter_of(write.filter), stated)
    refusal = f"the {stated.words[0]} already has {stated.number(most)}"
    _look_for(ask, recipe, write, others, most, must_miss=refusal)
    return replace(ask.statements[0], comment="")


def _beside_pair(pair: Filter, stated: _Stated) -> Filter:
    """Return what finds the links of a document with others."""
    return filter_of(
        {stated.reference: pair.predicate(stated.reference), stated.other: Ne(pair.value(stated.other))}
    )


def _look_for(
    ask: ScriptFunction, recipe: ScriptFunction, write: Statement, others: Filter, number: int, **demand: Any
) -> None:
    """Look for the last of so many others."""
    step = recipe.step(f"other {singular(write.collection)}")
    ask.add(
        "findOne", write.collection, filter=others, projection={"_id": 1}, step=step, comment=" ",
        options={"skip": number - 1} if number > 1 else {}, **demand,
    )  # fmt: skip


def _is_by_caller(write: Statement) -> bool:
    """Whether a statement writes whatever a caller names, or deletes what is found by that, and no more than one document."""
    if not write.writes or write.op not in _SINGLE or isinstance(write.update, list):
        return False
    if write.each or write.unless or write.only_with or write.retry or write.chance is not None:
        return False
    asked = replace(write, update=None, documents=None)
    is_upsert = bool((write.options or {}).get("upsert"))
    options = (write.options or {}).keys() - _PLAIN_OPTIONS
    outcomes = [each for each in markers_of(asked) if isinstance(each, Outcome)]
    is_pair = is_upsert or (write.op == "deleteOne" and "_id" not in filter_of(write.filter))
    is_found = not outcomes or (is_pair and all(each.path == "_id" for each in outcomes))
    return (is_found or is_found_first(write)) and not options


def _takes(world: OperationContext, recipe: ScriptFunction, write: Statement, stated: _Stated) -> bool:
    """Whether a statement takes one document from a parent, and this stays."""
    if stated.fewest < 1 or (write.options or {}).get("upsert"):
        return False
    others = [each for each in _beside(recipe, write, stated) if each.collection in stated.parents]
    if len({each.collection for each in others}) > 1 or staying(recipe, others) is None:
        return False
    if stated.other:
        return write.op in _DELETES and _is_of_pair(write, stated)
    if not is_of_one(world, write):
        return False
    changes = write.update.meant if isinstance(write.update, Update) else ()
    places = {each.place.path for each in changes if isinstance(each, Put | Unset)}
    return write.op in _DELETES or stated.reference in places


def _beside(recipe: ScriptFunction, write: Statement, stated: _Stated) -> list[Statement]:
    """Return the other deletes, of children and of parents, but for that of the children of what a statement deletes."""
    places = {write.collection, *stated.parents}
    deletes = [each for each in recipe.statements if each.op in _DELETES and each.collection in places]
    return [each for each in deletes if each is not write and not _is_below(each, write, stated)]


def _is_below(other: Statement, write: Statement, stated: _Stated) -> bool:
    """Whether a statement deletes the children of what another deletes: the parent of that stays."""
    parent, own = (
        filter_of(other.filter).predicate(stated.reference),
        filter_of(write.filter).predicate("_id"),
    )
    return own is not None and parent == own


def _adds_one_more(
    _world: OperationContext, _recipe: ScriptFunction, write: Statement, stated: _Stated
) -> bool:
    """Whether a statement links one more with a document that may have only so many."""
    adds = bool(stated.other and stated.most and (write.options or {}).get("upsert"))
    return adds and _is_of_pair(write, stated)


def _is_of_pair(write: Statement, stated: _Stated) -> bool:
    """Whether a statement is of the link of two that its caller names."""
    asked = filter_of(write.filter)
    return all(type(asked.predicate(path)) is Eq for path in (stated.reference, stated.other))


def _new_parent(write: Statement, reference: str) -> Any:
    """Return the parent that an update gives a child to, None where it only loses one."""
    changes = write.update.meant if isinstance(write.update, Update) else ()
    puts = (each for each in changes if isinstance(each, Put) and each.place.path == reference)
    return next((each.value for each in puts), None)


@remembered
def _stated_numbers(world: OperationContext) -> dict[str, list[_Stated]]:
    """By collection, how many of its documents name one parent, where an index begins with that."""
    numbers: dict[str, list[_Stated]] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in ("from", "to"):
            count, far = relationship.end(side).count, opposite(side)
            fewest, most = given(count.min, 0), given(count.max, None)
            references = world.placement.references(relationship, far)
            if len(references) != 1 or references[0].arrays or not _is_apart(link, side):
                continue
            (reference,) = references
            if not _is_found(world, reference) or _goes_by_itself(world, link, side, reference.collection):
                continue
            ids = link.names.link_ids(relationship) if link.traits.has_link_documents else ("", "")
            words = [link.names.word(link.entity(end)).replace("_", " ") for end in (side, far)]
            several = link.names.spoken(link.entity(far))
            if words[0] == words[1] and ids[0]:
                words[1], several = "link", "links"
            stated = _Stated(
                reference.path,
                ids[1] if side == "from" else ids[0],
                int(fewest),
                int(most) if most is not None and most <= _MOST_LOOKED_AT else None,
                frozenset(spot.collection for spot in world.placement.spots(link.entity(side))),
                (words[0], words[1], several),
            )
            numbers.setdefault(reference.collection, []).append(stated)
    return numbers


def _is_apart(link: RelationshipContext, side: str) -> bool:
    """Whether documents apart from an end name it: children, or links that hold one way."""
    if link.traits.has_link_documents:
        return not is_mutual(link.relationship)
    is_child = side == "from" and link.relationship.kind == "one-to-many"
    return is_child and link.traits.is_reference and not link.traits.has_id_arrays


def _is_found(world: OperationContext, reference: DocPath) -> bool:
    """Whether an index finds all documents by a reference, and none of these is a past version."""
    planned = world.collections.get(reference.collection)
    if planned is None or planned.kind not in ("standard", "link") or holds_versions(planned):
        return False
    return any(
        index.keys[0] == (reference.path, 1) and _SPECIAL.isdisjoint(index.options)
        for index in planned.indexes
    )


def _goes_by_itself(world: OperationContext, link: RelationshipContext, side: str, collection: str) -> bool:
    """Whether time takes away what has to stay, by itself or into an archive: nobody refuses that."""
    overlays = world.compilation.plan.entity_overlays
    if any(each.kind == "ARCHIVE" and each.collection == collection for each in overlays):
        return True
    return not link.traits.has_link_documents and expires(world.names.entities[link.entity(opposite(side))])
