"""Updates whose change is whom something is linked to: the move of a relationship, under the operation's name."""

from __future__ import annotations

from copy import copy

from msgspec import UNSET
from msgspec.structs import replace

from ..model.conceptual import Operation, given, stated
from ..names.tree_fields import PARENT, role_of
from ..placement.doc_path import DocPath
from ..plan_model.function_names import mention
from ..plan_model.number_format import listed
from ..plan_model.physical import Param, Statement
from ..strategies.table import UNDECIDED
from .context import OperationContext, RelationshipContext, ScriptFunction, Unsupported, outcome
from .document_places import Address
from .functions.links.both_sides import update_both
from .functions.links.listing import is_in_nodes
from .ir.changes import Compute, Put, Update
from .ir.conditions import At, Filter, filter_of
from .ir.node import MethodOptions
from .ir.rendering import markers_of
from .parameters import retold
from .passes.refusals.changes import refusing_lost_changes
from .passes.same_document_results import following
from .read.conditions import Conditions, Elsewhere
from .read.lookups import unique_keys, unique_match
from .results.counting import counting
from .write.operation_by_relationship import (
    end_of_path,
    function_of,
    is_by_id,
    is_left,
    is_list_of_others,
    listed_on_both,
    moves_on,
    reference_of_path,
)
from .write.pipeline_update import worked_out
from .write.reference_updates import asking_for_listed, led_by_parent

# By what an effect does to a list that both sides keep: the function that does it to both.
LISTS = {"push": "add", "add-to-set": "add", "pull": "remove"}


def as_move(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """The update by the functions of the relationships whose links it changes. None where it is a write of its own;
    the note says then which functions finish it. spot: where the documents are that it means."""
    if operation.kind != "update":
        return None
    moved = _branch_moved(world, operation, spot, recipe)
    return moved or _with_its_state(world, operation, spot, _moved(world, operation, spot, recipe))


def _with_its_state(
    world: OperationContext, operation: Operation, spot: DocPath, moved: ScriptFunction | None
) -> ScriptFunction | None:
    """Return a move that also sets a state, which refuses to do without the parent that comes with it."""
    if moved is None or not moves_on(world, operation):
        return moved
    for path in operation.written:
        places = [each.path for each in world.placement.of_path(operation.entity, path)]
        for needed in [_required(moved, new) for new in _put(moved, spot, places)]:
            for place, each in enumerate(moved.statements):
                if each.only_with == needed:
                    moved.statements[place] = replace(each, only_with=None)
    return moved


def _put(recipe: ScriptFunction, spot: DocPath, paths: list[str]) -> list[Param]:
    """Return the parameters that an update of the documents puts at some paths."""
    return [
        put.value
        for each in recipe.statements
        if each.collection == spot.collection and isinstance(each.update, Update)
        for put in each.update.puts()
        if put.place.path in paths and isinstance(put.value, Param)
    ]


def _branch_moved(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    """Move a branch by the function of its tree. The recipe has no statement where the operation asks for anything
    else: no other write refuses a cycle, or changes what all nodes of the branch store."""
    if not world.paths.tree_steps(operation):
        return None
    step = world.paths.step(operation.entity, operation.written[0])
    alone = len(operation.written) == 1 and not operation.effects and is_by_id(operation)
    if not alone or step is None or step.relationship is None or role_of(world.names, step) != PARENT:
        return recipe
    links_nodes = world.placement.traits(step.relationship).links_nodes
    move = function_of(world, step.relationship, "reassign", spot.collection) if links_nodes else None
    return _of_the_one(world, operation, spot, recipe, move) or recipe


def _moved(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction | None:
    counted = {link.relationship.name for link in counting(world, operation.entity)}
    for path in _in_order(world, operation):
        relationship = reference_of_path(world, operation.entity, path)
        if relationship is None:
            _tell_other_side(world, operation, path, recipe)
            silent = replace(operation, returns=UNSET)
            if set(operation.written) == {path}:
                listed = _listed(world, operation, path) or _linked(world, silent, spot, path)
            else:
                listed = _linked_too(world, silent, spot, path)
            listed = _returning(operation, spot, listed)
            if listed is not None:
                return asking_for_listed(world, operation, spot, listed.renamed(recipe))
            continue
        if is_left(world, operation, spot, path):
            continue  # by the update itself: no function of the relationship leads to no parent
        move = function_of(world, relationship, "reassign", spot.collection)
        if move is None and is_in_nodes(world.placement, relationship, "from"):
            return recipe  # no function brings the list after it
        rest = _without(operation, path)
        whole = move
        if rest is None or move is None or (rest.written and relationship.name in counted):
            whole = None
        elif rest.written:
            whole = _changing_too(world, rest, spot, move)
        if whole is not None and rest is not None:
            for other in rest.written:
                _refuse_not_following(world, operation, spot, other)
        move_statements = _of_the_one(world, operation, spot, recipe, whole)
        if move_statements is not None:
            return move_statements
        _refuse_not_following(world, operation, spot, path)
    return None


def _in_order(world: OperationContext, operation: Operation) -> list[str]:
    """Return what an update writes, references first of which more is stored than themselves: one function writes all of
    that, and what else the update changes in the same document."""

    def is_plain(path: str) -> bool:
        link = reference_of_path(world, operation.entity, path)
        return link is None or not world.placement.traits(link).moves_by_function

    return sorted(dict.fromkeys(operation.written), key=is_plain)


def _refuse_not_following(world: OperationContext, operation: Operation, spot: DocPath, path: str) -> None:
    """Raise Unsupported for a reference of which more is stored elsewhere, which the update would leave as it was."""
    relationship = reference_of_path(world, operation.entity, path)
    if relationship is None or not world.placement.traits(relationship).moves_by_function:
        return
    move = function_of(world, relationship, "reassign", spot.collection)
    if move is not None:
        raise Unsupported(
            f"It would change {path}, and not the data derived from it in other documents.",
            f"filter by _id or a unique field, or move them one by one, with the functions of {relationship.name}",
        )


def _without(operation: Operation, path: str) -> Operation | None:
    """The operation without the change of a path; None where it does more with that than to set it."""
    effects = [effect for effect in given(operation.effects, []) if effect.field != path]
    own = [effect for effect in given(operation.effects, []) if effect.field == path]
    if any(effect.do != "set" or stated(effect.value) for effect in own):
        return None
    changes = [each for each in given(operation.changes, []) if each != path]
    return replace(operation, effects=effects or UNSET, changes=changes or UNSET)


def _of_the_one(
    world: OperationContext,
    operation: Operation,
    spot: DocPath,
    recipe: ScriptFunction,
    move: ScriptFunction | None,
) -> ScriptFunction | None:
    """A move under the operation's name, of the one document that its filter means; None where it may mean several,
    or gives one back. What does not ask for the id is found first."""
    if move is None or given(operation.returns, "nothing") != "nothing":
        return None
    if is_by_id(operation):
        return move.renamed(recipe)
    function = _of_the_unique(world, operation, spot, move)
    return function.renamed(recipe) if function is not None else None


def _of_the_unique(
    world: OperationContext, operation: Operation, spot: DocPath, move: ScriptFunction
) -> ScriptFunction | None:
    """The function that asks for the one document that a filter by another unique value than the id means; None where it
    may mean several, or gives one back."""
    is_told = given(operation.returns, "nothing") == "nothing" and not given(operation.always_filter, None)
    if spot.path or not is_told or not unique_match(world, operation, spot):
        return None
    statements = _found_first(world, operation, spot, move)
    if statements is None:
        return None
    function = ScriptFunction(
        move.subject, move.name, move.purpose, note=move.note, transaction=move.transaction
    )
    function.statements = statements
    return function


def _found_first(
    world: OperationContext, operation: Operation, spot: DocPath, move: ScriptFunction
) -> list[Statement] | None:
    """The statements of a move with what its filter names read first: its id, and what the move asks for besides."""
    params = dict.fromkeys(
        marker for each in move.statements for marker in markers_of(each) if isinstance(marker, Param)
    )
    ids = _ids(spot, move)
    if len(ids) != 1:
        return None
    old = [param for param in params if param.name.startswith("old") and param.collection == spot.collection]
    asked = ScriptFunction(f"operation:{operation.name}", move.name, "update", transaction=move.transaction)
    asked.reserve(move.statements)
    conditions = Conditions(world, operation, spot)
    try:
        filter = conditions.filter(asked)
    except Elsewhere:
        return None
    options = conditions.collation()
    if not old and (direct := _asked_at_once(move, ids[0], filter, options)):
        return direct
    word = world.word(operation.entity)
    step = asked.step(word)
    asked.add(
        "findOne", spot.collection, filter=filter, projection={"_id": 1} | {param.path: 1 for param in old}, step=step,
        options=options, ends=True,
    )  # fmt: skip
    replacements = {ids[0]: outcome(step, "_id")} | {param: outcome(step, param.path) for param in old}
    rest = [
        retold(replace(each, leads=(), comment=""), lambda param: replacements.get(param, param))
        for each in move.statements
    ]
    reads = [replace(each, answers=False) for each in refusing_lost_changes(world, asked).statements]
    return [*reads, *_asking_again(world, spot, asked.statements[0], rest)]


def _asking_again(
    world: OperationContext, spot: DocPath, read: Statement, rest: list[Statement]
) -> list[Statement]:
    """The statements behind a read, with what it asks besides a key in the write too: no transaction holds both."""
    filter, id = filter_of(read.filter), outcome(read.step, "_id")
    keys = [{"_id"}, *({*key} for key, _ in unique_keys(world, spot.collection))]
    key = next((each for each in keys if each.issubset(filter.paths)), {*filter.paths})
    more = Filter(
        tuple(each for each in filter.conditions if not (isinstance(each, At) and each.path in key))
    )
    own = [each for each in rest if each.op == "updateOne" and filter_of(each.filter).value("_id") == id]
    if not more or not own or own[0].transaction:
        return rest
    filter = filter_of(own[0].filter).merged(more)
    again = replace(own[0], filter=filter, options=own[0].options or read.options)
    return [again if each is own[0] else each for each in rest]


def _asked_at_once(
    move: ScriptFunction, id: Param, filter: Filter, options: MethodOptions
) -> list[Statement] | None:
    """The statements of a move, where the only one that asks for the id can ask for the document by the filter."""
    asking = [each for each in move.statements if id in markers_of(each)]
    asked = asking[0].filter if len(asking) == 1 else None
    if asked is None or asked.value("_id") != id or list(asked.paths) != ["_id"] or asking[0].options:
        return None
    if list(markers_of(asking[0])).count(id) > 1:
        return None
    first = tuple(
        marker.name
        for marker in markers_of(replace(asking[0], filter=filter, update=None))
        if isinstance(marker, Param)
    )
    statements = [
        replace(each, filter=filter, options=options or None) if each is asking[0] else each
        for each in move.statements
    ]
    if any(each.leads for each in statements):
        statements[0] = replace(statements[0], leads=first)
    return statements


def _ids(spot: DocPath, move: ScriptFunction) -> list[Param]:
    """The parameters by which a move finds the document that it moves."""
    values = [
        each.filter.value("_id")
        for each in move.statements
        if each.filter is not None and each.collection == spot.collection
    ]
    return list(dict.fromkeys(value for value in values if isinstance(value, Param) and not _is_new(value)))


def _is_new(param: Param) -> bool:
    return param.name.startswith("new")


def _changing_too(
    world: OperationContext, rest: Operation, spot: DocPath, move: ScriptFunction
) -> ScriptFunction | None:
    """A move that changes other fields of the same document with it; None where these are not of one plain update."""
    part = ScriptFunction(move.subject, move.name, move.purpose)
    part.reserve(move.statements)
    try:
        statements = update_both(world, replace(rest, returns="nothing"), spot, part).statements
        plain = Conditions(world, rest, spot).filter(ScriptFunction(move.subject, move.name, move.purpose))
    except Elsewhere:
        return None
    places = [number for number, each in enumerate(move.statements) if _is_of_the_moved(each, spot)]
    if (
        len(statements) != 1
        or len(places) != 1
        or not _is_plain(statements[0])
        or list(statements[0].filter.paths) != list(plain.paths)
    ):
        return None
    target = move.statements[places[0]]
    update = _together(target, statements[0])
    if update is None:
        return None
    also = ScriptFunction(move.subject, move.name, rest.kind, note=move.note, transaction=move.transaction)
    also.reserve([*move.statements, *statements])
    also.statements = list(move.statements)
    also.statements[places[0]] = replace(target, update=update)
    return asking_for_parents(world, rest, spot, also)


def _together(move: Statement, plain: Statement) -> Update | None:
    """Return the update of a move that makes the changes of a plain one of the same document as well, before it works out
    what follows; None where no update makes both."""
    if _is_plain(move):
        return Update.of(*move.update.changes, *plain.update.changes)
    if not isinstance(move.update, Update) or move.update.is_marked:
        return None
    first, *later = move.update.steps
    others = (each if isinstance(each, Put) else worked_out(each) for each in plain.update.changes)
    changes = (*first, *others)
    return Update((changes, *later)) if all(isinstance(each, Compute | Put) for each in changes) else None


def _is_of_the_moved(statement: Statement, spot: DocPath) -> bool:
    """Whether a statement writes the document that is moved."""
    own = statement.filter.value("_id") if statement.writes and statement.filter is not None else None
    return (
        statement.collection == spot.collection and isinstance(own, Param) and not own.name.startswith("new")
    )


def _is_plain(statement: Statement) -> bool:
    update = statement.update
    return isinstance(update, Update) and not update.is_computed and not update.is_marked


def _tell_other_side(
    world: OperationContext, operation: Operation, path: str, recipe: ScriptFunction
) -> None:
    """A list that is written alone, though the documents that it names list back."""
    relationship, _ = end_of_path(world, operation.entity, path)
    traits = world.placement.traits(relationship) if relationship is not None else UNDECIDED
    if relationship is not None and traits.has_id_arrays and traits.refers_to_parent:
        names = listed(mention(f"{relationship.name}.{does}") for does in ("add", "remove"))
        recipe.remark(f"The other side references it too: call {names} instead.")


def _listed(world: OperationContext, operation: Operation, path: str) -> ScriptFunction | None:
    """The function that changes a list of one document on both sides."""
    both = listed_on_both(world, operation.entity, path)
    if both is None or not is_by_id(replace(operation, returns="nothing")):
        return None
    relationship, side = both
    whole_list = "replace" if side == "from" else "replace_back"
    does = {deed.do for deed in given(operation.effects, [])} if not given(operation.changes, []) else set()
    wanted = {LISTS.get(deed, whole_list) for deed in does} or {whole_list}
    return function_of(world, relationship, wanted.pop()) if len(wanted) == 1 else None


def _linked(world: OperationContext, operation: Operation, spot: DocPath, path: str) -> ScriptFunction | None:
    """The function that adds or takes away one whole link, where an array holds ids, or what links say: with all that the
    operation's filter asks of the document, which has to be written for it."""
    if not is_list_of_others(world, operation.entity, spot, path) or given(operation.changes, []):
        return None
    (effect, *more) = given(operation.effects, [])
    relationship, _ = end_of_path(world, operation.entity, path)
    does = LISTS.get(effect.do)
    if more or relationship is None or does is None or stated(effect.value):
        return None
    function = function_of(world, relationship, does)
    if function is None or function.unsupported:
        return function
    if not is_by_id(operation):
        function = _asking_for_more(world, operation, spot, function) or _of_the_unique(
            world, operation, spot, function
        )
    ids = _ids(spot, function) if function is not None else []
    if function is not None and len(ids) == 1:
        function.statements = [
            replace(function.statements[0], leads=(ids[0].name,)),
            *function.statements[1:],
        ]
    return function


def _linked_too(
    world: OperationContext, operation: Operation, spot: DocPath, path: str
) -> ScriptFunction | None:
    """The function that adds or takes away one whole link, and changes other fields of the same document in the same
    write; None where these are not of one plain update."""
    effects = given(operation.effects, [])
    own, others = (
        [each for each in effects if each.field == path],
        [each for each in effects if each.field != path],
    )
    if len(own) != 1 or path in given(operation.changes, []):
        return None
    function = _linked(world, replace(operation, effects=own, changes=UNSET), spot, path)
    if function is None or function.unsupported:
        return None
    rest, part = replace(operation, effects=others or UNSET), copy(function)
    part.statements = []
    try:
        plain = following(world, update_both(world, rest, spot, part)).statements
        return _changing_too(world, rest, spot, function) if all(map(_is_plain, plain)) else None
    except (Elsewhere, Unsupported):
        return None


def _returning(operation: Operation, spot: DocPath, function: ScriptFunction | None) -> ScriptFunction | None:
    """The function with the document that the operation gives back; None where what it writes later would change that."""
    returns = given(operation.returns, "nothing")
    if function is None or function.unsupported or returns == "nothing":
        return function
    places = [
        number for number, each in enumerate(function.statements)
        if each.writes and each.collection == spot.collection and each.op != "insertOne"
    ]  # fmt: skip
    if len(places) != 1 or not _is_of_the_moved(written := function.statements[places[0]], spot):
        return None
    is_last = places[0] == len(function.statements) - 1
    function.statements[places[0]] = replace(
        written,
        op="findOneAndUpdate",
        options={"returnDocument": returns, **(written.options or {})},
        step="" if is_last else function.step(written.collection),
        answers=not is_last,
    )
    return function


def _asking_for_more(
    world: OperationContext, operation: Operation, spot: DocPath, function: ScriptFunction
) -> ScriptFunction | None:
    """The function with what else a filter by id asks of the document that it writes first."""
    matches = given(operation.filter, [])
    by_id = [match for match in matches if match.field == "_id" and match.how == "eq"]
    places = [
        number
        for number, each in enumerate(function.statements)
        if each.op == "updateOne" and each.collection == spot.collection and _is_of_the_moved(each, spot)
    ]
    if spot.path or len(by_id) != 1 or given(operation.returns, "nothing") != "nothing" or len(places) != 1:
        return None
    rest = replace(operation, filter=[match for match in matches if match not in by_id])
    asking = ScriptFunction(
        function.subject, function.name, function.purpose, transaction=function.transaction
    )
    asking.reserve(function.statements)
    asking.statements, written = list(function.statements), function.statements[places[0]]
    filter = written.filter.merged(Conditions(world, rest, spot).filter(asking))
    refused = f"{written.must_match}, or doesn't match the filter" if written.must_match else ""
    asking.statements[places[0]] = replace(written, filter=filter, must_match=refused)
    return asking


def asking_for_parents(
    world: OperationContext, operation: Operation, spot: DocPath, recipe: ScriptFunction
) -> ScriptFunction:
    """An update of its own with the new parents read first: there must be such, and what is copied is theirs."""
    for path in dict.fromkeys(operation.written):
        relationship = reference_of_path(world, operation.entity, path)
        link = RelationshipContext(world, relationship) if relationship is not None else None
        reference = link.placement.reference(link.relationship, "to") if link is not None else None
        if link is None or reference is None or world.spot(link.parent) is None:
            continue
        puts = _put(recipe, spot, [reference.path])
        if len(puts) == 1:
            needed = path in operation.written and moves_on(world, operation)
            new = _required(recipe, puts[0]) if needed else puts[0]
            led_by_parent(link, recipe, Address(world, operation.entity, spot), new, needed=needed)
    return recipe


def _required(recipe: ScriptFunction, new: Param) -> Param:
    """Have the function refuse to do without a value."""
    needed = replace(new, needed=True)
    recipe.statements = [retold(each, lambda it: needed if it == new else it) for each in recipe.statements]
    return needed
