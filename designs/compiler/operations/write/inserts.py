"""Inserts of the workload: a document, or an element where the entity lives inside another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from typing import Any

from bson import Decimal128
from msgspec import UNSET
from msgspec.structs import replace

from ...attributes.computed_refresh import APPROXIMATE
from ...model.conceptual import Operation, Relationship, given
from ...model.field_walk import computed_fields
from ...model.formulas import evaluate, parse
from ...names.tree_fields import CHILDREN
from ...placement.doc_path import DocPath
from ...placement.schema_versions import fields_of, newest
from ...plan_model.function_names import mention
from ...plan_model.number_format import listed
from ...plan_model.physical import BuiltValue, DocField, Outcome, Param, Statement
from ..context import (
    QUERIES,
    OperationContext,
    RelationshipContext,
    ScriptFunction,
    Unsupported,
    digits,
    remembered,
)
from ..document_places import Address
from ..functions.by_strategy import functions_of
from ..functions.document_versions import Past
from ..functions.links.arriving import arriving, inserted_document
from ..functions.links.listing import is_in_nodes
from ..functions.links.whole_lists import listed_back
from ..functions.split_subtypes import collections_of
from ..ir.rendering import markers_of
from ..notes.read_by_index import telling_roots
from ..parameters import retold, with_other_steps
from ..passes.same_document_results import following
from ..results.computed import has_results
from ..results.counting import counting, follow_all
from ..results.recomputing import Reckoning

_OF_CHILDREN = frozenset({"one-to-many", "one-to-one"})
Nothing = int | float | Decimal128 | list[Any] | Mapping[str, object] | None
"""What a result is of which there is nothing yet: a number, or null; and the children of a new node."""


def insert_of(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The same statements as the relationship that holds the entity adds with, else insertOne. spot:
    of several kinds with a collection each, which."""
    kinds = world.placement.kinds
    home = world.placement.homes(kinds.base(operation.entity))[0]
    owner = home.relationship or _sliced(world, operation.entity)
    several = kinds.values(operation.entity)
    if len(several) != 1 and (kinds.is_special(operation.entity) or kinds.is_mixed(operation.entity)):
        which = f"{', '.join(several[:-1])} or {several[-1]}" if several else ""
        recipe.remark(f"The document's type is in {kinds.field(operation.entity)}: {which}.")
    link = RelationshipContext(world, world.names.relationships[owner]) if owner is not None else None
    adds = (
        [function for function in functions_of(link) if function.purpose == "add"] if link is not None else []
    )
    is_unlisted = (
        link is not None and not home.relationship and is_in_nodes(world.placement, link.relationship, "from")
    )
    is_free = (
        link is not None and not link.traits.refers_to_parent and given(link.relationship.to.count.min, 0) < 1
    )
    if is_unlisted and is_free and link is not None:
        recipe.remark(f"No {link.words[0]} references it yet: the {link.words[0]}'s functions add it.")
        link = None
    if link is None:
        at = Address(world, operation.entity, spot)
        if not at.is_root:
            recipe.unsupported = _without_holder(world, operation, spot)
            return recipe
        document = at.whole(recipe)
        _tell_children(world, operation.entity, recipe)
        recipe.add("insertOne", at.collection, documents=document)
        follow_all(recipe, counting(world, operation.entity), document.name, 1)
        entered = recipe if is_unlisted else arriving(world, operation.entity, recipe)  # lists of a subtype's
        return following(world, listed_back(world, operation.entity, entered))
    if not adds:
        return recipe
    _tell_replaced(link, home.kind, recipe)
    return _adding_in(spot.collection, adds, link, recipe).renamed(recipe)


def first_version(world: OperationContext, past: Past) -> Iterator[ScriptFunction]:
    """Yield the insert of an entity with a history that nothing else inserts: its caller would have to guess how a first
    version begins."""
    inserted = {each.entity for each in world.model.workload if each.kind == "insert"}
    spot = world.spot(past.entity)
    line = {past.entity, *world.placement.survey.families.line(past.entity)}
    if spot is None or not inserted.isdisjoint(line) or _is_added(world, line, past.collection):
        return
    recipe = ScriptFunction(
        f"entity:{past.entity}", f"{past.entity}.add", "insert", note=f"Adds a {world.word(past.entity)}."
    )
    yield insert_of(world, Operation(name=recipe.name, kind="insert", entity=past.entity), spot, recipe)


def _is_added(world: OperationContext, line: set[str], collection: str) -> bool:
    """Whether the functions of a relationship insert documents into a collection."""
    links = (
        each for each in world.names.relationships.values() if each.to.entity in line and each.kind != "is-a"
    )
    functions = (each for link in links for each in functions_of(RelationshipContext(world, link)))
    return any(
        each.op == "insertOne" and each.collection == collection
        for function in functions
        if function.script == QUERIES and not function.unsupported
        for each in function.statements
    )


def _adding_in(
    collection: str, adds: list[ScriptFunction], link: RelationshipContext, recipe: ScriptFunction
) -> ScriptFunction:
    """Return the function that inserts into a collection, else the first. recipe: what says of a tree how roots come."""
    own = (
        function
        for function in adds
        if any(each.op == "insertOne" and each.collection == collection for each in function.statements)
    )
    adding = next(own, adds[0])
    if link.traits.is_tree:
        telling_roots(adding, recipe)
    return adding


def _tell_replaced(link: RelationshipContext, kind: str, recipe: ScriptFunction) -> None:
    """Say of what its owner always has one of that a new one takes its place."""
    if kind == "object" and given(link.relationship.from_.count.min, 0) >= 1:
        parent, child = link.words
        recipe.remark(f"Each {parent} always has its {child}: this replaces the existing one.")


def _tell_children(world: OperationContext, entity: str, recipe: ScriptFunction) -> None:
    """Say of what must have children that refer to it that these come behind it: no validator asks for them."""
    survey = world.placement.survey
    line = (entity, *survey.families.above(entity))
    for relationship in survey.relationships(line):
        least = given(relationship.from_.count.min, 0)
        if relationship.from_.entity not in line or relationship.kind not in _OF_CHILDREN or least < 1:
            continue
        link = RelationshipContext(world, relationship)
        if link.traits.refers_to_parent and world.spot(link.child) is not None:
            children = link.names.words(link.child)
            recipe.remark(
                f"It needs {children} (at least {digits(least)}): {_next(link)}. This isn't "
                "enforced; the audit finds violations."
            )


def _next(link: RelationshipContext) -> str:
    """What a caller does behind the insert of what must have children: insert them, or give it some that are there."""
    if given(link.relationship.to.count.min, 0) >= 1:
        return "insert them next"
    world, line = link.world, link.placement.survey.families.line(link.child)
    for operation in world.model.workload:
        routes = [world.paths.resolve(operation.entity, path) for path in operation.written]
        ends = [
            (route.steps[0].relationship, route.steps[0].side)
            for route in routes
            if route and len(route.steps) == 1
        ]
        if operation.kind == "update" and operation.entity in line and (link.relationship, "to") in ends:
            return f"add them next with {mention(operation.name)}"
    moves = any(each.purpose == "reassign" and not each.unsupported for each in functions_of(link))
    return f"add them next with {mention(f'{link.relationship.name}.reassign')}" if moves else "add them next"


def _without_holder(world: OperationContext, operation: Operation, spot: DocPath) -> Unsupported:
    """Return why nothing is inserted where a general stands as a kind of it, inside of what another relationship
    chooses: nothing says into which document it goes."""
    kinds = [place.special for place in world.choice if place.special]
    return Unsupported(
        f"{spot.collection}.{spot.path} is part of a document, and this insert doesn't say which one.",
        f"declare an insert of {kinds[0]}" if kinds else f"store {operation.entity} in its own collection",
    )


def _sliced(world: OperationContext, entity: str) -> str | None:
    """The relationship whose other documents must be written with each new one. Where these are in several collections, its
    own functions are for one of them each, and an insert means all."""
    survey = world.placement.survey
    wider = (entity, *survey.families.above(entity))
    for relationship in survey.relationships(wider):
        lists = relationship.to.entity in wider and world.placement.traits(relationship).lists_children
        if lists and not collections_of(world.placement, relationship.from_.entity):
            return relationship.name
    return None


def saying_the_kind(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which puts into each new document or element of one kind what tells that from the others beside
    it: a caller who forgets it would store one that no query of the kind finds, and that no validator takes."""
    if recipe.script != QUERIES or recipe.purpose not in _ADDING:
        return recipe
    kinds = {
        param.name: kind
        for statement in recipe.statements
        for param in _stored_whole(statement)
        if (kind := _one_kind(world, param)) is not None
    }
    if not kinds:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    changed.statements = [_of_kinds(each, kinds) for each in recipe.statements]
    for collection, path, name, value in dict.fromkeys(kinds.values()):
        changed.remark(f"Sets {name if world.field(collection, name) else path} to {value}.")
    return changed


_ADDING = frozenset({"add", "insert", "plant", "upsert"})
"""The purposes of functions that store something new."""
_Kind = tuple[str, str, str, str]
"""The collection of what is of one kind, the path of the field that tells it, there and in itself, and what that says."""


def _stored_whole(statement: Statement) -> Iterator[Param]:
    """Yield the parameters that a statement stores, a new document or elements among them."""
    document: Param | None = inserted_document(statement)
    if document is not None:
        yield document
    yield from (marker for marker in markers_of(_only_stored(statement)) if isinstance(marker, Param))


def _only_stored(statement: Statement) -> Statement:
    return replace(
        statement, filter=None, pipeline=None, projection=None, sort=None, limit=None, options=None
    )


def _one_kind(world: OperationContext, param: Param) -> _Kind | None:
    """Return what tells the kind of a new document or element, where such a field stands beside its others, and it can be of
    one kind only."""
    if param.among is None or param.part or param.value is not UNSET:
        return None
    path, values = param.among
    place = ".".join(step for step in param.path.split(".") if not step.isdecimal())
    name = path.removeprefix(f"{place}.") if place else path
    telling = {field.name for field in world.fields(param.collection, place) if field.tells_kinds}
    is_own = len(values) == 1 and name in telling and path == (f"{place}.{name}" if place else name)
    return (param.collection, path, name, values[0]) if is_own else None


def _of_kinds(statement: Statement, kinds: Mapping[str, _Kind]) -> Statement:
    """Return a statement that stores parameters, by name, with what tells their kinds, and that reads this from nowhere else."""

    def saying(param: Param) -> Any:
        kind = kinds.get(param.name) if not param.part else None
        return param if kind is None else BuiltValue("document", (param, {kind[2]: kind[3]}))

    def read(asked: Outcome) -> Any:
        kind = kinds.get(asked.step)
        is_kind = (
            kind is not None and asked.path == kind[2] and not (asked.many or asked.listed or asked.each)
        )
        return kind[3] if kind is not None and is_kind else asked

    document: Param | None = inserted_document(statement)
    with_kinds = retold(_only_stored(statement), saying)
    documents, kind = with_kinds.documents, kinds.get(document.name) if document is not None else None
    if kind is not None:  # behind all that the function puts into it
        parts = statement.documents.parts if isinstance(statement.documents, BuiltValue) else (document,)
        documents = BuiltValue("document", (*parts, {kind[2]: kind[3]}))
    return with_other_steps(replace(statement, documents=documents, update=with_kinds.update), read)


def refuse_loose_nodes(world: OperationContext, recipe: ScriptFunction) -> None:
    """Raise Unsupported where a function inserts a node of a tree without what says where it stands: the functions of the
    tree keep that, and a number or path that the caller makes up would break the tree."""
    for insert in recipe.statements if recipe.script == QUERIES else ():
        document: Param | None = inserted_document(insert)
        if document is None or document.path:
            continue
        parts = insert.documents.parts if isinstance(insert.documents, BuiltValue) else ()
        put = {name for part in parts if isinstance(part, dict) for name in part}
        for field in world.fields(insert.collection):
            tree = world.names.relationships.get(field.relationship or "") if field.origin == "tree" else None
            if tree is None or not field.required or field.name in put or field.kinds:
                continue
            if world.placement.traits(tree).derives_nodes and not _lists_children(world, tree):
                raise Unsupported(
                    f"The place of each {world.word(tree.to.entity)} in the {tree.name} tree is stored in "
                    f"{field.name}: only the functions of {tree.name} add one.",
                    f"call the functions of {tree.name}",
                    (tree.name,),
                )


def _lists_children(world: OperationContext, tree: Relationship) -> bool:
    """Return whether all that a node knows of its tree are its children: a new one has none, and stands below none."""
    return world.placement.traits(tree).tree_fields == (CHILDREN,)


def beginning_at_nothing(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, which lets results over documents that refer to a new one begin with what they are of none, counts
    and sums at 0, slices of them empty, and what is counted by hits at 0 too, and a node of a tree without children, whatever
    its caller says: nothing refers to it yet, and a total that is not there is none that an audit finds right. What counts
    the new document counts with that."""
    place = next((place for place, each in enumerate(recipe.statements) if each.op == "insertOne"), None)
    if recipe.script != QUERIES or place is None:
        return recipe
    insert = recipe.statements[place]
    document: Param | None = inserted_document(insert)
    if document is None or document.path or insert.each:
        return recipe
    parts = insert.documents.parts if isinstance(insert.documents, BuiltValue) else (insert.documents,)
    put = {name for part in parts if isinstance(part, dict) for name in part}
    values = {
        path: value
        for path, value in nothing_yet(world, insert.collection, document.among).items()
        if path not in put
    }
    if not values:
        return recipe
    changed = copy(recipe)  # operations are made of it, as it was
    stored = replace(insert, documents=BuiltValue("document", (*parts, values)))

    def begun(read: Outcome) -> Any:
        is_it = read.step == document.name and not (read.many or read.listed or read.each)
        return values[read.path] if is_it and read.path in values else read

    def without(param: Param) -> Param:
        is_it = param.name == document.name and not param.part
        return replace(param, without=(*param.without, *values)) if is_it else param

    changed.statements = [
        retold(stored if number == place else with_other_steps(each, begun), without)
        for number, each in enumerate(recipe.statements)
    ]
    for first in dict.fromkeys(map(_beginning, values.values())):
        paths = [path for path, value in values.items() if _beginning(value) == first]
        changed.remark(f"{listed(paths)} {'starts' if len(paths) == 1 else 'start'} {first}.")
    return changed


def _beginning(value: Nothing) -> str:
    return "empty" if isinstance(value, list | dict) else "as null" if value is None else f"at {value}"


@remembered
def nothing_yet(
    world: OperationContext, collection: str, among: tuple[str, tuple[str, ...]] | None
) -> dict[str, Nothing]:
    """By field what results over other documents, slices of them, and counters of hits, are without any, of the documents
    that a collection is made of. among: what tells the kind of a new one, whose own fields count too."""
    entity = world.names.entities.get(world.collections[collection].entity or "")
    spot = world.spot(entity.name) if entity is not None else None
    if entity is None or spot is None or spot.path or spot.collection != collection:
        return {}
    nothing: dict[str, Nothing] = {}
    values = among[1] if among is not None else ("",)
    for field in world.fields(collection):
        tree = world.names.relationships.get(field.relationship or "") if field.origin == "tree" else None
        if tree is not None and field.required and not field.kinds and _lists_children(world, tree):
            nothing[field.name] = _no_children(field)
        if field.origin == "subset" and (not field.kinds or {*values} <= {*field.kinds}):
            nothing[field.name] = []
    for each in (entity.name, *_kinds_of(world, entity.name, among)):
        if has_results(world, each):
            nothing |= _results_of_nothing(world, collection, each)
    return nothing


def _no_children(field: DocField) -> Nothing:
    """Return an empty list of children, in the object around it where the tree's end is called like a part of one."""
    return {part.name: _no_children(part) for part in field.fields} if field.fields else []


def _kinds_of(
    world: OperationContext, entity: str, among: tuple[str, tuple[str, ...]] | None
) -> Iterator[str]:
    """Yield the kinds of an entity that a new document is of, all of which are told by one value."""
    kinds, values = world.placement.kinds, among[1] if among is not None else ()
    for each in kinds.narrower(entity) if values else ():
        if {*values} <= {*kinds.values(each)}:
            yield each


def _results_of_nothing(world: OperationContext, collection: str, name: str) -> dict[str, Nothing]:
    """By field what the results of an entity over other documents are without any."""
    nothing: dict[str, Nothing] = {}
    entity = world.names.entities[name]
    last = newest(entity)
    for path, _, computed in computed_fields(
        fields_of(entity.own_fields, last) if last else entity.own_fields
    ):
        stored, formula = world.field(collection, path), parse(computed.formula)
        if "." in path or stored is None:
            continue
        if world.placement.upkeep.refresh(entity.name, computed) == APPROXIMATE:
            first: Any = 0  # it is counted by hits, and a new document has had none
        elif formula is not None and _is_of_others(Reckoning(world, entity.name, among=(path,)), path):
            first = evaluate(formula, lambda _: [])
        else:
            continue
        if first is None and (stored.empty or "null" in stored.types):
            nothing[path] = None
        elif isinstance(first, int) and stored.types[0] in _NUMBERS:
            nothing[path] = _NUMBERS[stored.types[0]](first)
    return nothing


def _is_of_others(reckoning: Reckoning, path: str) -> bool:
    """Whether a result follows from documents that refer to its own alone: what a document holds itself, or lists, it may
    bring."""
    is_apart = path in reckoning.fields and not reckoning.own[path]
    return is_apart and all(each.join.own == "_id" for each in reckoning.translator.lookups)


_NUMBERS: dict[str, Callable[[Any], Nothing]] = {
    "int": int, "long": int, "double": float, "decimal": lambda value: Decimal128(str(value)), "number": int,
}  # fmt: skip
"""How a number is written, by the type of its field."""
