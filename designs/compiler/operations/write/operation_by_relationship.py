"""Operations that insert or delete what others list, copy, refer to or lie below: they do what the
function of the relationship does, so that nothing is left behind."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from msgspec.structs import replace

from ...model.conceptual import Operation, Relationship, given, stated
from ...placement.doc_path import DocPath
from ...plan_model.decisions import INSIDE
from ...plan_model.function_names import mention
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction
from ..functions.by_strategy import functions_of
from ..functions.references import loses_parent
from ..ir.rendering import markers_of
from ..notes.read_by_index import telling_roots, told_of
from ..parameters import retold, with_parameters
from ..passes.placement_variants import name_in, whole
from ..results.counting import counting
from ..results.recomputing import keep_answer
from .unlink import DELETES, Gone, each_once, ids_of_written, let_go, lets_go

_MANY = frozenset({"many-to-many", "graph"})


def as_linked(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The operation by the functions of relationships. None where it is a write of its own; the note says
    then which functions finish it. spot: where the documents are that it means."""
    if operation.kind == "insert":
        return _planted(world, operation, recipe)
    return _deleted(world, operation, spot, recipe) if operation.kind == "delete" else None


def moves_home(world: OperationContext, entity: str, path: str) -> Relationship | None:
    """The relationship by which an entity stands inside of what a path names: a new value there would be
    the holder's, with all else that it holds."""
    relationship = reference_of_path(world, entity, path)
    homes = world.placement.homes(entity)
    inside = [home for home in homes if relationship and home.relationship == relationship.name]
    return relationship if any(home.kind in INSIDE for home in inside) else None


def listed_on_both(world: OperationContext, entity: str, path: str) -> tuple[Relationship, str] | None:
    """The relationship, and the end, of a path that names a whole list which the other side repeats."""
    relationship, side = end_of_path(world, entity, path)
    both = relationship is not None and world.placement.traits(relationship).lists_both_ends
    if relationship is None or not both:
        return None
    return relationship, "from" if world.placement.is_mutual(relationship) else side


def is_list_of_links(world: OperationContext, entity: str, path: str) -> bool:
    """Whether a path names whom something is linked to, and an array of objects holds these links."""
    return _list_of_links(world, entity, path) is not None


def is_list_of_ids(world: OperationContext, entity: str, path: str) -> bool:
    """Return whether a path names whom something is linked to, and an array holds their ids, and nothing else."""
    relationship, side = end_of_path(world, entity, path)
    place = world.placement.reference(relationship, side) if relationship is not None else None
    return place is not None and place.arrays[-1:] == (place.path,)


def is_list_of_others(world: OperationContext, entity: str, spot: DocPath, path: str) -> bool:
    """Return whether a path names whom something is linked to, and an array of objects holds these links, or an array of
    ids in a document of its own. spot: where that is."""
    relationship, _ = end_of_path(world, entity, path)
    lists_ids = relationship is not None and relationship.kind in _MANY and not spot.path
    return (lists_ids and is_list_of_ids(world, entity, path)) or is_list_of_links(world, entity, path)


def copies_in_list(world: OperationContext, entity: str, path: str) -> list[str]:
    """What the elements of such a list repeat of those that they lead to."""
    relationship, side = end_of_path(world, entity, path)
    place = _list_of_links(world, entity, path)
    if relationship is None or place is None:
        return []
    copies = world.placement.copies(relationship, side)
    return [copy.name for copy in copies if any(place.holds(spot) for spot in copy.spots)]


def _list_of_links(world: OperationContext, entity: str, path: str) -> DocPath | None:
    relationship, side = end_of_path(world, entity, path)
    if relationship is None or relationship.kind not in _MANY:
        return None
    place = world.placement.reference(relationship, side)
    if place is None or not place.arrays or place.arrays[-1] == place.path:
        return None
    return DocPath(place.collection, place.arrays[-1], place.arrays)


def end_of_path(world: OperationContext, entity: str, path: str) -> tuple[Relationship | None, str]:
    """The relationship, and the end of it, that a path names and nothing more; None where it names another thing."""
    step = world.paths.step(entity, path)
    return (step.relationship, step.side) if step is not None and step.kind == "end" else (None, "")


def reference_of_path(world: OperationContext, entity: str, path: str) -> Relationship | None:
    """The one-to-many relationship, tree or one-to-one of which a path is a child's own end."""
    relationship, side = end_of_path(world, entity, path)
    return (
        relationship if relationship is not None and side == "to" and relationship.kind not in _MANY else None
    )


def function_of(
    world: OperationContext, relationship: Relationship, name: str, collection: str = ""
) -> ScriptFunction | None:
    """A function of a relationship; where each kind has one, that of the documents in a collection."""
    wanted = f"{relationship.name}.{name}"
    functions = functions_of(RelationshipContext(world, relationship))
    of_kinds = [function for function in functions if function.name.startswith(f"{wanted}.")]
    there = [
        function
        for function in of_kinds
        if any(each.collection == collection for each in function.statements)
    ]
    kind = world.collections[collection].entity if collection in world.collections else None
    named = (
        function
        for function in there
        if function.name.split(".")[wanted.count(".") + 1] == world.word(kind or "")
    )
    return next((function for function in functions if function.name == wanted), None) or next(
        named, next(iter(there), None)
    )


def _planted(world: OperationContext, operation: Operation, recipe: ScriptFunction) -> ScriptFunction | None:
    """A node of a tree that stores where it stands is added below another."""
    homes = world.placement.homes(operation.entity)
    for relationship in world.placement.survey.ends.get(operation.entity, ()):
        if relationship.to.entity != operation.entity or homes[0].relationship is not None:
            continue
        if world.placement.traits(relationship).derives_nodes:
            add = function_of(world, relationship, "add")
            if function_of(world, relationship, "plant") is not None:
                recipe.remark(f"To add a root, call {mention(f'{relationship.name}.plant')}.")
            if add is None:
                return None
            telling_roots(add, recipe)
            return add.renamed(recipe)
    return None


def _deleted(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    functions = list(_deletes(world, operation.entity, spot.collection))
    counted = {link.relationship.name for link in counting(world, operation.entity)}
    covered = {function.subject.partition(":")[2] for function in functions}
    if functions and is_by_id(operation) and counted <= covered:
        joined = _one_after_the_other(functions)
        if joined is not None:
            function = _by_own_id(world, operation.entity, joined).renamed(recipe)
            own = [each.collection == spot.collection and each.op in DELETES for each in function.statements]
            function.remark(told_of(world, function.statements[: own.index(True) if True in own else 0]))
            return function
    left = [
        function
        for function in functions
        if function.purpose == "cascade" and not _loses_parent(world, function)
    ]
    names = [function_called(world, name) for name in left] + list(_branches(world, operation.entity))
    if names:
        recipe.remark(f"Doesn't delete its children: to delete them too, call {' or '.join(names)}.")
    return None


def _loses_parent(world: OperationContext, cascade: ScriptFunction) -> bool:
    """Return whether the delete itself takes the children of a cascade along, or the reference out of them."""
    relationship = world.names.relationships[cascade.subject.partition(":")[2]]
    return loses_parent(RelationshipContext(world, relationship), "from")


def _deletes(world: OperationContext, entity: str, collection: str) -> Iterator[ScriptFunction]:
    """The functions that delete a document with all that names it, also as one of what it is a kind of."""
    meant = {entity, *world.placement.survey.families.above(entity)}
    for relationship in world.names.relationships.values():
        link = RelationshipContext(world, relationship)
        for side in ("from", "to"):
            name = link.traits.deletes(side) if link.entity(side) in meant else ""
            holds = link.traits.lists_at_either_end and link.side == side
            wanted = "" if holds else name
            delete = function_of(world, relationship, wanted, collection) if wanted else None
            if delete is not None:
                yield delete


def _branches(world: OperationContext, entity: str) -> Iterator[str]:
    """The functions that delete what is below a node too."""
    for relationship in world.names.relationships.values():
        if relationship.kind == "tree" and relationship.to.entity == entity:
            cascade = function_of(world, relationship, "cascade")
            if cascade is not None:
                yield function_called(world, cascade)


def function_called(world: OperationContext, recipe: ScriptFunction) -> str:
    """Return what a note calls a function, among those of every place."""
    subject = recipe.subject.partition(":")[2]
    functions = functions_of(RelationshipContext(whole(world), world.names.relationships[subject]))
    return mention(name_in(world, [function.name for function in functions], recipe.name))


def is_by_id(operation: Operation) -> bool:
    """Whether it is about the one document with an id, and nobody wants it back."""
    matches = given(operation.filter, [])
    alone = len(matches) == 1 and matches[0].field == "_id" and matches[0].how == "eq"
    return alone and not operation.always_filter and given(operation.returns, "nothing") == "nothing"


def _one_after_the_other(functions: list[ScriptFunction]) -> ScriptFunction | None:
    """One recipe of several that ask for the id of one document alone, and end by deleting it."""
    first, *others = functions
    if not others:
        return first
    pairs = [_ending(function.statements) for function in functions]
    reasons = [function.unsupported for function in functions if function.unsupported]
    before = [statement for start, _ in pairs for statement in start]
    ends = {tuple((statement.op, statement.collection) for statement in end) for _, end in pairs}
    asked = [
        {marker for statement in recipe.statements for marker in markers_of(statement)}
        for recipe in functions
    ]
    by_id = all(len(some) == 1 for some in asked)
    if not by_id or len(ends) != 1 or ends == {()} or any(_is_tied(statement) for statement in before):
        return None
    (id,) = asked[0]
    together = any(function.transaction for function in functions)
    joined = ScriptFunction(first.subject, first.name, first.purpose, note=first.note, transaction=together)
    joined.unsupported = next(iter(reasons), None)
    joined.statements = each_once([_about(pair, id, together) for pair in [*before, *pairs[-1][1]]])
    return joined


def _by_own_id(world: OperationContext, entity: str, function: ScriptFunction) -> ScriptFunction:
    """Call the only parameter after the entity whose document goes, where the relationship's function calls it
    after a list that has its id."""
    deleted = _ending(function.statements)[1][0]
    own = ScriptFunction("", "", "").param(f"{world.word(entity)} id", deleted.collection, "_id")
    markers = [marker for statement in function.statements for marker in markers_of(statement)]
    params = {marker for marker in markers if isinstance(marker, Param)}
    only = next(iter(params)) if len(params) == 1 else own
    if only.name == own.name and only.path == own.path:
        return function
    called = replace(only, name=own.name) if only.path == own.path else own
    named = copy(function)
    named.statements = [retold(statement, lambda _: called) for statement in function.statements]
    return named


def _about(statement: Statement, id: Param | Outcome, together: bool) -> Statement:
    """A statement about the document with an id. together: in a transaction."""
    parts = {"filter": statement.filter, "update": statement.update, "options": statement.options}
    same = {name: with_parameters(part, lambda _: id) for name, part in parts.items()}
    return replace(statement, comment="", transaction=together, **same)


def _ending(statements: list[Statement]) -> tuple[list[Statement], list[Statement]]:
    """The statements before the last, and that one, which may be the same in several collections."""
    last = statements[-1]
    alike = [statement.op == last.op and statement.filter == last.filter for statement in statements]
    count = next((number for number, same in enumerate(reversed(alike)) if not same), len(alike))
    return statements[:-count], statements[-count:]


def _is_tied(statement: Statement) -> bool:
    """Whether a statement depends on another one of its recipe."""
    return bool(
        statement.step or statement.unless or statement.must_match or statement.each or statement.ends
    )


def moves_on(world: OperationContext, operation: Operation) -> bool:
    """Whether an update sets a state: one of several values, which the design names. What else it asks its caller for
    belongs to that state."""
    routes = (
        world.paths.resolve(operation.entity, effect.field)
        for effect in given(operation.effects, [])
        if effect.do == "set" and stated(effect.value)
    )
    return any(route and route.field is not None and stated(route.field.enum) for route in routes)


# --- children that leave their parent and get no other ------------------------------------------------


def leaving_parents(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """The update behind what takes its documents out of the lists and slices of the parents that they leave."""
    left = [
        RelationshipContext(world, relationship)
        for path in dict.fromkeys(operation.written)
        if is_left(world, operation, spot, path)
        and (relationship := reference_of_path(world, operation.entity, path)) is not None
    ]
    if not left or not recipe.statements or recipe.statements[0].collection != spot.collection:
        return recipe
    update, *rest = recipe.statements
    recipe.statements = []
    ids = ids_of_written(recipe, update, world.names.words(operation.entity))
    gone = Gone(spot.collection)
    follows = [each for link in left for each in let_go(recipe, link, "to", ids, [], gone)]
    filter = update.filter if update.op == "updateOne" else update.filter.merged({"_id": ids})
    recipe.statements += [replace(update, filter=filter, comment=""), *rest]
    keep_answer(recipe)
    for follow in follows:
        follow()
    words = listed(dict.fromkeys(link.words[0] for link in left))
    recipe.numbered()
    recipe.remark(f"It is removed from its {words} first.")
    return recipe


def is_left(world: OperationContext, operation: Operation, spot: DocPath, path: str) -> bool:
    """Whether an update takes the parent away that a path names, where that parent lists its children or repeats
    them."""
    does = [effect.do for effect in given(operation.effects, []) if effect.field == path]
    relationship = reference_of_path(world, operation.entity, path)
    if does != ["unset"] or relationship is None or relationship.kind == "tree" or spot.path:
        return False
    link = RelationshipContext(world, relationship)
    reference = world.placement.reference(relationship, "to")
    is_own = reference is not None and reference.collection == spot.collection and not reference.arrays
    return is_own and not link.traits.holds_values and lets_go(link, "to")
