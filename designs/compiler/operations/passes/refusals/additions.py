"""What is full, or not there, ends a function: an element that nothing takes must not be lost without a word, nor move
what is counted behind it; what names a parent that is not there would be an orphan; and a change of what is not there
must not look as if it had been made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any, NamedTuple

from msgspec.structs import replace

from ....model.conceptual import given
from ....placement.doc_path import DocPath
from ....plan_model.number_format import listed
from ....plan_model.physical import BuiltValue, DocField, Outcome, Param, Statement
from ...atomic import has_transactions
from ...context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    WriteDemand,
    loaded,
    outcome,
    remembered,
)
from ...document_places import Address
from ...functions.links.arriving import inserted_document
from ...functions.split_subtypes import collections_of
from ...ir.changes import AddToSet, DocumentChange, Push, Put, SetOnInsert, Update
from ...ir.conditions import At, Filter, filter_of, guards_of, is_guard, without_guards
from ...ir.predicates import Eq, Exists, Ne, Vacant
from ...ir.rendering import markers_of
from ...read.conditions import of_kind
from ..placement_variants import whole
from .changes import arrays_on, but_for_kinds, is_elsewhere, refusing_lost_changes, since_read, word_for

_ADDING = frozenset({"add", "insert"})
_PUSHING = "update"
"""The purpose of operations that may put a new element into an array of what they change."""
_PLANTING = "plant"
"""The purpose of what adds a root, which has no parent in its own tree."""
_LINKED, _OTHERWISE = "already linked", ", or doesn't match the rest of the filter"
_IDLE, _FAILS = f"Does nothing if {_LINKED}.", f"Fails if {_LINKED}."


class NamedParent(NamedTuple):
    """A parent that documents of a collection, or elements in them, name by its id. reference: where they do; places: where
    such parents stand, each in one of them."""

    link: RelationshipContext
    reference: DocPath
    places: list[Address]

    @property
    def at(self) -> Address:
        """The first of the places."""
        return self.places[0]


def refusing_orphans(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which adds nothing that names a parent that does not exist: each is looked for first, by its
    id, where no statement does so already."""
    if recipe.script != QUERIES or recipe.purpose not in (*_ADDING, _PLANTING, _PUSHING):
        return recipe
    place = next((place for place, each in enumerate(recipe.statements) if each.writes), None)
    if place is None:
        return recipe
    inserts = (each for each in recipe.statements if each.op == "insertOne")  # room for a node is made first
    adding = [recipe.statements[place], *islice(inserts, 1)]
    unasked = ((each, list(_unasked(world, recipe, each))) for each in adding)
    write, wanted = next((pair for pair in unasked if pair[1]), (adding[0], []))
    if not wanted:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.reserve(recipe.statements)
    changed.statements = [*recipe.statements]
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=write.transaction)
    meant = _meant([named for named, _ in wanted])
    for (named, which), sought in zip(wanted, meant, strict=True):
        word, at = named.link.words[0], named.at
        is_always = world.always(write.collection, named.reference.path)
        demand: WriteDemand = {
            "step": changed.step(word, named.reference.path.rpartition(".")[2]),
            "must_match": f"{sought} not found", "only_with": None if is_always else which,
        }  # fmt: skip
        of_it = (n for n, each in enumerate(changed.statements) if _is_of(each, at, which))
        follows = next(of_it, None) if len(named.places) == 1 else None
        if follows is not None:  # the transaction takes the insert back where that finds nothing
            changed.statements[follows] = replace(changed.statements[follows], **demand)
            continue
        _ask_in_each(ask, changed, named, which, demand)
    asked = [replace(each, comment="") for each in ask.statements]
    changed.statements[place:place] = asked
    changed.remark(refused_without(meant, len(asked)))
    return changed.numbered()


def _meant(parents: list[NamedParent]) -> list[str]:
    """What messages call each parent: by the field that names it too, where its word alone means another as well: what is
    added itself, or another parent."""
    several = Counter(named.link.words[0] for named in parents)
    words = list[str]()
    for named in parents:
        word, own = named.link.words[0], named.link.world.word(named.link.child)
        words.append(f"{word} of {named.reference.path}" if word == own or several[word] > 1 else word)
    return words


def _ask_in_each(
    ask: ScriptFunction,
    changed: ScriptFunction,
    named: NamedParent,
    which: Outcome | Param,
    demand: WriteDemand,
) -> None:
    """Look for a parent in each of the places where it may stand; the function ends where none has it."""
    word, steps = named.link.words[0], list[str]()
    for at in named.places:
        is_last = at is named.places[-1]
        step = demand["step"] if is_last else changed.step(f"{word} of {at.collection}", f"{word} there")
        own: WriteDemand = demand if is_last else {"step": step, "only_with": demand["only_with"]}
        kind = of_kind(at.world, at.entity, at.collection) if at.is_root else None
        filter = at.match(which, kind).merged(at.there)
        beside = tuple(steps) if is_last else ()
        ask.add(
            "findOne", at.collection, filter=filter, projection={"_id": 1}, comment=" ", beside=beside, **own
        )
        steps.append(step)


def refused_without(words: list[str], reads: int) -> str:
    """Return what a note says of a function that looks first for what it names. reads: how many that costs."""
    sought = listed(dict.fromkeys(f"the {word}" for word in words), "or")
    cost = {0: "", 1: " (one read)"}.get(reads, " (one read each)")
    return f"Fails if {sought} doesn't exist{cost}."


def _is_of(statement: Statement, at: Address, which: Outcome | Param) -> bool:
    """Whether a write in a transaction changes nothing but the document of an id, whatever is in it."""
    free = not (
        statement.must_match or statement.unless or statement.each or statement.step or statement.options
    )
    if at.there or not (free and statement.transaction) or statement.op != "updateOne":
        return False
    return statement.collection == at.collection and filter_of(statement.filter) == at.match(which)


def _unasked(
    world: OperationContext, recipe: ScriptFunction, write: Statement
) -> Iterator[tuple[NamedParent, Outcome | Param]]:
    """Yield the parents that what a write adds names, and that no statement looks for."""
    collection = world.collections.get(write.collection)
    if collection is not None and collection.kind == "bucket":
        yield from _unasked_of_page(world, recipe, write)
    if collection is None or collection.kind not in ("standard", "timeseries", "bucket") or write.each:
        return
    for added, place, arrays in _added(write):
        if recipe.purpose == _PUSHING and not arrays and write.op != "insertOne":
            continue
        for named in _parents_named(whole(world)).get(write.collection, ()):
            path = named.reference.path
            if named.reference.arrays != arrays or not (not place or path.startswith(f"{place}.")):
                continue
            if not place and _is_put(write.documents, path):
                continue  # the function says itself which, and has looked for it
            if _is_of_another_kind(world, write.collection, path, added) or _is_root_of(recipe, named.link):
                continue
            which = outcome(added.name, path[len(place) + 1 :] if place else path)
            asked = {each.collection for each in named.places}
            if not any(_looks_for(each, name, which) for each in recipe.statements for name in asked):
                yield named, which


def _unasked_of_page(
    world: OperationContext, recipe: ScriptFunction, write: Statement
) -> Iterator[tuple[NamedParent, Param]]:
    """Yield the parent of a page that an addition makes where there is none, and that no statement looks for."""
    for named in _parents_named(whole(world)).get(write.collection, ()):
        which = _asked(write, named.reference.path)
        if not (write.options or {}).get("upsert") or not isinstance(which, Param) or named.reference.arrays:
            continue
        places = {(each.collection, each.key) for each in named.places}
        if not any(
            each.must_match and (each.collection, path) in places and _asked(each, path) == which
            for each in recipe.statements
            for path in filter_of(each.filter).paths
        ):
            yield named, which


def _asked(statement: Statement, path: str) -> Any:
    """The value that a statement asks a path for, or a part of the key that it asks for whole; None where it doesn't."""
    asked = filter_of(statement.filter)
    value, key = asked.value(path), asked.value("_id")
    for name in path.split(".")[1:] if value is None and path.startswith("_id.") else ():
        key = key.get(name) if isinstance(key, dict) else None
    return key if value is None and path.startswith("_id.") else value


def _is_of_another_kind(world: OperationContext, collection: str, path: str, added: Param) -> bool:
    """Whether only kinds that the new document is not of have the field that a path begins with."""
    name, values = path.partition(".")[0], added.among[1] if added.among is not None else ()
    fields = [field for field in world.fields(collection, "") if field.name == name]
    mine = [field for field in fields if not field.kinds or not {*field.kinds}.isdisjoint(values)]
    return bool(values and fields) and not mine


def _added(write: Statement) -> Iterator[tuple[Param, str, tuple[str, ...]]]:
    """Yield the new document that the caller gives, or each new element or part with its place, and the array that it is
    an element of."""
    document = inserted_document(write)
    if document is not None and not document.path:
        yield document, "", ()
    for change in write.update.meant if isinstance(write.update, Update) else ():
        if isinstance(change, Push) and not change.place.elements:
            element = change.element
            if isinstance(element, BuiltValue) and element.kind == "document":
                element = element.parts[0]  # with what was read
            if isinstance(element, Param) and not element.part:
                yield element, change.place.path, (change.place.path,)
        elif isinstance(change, Put) and not change.place.elements and _is_part(change.value):
            yield change.value, change.place.path, ()


def _is_root_of(recipe: ScriptFunction, link: RelationshipContext) -> bool:
    """Whether a function adds a root of this tree, above which there is none."""
    return recipe.purpose == _PLANTING and recipe.subject == f"relationship:{link.relationship.name}"


def _is_put(documents: Any, path: str) -> bool:
    """Whether a function puts a value at a path into the new document by itself."""
    parts = documents.parts if isinstance(documents, BuiltValue) else ()
    held = (
        part.parts[0] if isinstance(part, BuiltValue) and part.kind == "given" else part for part in parts
    )
    return any(isinstance(part, dict) and path in part for part in held)


def _looks_for(statement: Statement, collection: str, which: Outcome) -> bool:
    """Whether a statement ends the function where a collection has no document of an id."""
    if statement.collection != collection or not statement.must_match:
        return False
    return any(
        isinstance(marker, Outcome) and (marker.step, marker.path) == (which.step, which.path)
        for marker in markers_of(statement)
    )


@remembered
def _parents_named(world: OperationContext) -> dict[str, list[NamedParent]]:
    """By collection, the parents that its documents and the elements in them name by an id."""
    named: dict[str, list[NamedParent]] = {}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        is_single = relationship.kind in ("one-to-many", "one-to-one", "tree")
        is_apart = is_single and not link.traits.within_document
        places = _places(world, link.parent) if is_apart else []
        if not places:
            continue
        for reference in world.placement.references(relationship, "to"):
            if reference.path not in reference.arrays and len(reference.arrays) <= 1:
                named.setdefault(reference.collection, []).append(NamedParent(link, reference, places))
    return named


def _places(world: OperationContext, entity: str) -> list[Address]:
    """Return where things of an entity stand, each of which an id tells from all others; none where one is told otherwise."""
    apart = collections_of(world.placement, entity)
    own, nested = world.placement.spots(entity), world.placement.locations.design.trees
    general = world.placement.kinds.base(
        entity
    )  # whose nodes may be of this kind, at each level of a document
    levels = world.placement.spots(general) if general in nested else ()
    below = (spot for spot in levels if any(each.holds(spot) for each in own))
    spots = [DocPath(name) for name in apart] or [*dict.fromkeys([*own, *below])]
    places = [Address(world, entity, spot) for spot in spots]
    kinds = {
        world.collections[each.collection].kind for each in places if each.collection in world.collections
    }
    is_told = all(each.is_root or each.key.rpartition(".")[2] == "_id" for each in places)
    return places if is_told and kinds == {"standard"} else []


def refusing_lost_additions(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Refuse what finds nothing to add to, or to change, also where an array goes on in an overflow."""
    refused = _refusing_lost_additions(world, recipe)
    if any(not each.step and any(guards_of(filter_of(each.filter))) for each in refused.statements):
        refused = loaded("passes.refusals.full_lists.refusing_full_lists")(world, refused)
    planned = (world.collections.get(each.collection) for each in recipe.statements)  # an archive is not
    if not any(each is not None and each.kind == "overflow" for each in planned):
        return refused
    everywhere: ScriptFunction = loaded("passes.refusals.overflows.refusing_what_is_nowhere")(world, refused)
    return everywhere


def _refusing_lost_additions(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with an error where what its first write adds to has no room, or is not there, and nothing
    else tells the caller: the answer is another statement's, or does not leave a transaction."""
    place = _addition(world, recipe)
    linking = next((place for place, each in enumerate(recipe.statements) if _links_pair(each)), None)
    if linking is not None and recipe.script == QUERIES:
        return _refusing_lost_links(recipe, linking)
    if place is None:
        return refusing_lost_changes(world, recipe)
    statement = _added_once(world, recipe.statements[place])
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [*recipe.statements]
    changed.statements[place] = statement
    is_alone = not statement.transaction and not any(each.writes for each in recipe.statements[place + 1 :])
    there, must = _there_already(statement), _must(world, statement)
    step = statement.step or changed.step("added")
    if there is None or ((is_alone or statement.transaction) and not _adds(statement, AddToSet)):
        if _links(statement):  # what the new link says of itself would be lost without a word
            must += ", or already linked"
            must += _OTHERWISE if _asks_for_more(world, statement) else ""
        elif any(isinstance(each.predicate, Ne) for each in guards_of(filter_of(statement.filter))):
            must += ", or already has it"
        answers = statement.answers or is_alone
        changed.statements[place] = replace(statement, step=step, must_match=must, answers=answers)
        return _saying_so(changed) if _LINKED in must else changed
    changed.reserve(recipe.statements)
    if recipe.purpose == _PUSHING and _asks_for_more(world, statement):
        must += _OTHERWISE
    ask = ScriptFunction(recipe.subject, recipe.name, recipe.purpose, transaction=statement.transaction)
    ask.add(
        "findOne", statement.collection, filter=there, projection={"_id": 1}, step=changed.step("present"),
        unless=step, must_match=must,
    )  # fmt: skip
    before, behind = recipe.statements[:place], recipe.statements[place + 1 :]
    adding = replace(statement, step=step, answers=statement.answers or is_alone)
    changed.statements = [*before, adding, *ask.statements, *behind]
    return changed.numbered()


def _saying_so(recipe: ScriptFunction) -> ScriptFunction:
    recipe.note = recipe.note.replace(_IDLE, _FAILS)
    recipe.statements[0] = replace(recipe.statements[0], comment=recipe.note)
    return recipe


def _links_pair(statement: Statement) -> bool:
    """Whether a statement inserts a link of which its caller says more than which two it links."""
    if not isinstance(statement.update, Update) or not (statement.options or {}).get("upsert"):
        return False
    asked = filter_of(statement.filter)
    ids = [each.predicate.value for each in asked.on_paths if isinstance(each.predicate, Eq)]
    return statement.update.only(SetOnInsert) and any(
        isinstance(marker, Param) and marker not in ids for marker in markers_of(statement)
    )


def _refusing_lost_links(recipe: ScriptFunction, place: int) -> ScriptFunction:
    """Return the function with an error where the two are linked already: what the caller says of the new link would be
    lost. Where no transaction holds it and what follows together, a second call has to complete the first."""
    changed, linking = copy(recipe), recipe.statements[place]  # operations are made of it, as it was
    is_last = not any(each.writes for each in recipe.statements[place + 1 :])
    if not is_last and not linking.transaction:
        changed.statements = [*recipe.statements]
        changed.remark("Existing links keep their fields.")
        return changed
    back = linking.unless  # a pair that holds both ways may stand the other way round
    changed.statements = [
        replace(each, must_miss=_LINKED) if back and each.step == back else each for each in recipe.statements
    ]
    changed.reserve(recipe.statements)
    changed.statements[place] = replace(
        linking, step=linking.step or changed.step("linked"), unless="", must_miss=_LINKED,
        answers=linking.answers or (is_last and not linking.transaction),
    )  # fmt: skip
    return changed


def _addition(world: OperationContext, recipe: ScriptFunction) -> int | None:
    """Return the place of the first write, or of one that comes last because no transaction holds it together with what
    follows from it, where it adds to a document, and nothing tells what to do where none takes it."""
    writes = [place for place, each in enumerate(recipe.statements) if each.writes]
    if recipe.script != QUERIES or not writes:
        return None
    ops = {recipe.statements[place].op for place in writes[:-1]}
    comes_last = ops <= {"updateOne", "updateMany", "aggregate"} and _adds(recipe.statements[writes[-1]])
    place = writes[-1] if comes_last and not recipe.statements[-1].transaction else writes[0]
    first = recipe.statements[place]
    if recipe.purpose not in _ADDING and not (recipe.purpose == "update" and _adds_link(first)):
        return None
    is_told = first.must_match or (
        first.step and any(each.unless == first.step for each in recipe.statements)
    )
    if is_told or first.op != "updateOne" or first.unless or first.retry or first.each or first.options:
        return None
    if any(is_elsewhere(world, each, first) for each in recipe.statements):
        return None  # what it adds to is in one of several collections, and the others rightly have no such document
    return place if first.chance is None and filter_of(first.filter).conditions else None


def _adds(statement: Statement, *kinds: type[DocumentChange]) -> bool:
    """Whether an update puts something into an array. kinds: by such changes, of which AddToSet alone takes what is
    there already for no fault."""
    changes = statement.update.meant if isinstance(statement.update, Update) else []
    return any(isinstance(change, kinds or (Push, AddToSet)) for change in changes)


def _added_once(world: OperationContext, statement: Statement) -> Statement:
    """Return an addition that a second call does not repeat, where no transaction holds a call together and an id
    tells the element from others."""
    if has_transactions(world, [statement.collection]) or statement.transaction:
        return statement
    filter = filter_of(statement.filter)
    for change in statement.update.meant:
        if not isinstance(change, Push) or not isinstance(change.element, Param) or change.place.elements:
            continue
        key = _key(world.fields(statement.collection, change.place.path))
        path = f"{change.place.path}.{key}"
        if key and filter.predicate(path) is None:
            filter = filter.merged({path: Ne(outcome(change.element.name, key))})
    return replace(statement, filter=filter)


def _key(fields: tuple[DocField, ...]) -> str:
    """Return the field that tells elements apart and is always there, "" where there is none."""
    keys = [
        field.name
        for field in fields
        if field.required
        and (field.name == "_id" or (field.source is not None and given(field.source.unique, False)))
    ]
    return next((name for name in ("_id", *keys) if name in keys), "")


def _links(statement: Statement) -> bool:
    """Whether an addition is of an object that links two documents, by an id that its caller gives."""
    guards = [each.predicate for each in guards_of(filter_of(statement.filter))]
    return any(isinstance(guard, Ne) and isinstance(guard.value, Param) for guard in guards)


def _asks_for_more(world: OperationContext, statement: Statement) -> bool:
    """Whether a filter asks for more than the id, the kind, room, and that the two are not linked yet."""
    conditions = but_for_kinds(world, statement)
    asked = (each for each in conditions if not (isinstance(each, At) and is_guard(each)))
    return any(not isinstance(each, At) or each.path != "_id" for each in asked)


def _adds_link(statement: Statement) -> bool:
    """Whether an update of the workload adds one link to a list, as the function of its relationship does: the filter asks
    for room there, or that the two are not linked yet."""
    if statement.op != "updateOne" or not isinstance(statement.update, Update):
        return False
    adds_id = (
        _adds(statement, AddToSet) and len(statement.update.meant) == 1
    )  # else more than the id would be lost
    if not (_links(statement) or adds_id):
        return False
    guarded = {each.path.partition(".")[0] for each in filter_of(statement.filter).on_paths if is_guard(each)}
    kinds = Push | AddToSet
    added = [change.place.path for change in statement.update.meant if isinstance(change, kinds)]
    return not guarded.isdisjoint(path.partition(".")[0] for path in added)


def _there_already(statement: Statement) -> Filter | None:
    """Return what finds the document where the element is in it already, which is no fault; None where the addition
    does not look for it."""
    filter = filter_of(statement.filter)
    guards = [each for each in filter.conditions if isinstance(each, At) and is_guard(each)]
    elements = {each.path: each.predicate.value for each in guards if isinstance(each.predicate, Ne)}
    for change in statement.update.meant:
        if isinstance(change, AddToSet) and not change.place.elements:
            elements[change.place.path] = Eq(change.element)
    return without_guards(filter).merged(elements) if elements else None


def _must(world: OperationContext, statement: Statement) -> str:
    """Return what to say where nothing takes the addition: what is full, or not there."""
    gone = f"{word_for(world, statement.collection)} not found"
    asked = without_guards(filter_of(statement.filter)).on_paths
    if any(each.path == "_id" for each in asked):
        arrays = [
            array for each in asked for array in islice(arrays_on(world, statement.collection, each), 1)
        ]
        gone += "".join(f", or has no matching item in {array}" for array in dict.fromkeys(arrays))
    gone += since_read(world, statement)
    guards = [*guards_of(filter_of(statement.filter))]
    if any(isinstance(each.predicate, Vacant) for each in guards):
        gone += "".join(f", or already has this {part.name}" for part in _parts_put(statement))
    full = [each.path.rpartition(".")[0] for each in guards if isinstance(each.predicate, Exists)]
    return f"{gone}, or {full[0]} limit reached" if full else gone


def _parts_put(statement: Statement) -> Iterator[Param]:
    """Yield the parts that an addition puts into a document, each of which stands there alone."""
    for change in statement.update.meant if isinstance(statement.update, Update) else ():
        if isinstance(change, Put) and _is_part(change.value):
            yield change.value


def _is_part(value: Any) -> bool:
    """Whether what is put into a document is a part, given whole."""
    return isinstance(value, Param) and value.needed
