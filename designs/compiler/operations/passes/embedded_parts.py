"""What is embedded in what goes: documents elsewhere that name such parts let go of them first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from ...placement.doc_path import DocPath
from ...plan_model.physical import BuiltValue, Param, Statement
from ..context import OperationContext, RelationshipContext, ScriptFunction, outcome
from ..document_places import Address
from ..ir.changes import AddToSet, DocumentChange, Pull, Push, Put, PutNew, Unset
from ..ir.conditions import Filter, filter_of
from ..ir.expressions import FieldPath
from ..ir.predicates import Eq, In, Ne, Predicate
from ..ir.stages import GroupStage, MatchStage, Stage, UnwindStage
from ..notes.read_by_index import of_several_writes, told_of
from ..write.unlink import DELETES, Gone, each_once, let_go, named_by

Ends = dict[tuple[str, str], tuple[RelationshipContext, str]]
_UPDATES = ("updateOne", "updateMany", "findOneAndUpdate")


class Removal(NamedTuple):
    """What a statement takes away. path: where it stands, "" for documents; condition: what holds of the elements
    that go; kept: the id of what takes its place, None where nothing does."""

    path: str
    condition: Filter = filter_of(None)
    kept: Any = None


def with_parts(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe with what takes the embedded parts of what it removes out of all that names them, right before.
    world: the one in which every place counts."""
    statements, later = list[Statement](), list[Callable[[], None]]()
    own, added = recipe.statements, list[Statement]()
    if _moves(recipe):
        return recipe
    for statement in own:
        recipe.statements = []
        for removal in _removals(statement):
            later += _let_go_of_parts(world, recipe, statement, removal, own)
        before = each_once(recipe.statements, own)
        statements, added = [*statements, *before, statement], [*added, *before]
    recipe.statements = statements
    if len(statements) == len(own):
        return recipe
    recipe.note = of_several_writes(recipe.note)
    recipe.statements = [replace(statement, comment="") for statement in statements]
    recipe.numbered()
    for follow in later:
        follow()
    recipe.remark(told_of(world, added))
    return recipe


def where_parts_are(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """The recipe, which writes below a part that need not be there only where it is: anywhere else, the server would make
    a part of the one field that is written."""
    recipe.statements = [_where_parts_are(world, each) for each in recipe.statements]
    return recipe


def _where_parts_are(world: OperationContext, statement: Statement) -> Statement:
    if statement.op not in _UPDATES or statement.update is None or "upsert" in (statement.options or {}):
        return statement
    filter, written = filter_of(statement.filter), {*statement.update.paths}
    wanted = [
        each.path for each in filter.on_paths if each.predicate.is_met_alone and each.predicate != Eq(None)
    ]
    there: dict[str, Predicate] = {}
    for path in sorted(written):
        for part in _parts_above(world, statement.collection, path):
            is_whole = any(part == other or part.startswith(f"{other}.") for other in written)
            is_asked = any(f"{other}.".startswith(f"{part}.") for other in [*wanted, *there])
            if not is_whole and not is_asked:
                there[part] = Ne(None)
    if not there:
        return statement
    lacking = "".join(f", or it has no {part.rpartition('.')[2].replace('_', ' ')}" for part in there)
    refusal = statement.must_match and statement.must_match + lacking
    return replace(statement, filter=filter.merged(there), must_match=refusal)


def _is_there(predicate: Predicate) -> bool:
    """Whether only a value that is there meets a condition."""
    return predicate == Ne(None) or (predicate.is_met_alone and predicate != Eq(None))


def _parts_above(world: OperationContext, collection: str, path: str) -> Iterator[str]:
    """Yield the paths of single parts around what stands at a path, the innermost first, that some documents lack."""
    steps = path.split(".")
    for end in range(len(steps) - 1, 0, -1):
        around = ".".join(steps[:end])
        fields = [world.field(collection, ".".join(steps[:up])) for up in range(1, end + 1)]
        if any(each is None or "array" in each.types for each in fields):
            continue
        field = fields[-1]
        if field is not None and field.origin == "embedded" and not world.always(collection, around):
            yield around


def _moves(recipe: ScriptFunction) -> bool:
    """Whether what is taken out of one place comes into another: nothing goes, and what names it still does."""
    changes = [
        (statement.collection, change)
        for statement in recipe.statements
        if statement.update is not None and not statement.update.is_computed
        for change in statement.update.changes
    ]
    taken = {(collection, change.place.path) for collection, change in changes if isinstance(change, Pull)}
    given = {
        (collection, change.place.path)
        for collection, change in changes
        if isinstance(change, Push | AddToSet)
    }
    return recipe.purpose == "reassign" or not taken.isdisjoint(given)


def _removals(statement: Statement) -> Iterator[Removal]:
    if statement.op in DELETES:
        yield Removal("")
    elif statement.op in _UPDATES and statement.update is not None and not statement.update.is_computed:
        for change in statement.update.changes:
            removal = _removal(change)
            if removal is not None:
                yield removal


def _removal(change: DocumentChange) -> Removal | None:
    path = change.place.path
    match change:
        case Pull(_, Filter() as condition):
            return Removal(path, condition)
        case Unset():
            return Removal(path)
        case PutNew():
            return None  # nothing stood there
        case Put(_, Param() as part):
            return Removal(path, kept=outcome(part.name, "_id"))
    return None


def _let_go_of_parts(
    world: OperationContext,
    recipe: ScriptFunction,
    statement: Statement,
    removal: Removal,
    done: list[Statement],
) -> Iterator[Callable[[], None]]:
    alike: dict[tuple[Any, ...], tuple[Ends, list[Predicate]]] = {}
    for spot, entities in _parts(world, statement.collection, removal.path).items():
        at = next((at for name in entities if _has_id(at := Address(world, name, spot))), None)
        ends = {
            (link.relationship.name, side): (link, side)
            for name in entities
            for link, side in named_by(world, name)
            if at is not None and link.entity(side) in entities and _is_told(link, side, at)
        }
        if not ends or at is None:
            continue
        ids = _ids(recipe, world, statement, removal, at)
        alike.setdefault(tuple(ends), (ends, []))[1].append(ids)
        for link, side in ends.values():
            if link.traits.holds_values:  # read at each place
                yield from let_go(recipe, link, side, ids, done, Gone(statement.collection, spot))
    for ends, several in alike.values():
        for link, side in ends.values():
            if not link.traits.holds_values:
                yield from let_go(recipe, link, side, _together(several), done, Gone(statement.collection))


def _has_id(at: Address) -> bool:
    """Whether an id tells a part apart: its own, or that of the only document around it."""
    return at.key == f"{at.spot.path}._id" or (at.key == "_id" and not at.arrays)


def _is_told(link: RelationshipContext, side: str, at: Address) -> bool:
    """Whether the id of a part tells what names it. The id of the document around it may name that document."""
    return at.key != "_id" or DocPath(at.collection) not in link.placement.spots(link.entity(side))


def _together(conditions: list[Predicate]) -> Predicate:
    """The condition that an id meets which meets one of several."""
    if len(conditions) == 1:
        return conditions[0]
    values = (
        each.values if isinstance(each, In) else each.value
        for each in conditions
        if isinstance(each, Eq | In)
    )
    return In(BuiltValue("list", tuple(values)))


def _parts(world: OperationContext, collection: str, path: str) -> dict[DocPath, list[str]]:
    """The places at a path of documents, or below it, each with the entities that stand there."""
    parts: dict[DocPath, list[str]] = {}
    for entity in world.names.entities:
        for spot in world.placement.spots(entity):
            inside = f"{spot.path}.".startswith(f"{path}.") if path else bool(spot.path)
            if spot.collection == collection and inside:
                parts.setdefault(spot, []).append(entity)
    return parts


def _ids(
    recipe: ScriptFunction, world: OperationContext, statement: Statement, removal: Removal, at: Address
) -> Predicate:
    """The condition that the ids of some parts meet: they are read while they are there."""
    by_id = removal.condition.predicate("_id") if at.spot.path == removal.path else None
    if isinstance(by_id, Eq | In) and removal.condition.only is not None:
        return by_id
    stages: list[Stage] = [MatchStage(filter_of(statement.filter))]
    for array in at.arrays:
        stages.append(UnwindStage(array))
        if array == removal.path and removal.condition:
            stages.append(MatchStage(removal.condition.under(array)))
    if removal.kept is not None and at.key != "_id":
        stages.append(MatchStage(filter_of({at.key: Ne(removal.kept)})))
    step = recipe.step(f"{world.names.word(at.entity)} ids")
    stages.append(GroupStage({"_id": FieldPath(at.key)}))
    recipe.add("aggregate", statement.collection, pipeline=stages, step=step)
    return In(outcome(step, many=True, each="_id"))
