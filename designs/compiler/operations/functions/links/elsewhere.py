"""Updates of links that are stored elsewhere than their entity: the function of the relationship does it, behind a look at
what else the operation asks of its own document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from ....model.conceptual import Effect, Match, Operation, given, stated
from ....model.values import operand
from ....placement.doc_path import DocPath
from ....plan_model.physical import BuiltValue, Param, Statement
from ...atomic import has_transactions
from ...context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ...declared_moves import LISTS
from ...ir.changes import DocumentChange, Put, Update
from ...ir.conditions import Filter, filter_of
from ...ir.node import MethodOptions
from ...ir.rendering import markers_of
from ...parameters import retold, with_other_steps
from ...passes.refusals.changes import refusing_lost_changes
from ...read.conditions import Conditions, Elsewhere
from ...read.lookups import unique_keys, unique_match
from ...results.counting import APART, TOGETHER
from ...write.operation_by_relationship import end_of_path, function_of, moves_on
from .arriving import inserted_document


class _Meant(NamedTuple):
    """The links that an update changes. side: as which end its entity sees them; does: the purpose of the function that
    changes one; sets: by field of a link, the effect that sets it; rest: what else than the id it asks of its own document, of
    which it needs no id where no two documents have the rest."""

    link: RelationshipContext
    side: str
    does: str
    sets: dict[str, Effect]
    rest: list[Match]
    is_by_id: bool


def by_function(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """Return the update of one link; None where it changes, or asks, anything else too."""
    if spot.path or world.placement.spots(operation.entity) != (spot,):
        return None
    meant = _meant(world, operation, spot)
    if meant is None:
        return _with_child(world, operation, spot, recipe)
    function = function_of(world, meant.link.relationship, meant.does)
    if function is None or function.unsupported or not function.leads:
        return None
    recipe.reserve(function.statements)
    statements = _setting(world, operation, meant, function, recipe)
    own, far = _ends(meant, function)
    try:
        conditions = Conditions(world, replace(operation, filter=meant.rest), spot)
        asked = conditions.filter(recipe)
    except Elsewhere:
        return None
    if statements is None:
        return None
    leads = [own.name, far.name] if meant.is_by_id else [far.name]
    if asked:
        filter = filter_of({"_id": own}).merged(asked) if meant.is_by_id else asked
        there = _look_by_id(statements, spot, own)
        look = look_at(
            world, recipe, spot, filter, step=there.step if there else "", options=conditions.collation()
        )
        statements = _behind(look, own, [each for each in statements if each is not there])
        leads = [each.name for each in markers_of(look[0]) if isinstance(each, Param)] + leads
    for sentence in function.note.split(". ")[1:]:
        recipe.remark(f"{sentence.removesuffix('.')}.")
    recipe.leads = tuple(dict.fromkeys(leads))
    whole = ScriptFunction(function.subject, function.name, function.purpose)
    whole.statements = statements
    return whole.renamed(recipe)


def _with_child(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """Return the update that adds a child, in a document of its own, to what the filter finds: the function of the relationship
    adds it. None where it changes anything else, or may mean several."""
    link = _gaining(world, operation) if unique_match(world, operation, spot) else None
    reference = link.placement.reference(link.relationship, "to") if link is not None else None
    add = function_of(world, link.relationship, "add") if link is not None else None
    if reference is None or reference.arrays or add is None or add.unsupported:
        return None
    inserts = [each for each in add.statements if inserted_document(each) is not None]
    child = inserted_document(inserts[0]) if len(inserts) == 1 else None
    if child is None or add.leads or inserts[0].collection != reference.collection:
        return None
    recipe.reserve(add.statements)
    conditions, named = Conditions(world, operation, spot), outcome(child.name, reference.path)
    try:
        filter = conditions.filter(recipe)
    except Elsewhere:
        return None
    of_parent = [each for each in add.statements if each.collection == spot.collection]
    is_written = any(named in markers_of(each) for each in of_parent)
    look = look_at(world, recipe, spot, filter, options=conditions.collation(), is_written=is_written)
    for sentence in add.note.removesuffix(".").split(". ")[1:]:
        recipe.remark(f"{sentence}.".replace(APART, TOGETHER) if recipe.transaction else f"{sentence}.")
    document = BuiltValue("document", (child, {reference.path: named}))
    insert = replace(inserts[0], documents=document, step=recipe.step("inserted"), answers=True)
    statements = [insert if each is inserts[0] else each for each in add.statements]
    recipe.statements = [*look, *_of_parent(statements, child, reference.path, look[0])]
    asked = (each for each in markers_of(look[0]) if isinstance(each, Param))
    recipe.leads = tuple(dict.fromkeys([*(each.name for each in asked), child.name]))
    return recipe.numbered()


def _of_parent(
    statements: list[Statement], child: Param, reference: str, look: Statement
) -> Iterator[Statement]:
    """Yield the statements that add a child with the id of the parent that was looked up, which the child does not bring."""
    id, named = outcome(look.step, "_id"), outcome(child.name, reference)
    brought = replace(child, without=(*child.without, reference))
    for each in statements:
        with_id = with_other_steps(each, lambda read: id if read == named else read)
        added = retold(with_id, lambda param: brought if param == child else param)
        only_with = None if each.only_with == named else each.only_with
        yield replace(added, transaction=look.transaction, only_with=only_with)


def _gaining(world: OperationContext, operation: Operation) -> RelationshipContext | None:
    """Return the relationship of which an update adds a child, and does nothing else."""
    effects = given(operation.effects, [])
    if len(effects) != 1 or given(operation.changes, []) or given(operation.returns, "nothing") != "nothing":
        return None
    relationship, side = end_of_path(world, operation.entity, effects[0].field)
    is_added = LISTS.get(effects[0].do) == "add" and not stated(effects[0].value)
    if relationship is None or relationship.kind != "one-to-many" or side != "from" or not is_added:
        return None
    return RelationshipContext(world, relationship)


def _meant(world: OperationContext, operation: Operation, spot: DocPath) -> _Meant | None:
    """Return the links that an update is about: one that it adds, takes away or sets fields of."""
    effects = {each.field: each for each in given(operation.effects, [])}
    effects = {path: Effect(field=path, do="set") for path in given(operation.changes, [])} | effects
    routes = {path: world.paths.resolve(operation.entity, path) for path in operation.written}
    steps = [route.steps if route is not None else () for route in routes.values()]
    end = steps[0][0] if steps and steps[0] else None
    if (
        end is None
        or end.kind != "end"
        or end.relationship is None
        or any(each[:1] != (end,) for each in steps)
    ):
        return None
    link, kinds = RelationshipContext(world, end.relationship), [each[-1].kind for each in steps]
    base = world.placement.kinds.base
    if link.relationship.kind != "many-to-many" or base(link.parent) == base(link.child):
        return None
    sets = {
        route.last.name: effects[path]
        for path, route in routes.items()
        if route and route.last.kind == "link"
    }
    (first, *others) = effects.values()
    does = "edit" if len(sets) == len(kinds) else LISTS.get(first.do, "")
    is_whole = does != "edit" and not others and not stated(first.value)
    is_plain = is_whole or all(each.do == "set" for each in effects.values())
    matches = given(operation.filter, [])
    at_end = [each for each in matches if each.field.split(".")[0] == end.name]
    names_link = [each.field for each in at_end if each.how == "eq" and not stated(each.value)] == [end.name]
    by_id = [each for each in matches if each.field == "_id" and each.how == "eq" and not stated(each.value)]
    is_told = names_link or (is_whole and not at_end)
    is_single = bool(by_id) or unique_match(world, operation, spot)
    if not (does and is_plain and is_told and is_single) or given(operation.returns, "nothing") != "nothing":
        return None
    rest = [each for each in matches if each not in (*at_end, *by_id)]
    return _Meant(link, end.side, does, sets, rest, bool(by_id))


def _ends(meant: _Meant, function: ScriptFunction) -> tuple[Param, Param]:
    """Return the ids of the two ends that a function asks for, that of the operation's entity first."""
    params = {
        marker.name: marker
        for each in function.statements
        for marker in markers_of(each)
        if isinstance(marker, Param)
    }
    first, second = (params[name] for name in function.leads)
    holder = "from" if meant.link.traits.has_link_documents else meant.link.side
    return (first, second) if meant.side == holder else (second, first)


def _setting(
    world: OperationContext,
    operation: Operation,
    meant: _Meant,
    function: ScriptFunction,
    recipe: ScriptFunction,
) -> list[Statement] | None:
    """Return the statements of a function that set those fields of a link alone that the operation does, None where one
    is not set like this."""
    values: dict[str, object] = {}
    for param in (marker for each in function.statements for marker in markers_of(each)):
        if isinstance(param, Param) and param.part in meant.sets:
            effect = meant.sets[param.part]
            route = world.paths.resolve(operation.entity, effect.field)
            types = route.field.all_types if route is not None and route.field is not None else ()
            new = recipe.param(f"new {effect.field}", param.collection, param.path)
            new = replace(new, needed=moves_on(world, operation))
            values[param.part] = operand(effect.value, types) if stated(effect.value) else new
    if values.keys() != meant.sets.keys():
        return None
    return [
        replace(each, update=_of_these(each.update, values)) if values else each
        for each in function.statements
    ]


def _of_these(update: object, values: dict[str, object]) -> object:
    """Return an update that sets, of the fields that its caller may give, those with values alone."""
    if not isinstance(update, Update):
        return update
    steps = ([_of_this(change, values) for change in step] for step in update.steps)
    return Update(tuple(tuple(change for change in step if change is not None) for step in steps))


def _of_this(change: DocumentChange, values: dict[str, object]) -> DocumentChange | None:
    part = change.value.part if isinstance(change, Put) and isinstance(change.value, Param) else ""
    if not part or not isinstance(change, Put):
        return change
    return replace(change, value=values[part]) if part in values else None


def _look_by_id(statements: list[Statement], spot: DocPath, own: Param) -> Statement | None:
    """Return the look whether the document with an id is there at all, if a function has one."""
    asked = filter_of({"_id": own})
    looks = (each for each in statements if each.op == "findOne" and each.must_match)
    return next((each for each in looks if each.collection == spot.collection and each.filter == asked), None)


def _behind(look: list[Statement], own: Param, statements: list[Statement]) -> list[Statement]:
    """Return the statements of a function behind a look at the document whose id it takes, and by the id that was read,
    where the look does not ask for it."""
    read = look[0]
    id = own if own in markers_of(read) else outcome(read.step, "_id")
    behind = [retold(each, lambda param: id if param == own else param) for each in statements]
    return [
        *look,
        *(replace(each, leads=(), transaction=read.transaction or each.transaction) for each in behind),
    ]


def look_at(
    world: OperationContext,
    recipe: ScriptFunction,
    spot: DocPath,
    filter: Filter,
    *,
    step: str = "",
    options: MethodOptions | None = None,
    is_written: bool = False,
) -> list[Statement]:
    """Return the reads that end an update of links where the document whose links they are is not there, or not as a filter
    asks. step: what the first of them is called; is_written: whether the same function writes that document."""
    entity = world.collections[spot.collection].entity
    step = step or recipe.step(world.word(entity) if entity else "document")
    look = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    look.reserve(recipe.statements)
    if has_transactions(world, [spot.collection]):
        look.transaction = recipe.transaction = True
        recipe.remark("The check and all writes run in one transaction.")
    look.add(
        "findOne",
        spot.collection,
        filter=filter,
        projection={"_id": 1},
        step=step,
        options=options or {},
        ends=True,
    )
    keys = [{"_id"}, *({*key} for key, _ in unique_keys(world, spot.collection))]
    key = next((each for each in keys if each.issubset(filter.paths)), set[str]())
    rest = " or ".join(path for path in filter.paths if path not in key)
    if rest and not (is_written and look.transaction):  # of two that write it at once, one begins again
        recipe.remark(f"A concurrent change of {rest} may go unnoticed.")
    return [replace(each, answers=False) for each in refusing_lost_changes(world, look).statements]
