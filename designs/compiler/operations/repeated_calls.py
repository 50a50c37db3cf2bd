"""An insert and what follows it, where no transaction holds them together: a second call completes one that ended
between its writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any

from msgspec.structs import replace

from ..plan_model.physical import BuiltValue, Outcome, Param, Statement
from .atomic import AGAIN
from .change_last import added_by, changed_last, is_made_again, settles_once
from .context import OperationContext, ScriptFunction, Unsupported, outcome
from .ir.changes import Compute, DocumentChange, Push, Update
from .ir.conditions import Filter, filter_of, without_guards
from .ir.node import OperationNode
from .ir.predicates import Eq, Ne
from .ir.stages import MatchStage
from .recounting import recounted

_FILLED = frozenset({"copy", "computed"})
"""Origins of fields of a new document that its function fills."""


def completed_again(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with its document inserted only where it is not there yet and what it adds to arrays added
    once; as it is where its writes are in their order already and move no result, or where a second call would still leave
    something else, such as a number increased twice."""
    recounting = recounted(world, recipe)
    if recipe.is_in_order and recounting.statements == recipe.statements:
        return recipe
    reordered = changed_last(world, recounting)
    if reordered is not None:
        _refuse_several_counts(reordered)
        reordered.remark(f"{AGAIN}.")
        return reordered
    inserts = any(_inserts(statement) for statement in recounting.statements)
    if not inserts and _is_made_again(recounting):
        recounting.remark(f"{AGAIN}.")
    return _inserted_once(world, recounting) or (recipe if inserts else recounting)


def _refuse_several_counts(recipe: ScriptFunction) -> None:
    """Raise Unsupported where several updates each count from what they find: only one of them can be the last, and a
    second call would count again in the others."""
    updates = [
        each for each in recipe.statements if isinstance(each.update, Update) and not is_made_again(each)
    ]
    places = {each.collection: None for each in updates if any(map(_counts_on, each.update.changes))}
    if len(places) > 1:
        raise Unsupported(
            f"It would increment or multiply in {', '.join(places)}, one after another: on a standalone server, a call "
            "that fails midway can't be completed.",
            "use a replica set (one member is enough), or set the field to a value that the caller calculates",
        )


def _counts_on(change: DocumentChange) -> bool:
    """Return whether a change counts from what is there, such as an increment: no result, which is the same each time."""
    meant = change.meant if isinstance(change, Compute) else change
    return meant is not None and not meant.repeatable and added_by(change) is None


def _inserted_once(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction | None:
    inserts = [place for place, statement in enumerate(recipe.statements) if _inserts(statement)]
    if len(inserts) != 1:
        return None
    place = inserts[0]
    insert = recipe.statements[place]
    document = _document(world, insert)
    if document is None or insert.each:
        return None
    key = outcome(document.name, "_id")
    behind = recipe.statements[place + 1 :]
    repeated = copy(recipe)
    repeated.statements = [*recipe.statements[:place], *_once(world, repeated, insert, document)]
    for statement in behind:
        again = _added_once(repeated, _of_document(statement, insert.step, key), key)
        if again is None:
            return None
        repeated.statements += again
    repeated.numbered()
    repeated.remark(f"{AGAIN}. Pass the _id so that nothing is added twice.")
    return repeated


def _is_made_again(recipe: ScriptFunction) -> bool:
    """Return whether a function inserts once what it does not find, and does nothing else but to work results out."""
    updates = [each for each in recipe.statements if each.writes and each.op != "aggregate"]
    return bool(updates) and all(
        each.op == "updateOne" and isinstance(each.update, Update) and is_made_again(each) for each in updates
    )


def _inserts(statement: Statement) -> bool:
    """Return whether a statement inserts a document, or an element into the page that has room for it."""
    return statement.op == "insertOne" or bool(statement.retry)


def _document(world: OperationContext, insert: Statement) -> Param | None:
    """Return the parameter that is the document of an insert, or the element, where an id tells it from others."""
    documents: Any = insert.documents
    if insert.retry:
        array, documents = _pushed(insert)
        if world.field(insert.collection, f"{array}._id") is None:
            return None
    if isinstance(documents, BuiltValue) and documents.parts:
        documents = documents.parts[0]
    return documents if isinstance(documents, Param) else None


def _pushed(insert: Statement) -> tuple[str, Any]:
    """Return the array that an element is put into, and the element."""
    pushes = (change for change in insert.update.changes if isinstance(change, Push))
    return next(((push.place.path, push.element) for push in pushes), ("", None))


def _once(
    world: OperationContext, recipe: ScriptFunction, insert: Statement, document: Param
) -> Iterator[Statement]:
    if insert.unless:
        yield insert
        return
    present, look = recipe.step("present"), ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    paths = ["_id", *_told_in_series(world, insert)]  # a time series has no index on the _id
    filter = filter_of({path: outcome(document.name, path) for path in paths})
    look.add("findOne", insert.collection, filter=_in_pages(insert, filter), step=present)
    yield from look.statements
    yield replace(insert, unless=present, step="", answers=False, comment="")


def _told_in_series(world: OperationContext, insert: Statement) -> list[str]:
    """Return what finds a measurement beside its ``_id``: its time, and what its caller says in the metaField. What the
    function puts there itself, no caller knows."""
    series = world.collections[insert.collection].options.get("timeseries", {})
    paths = [series[name] for name in ("timeField", "metaField") if name in series]
    meta = world.field(insert.collection, paths[1]) if len(paths) > 1 else None
    if meta is None or not meta.fields:
        return paths
    own = {
        name
        for part in _parts_of(insert.documents)
        if isinstance(part, dict)
        for name in _names_in(part, paths[1])
    }
    names = [each.name for each in meta.fields if each.origin not in _FILLED and each.name not in own]
    return [paths[0], *(f"{paths[1]}.{name}" for name in names)]


def _parts_of(documents: Any) -> tuple[Any, ...]:
    return documents.parts if isinstance(documents, BuiltValue) else (documents,)


def _names_in(part: Mapping[str, Any], name: str) -> Iterator[str]:
    """Yield the fields that a part of a document puts into an object."""
    for inner in _parts_of(part.get(name)):
        yield from inner if isinstance(inner, dict) else ()


def _in_pages(insert: Statement, filter: Filter) -> Filter:
    """Return what finds the document of an insert; an element stands in any of the pages of its owner."""
    if not insert.retry:
        return filter
    given = {
        at.path: at.predicate.value
        for at in filter_of(insert.filter).on_paths
        if isinstance(at.predicate, Eq)
    }
    pages = {
        path: value
        for path, value in given.items()
        if isinstance(value, Param) and value.name != insert.retry
    }
    return filter_of(pages).merged(filter.under(_pushed(insert)[0]))


def _of_document(statement: Statement, step: str, key: Outcome) -> Statement:
    """Return a statement that asks the document for its id, not the insert, which may not run."""

    def asked(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: asked(inner) for name, inner in value.items()}
        if isinstance(value, list | tuple):
            return [asked(inner) for inner in value]
        if isinstance(value, OperationNode):
            return value.with_parts(asked)
        inserted = isinstance(value, Outcome) and step and (value.step, value.path) == (step, "insertedId")
        return key if inserted else value

    parts = ("filter", "update", "pipeline")
    return replace(statement, **{part: asked(getattr(statement, part)) for part in parts})


def _added_once(recipe: ScriptFunction, statement: Statement, key: Outcome) -> list[Statement] | None:
    """Return a statement that leaves the same when it is made twice, with what it asks before, None where it can't. key:
    the id of the document that its call inserts."""
    if not statement.writes or statement.op == "aggregate":
        return [_unguarded(statement)]
    if statement.op not in ("updateOne", "updateMany") or not isinstance(statement.update, Update):
        return None
    pushes = [
        (change.place, added_by(change))
        for change in statement.update.changes
        if added_by(change) is not None
    ]
    if not pushes:
        return [statement] if statement.update.is_settled else None
    filter = filter_of(statement.filter)
    for place, element in pushes:
        name = next(_named(element, key), None)
        if name is None or place.elements:
            return None
        path = f"{place.path}.{name}"
        filter = filter if filter.predicate(path) is not None else filter.merged(filter_of({path: Ne(key)}))
    if not settles_once(statement.update):
        return None
    if not statement.must_match:
        return [replace(statement, filter=filter)]
    return (
        _unless_there(recipe, statement, without_guards(filter).merged({path: key}))
        if len(pushes) == 1
        else None
    )


def _unless_there(recipe: ScriptFunction, statement: Statement, there: Filter) -> list[Statement] | None:
    """Return an addition that must be made, with a read before it: one that was made already finds no room, or itself."""
    if statement.unless or statement.beside or statement.op != "updateOne":
        return None
    look = ScriptFunction(recipe.subject, recipe.name, recipe.purpose)
    look.add(
        "findOne", statement.collection, filter=there, projection={"_id": 1}, only_with=statement.only_with,
        step=recipe.step("already"), comment=statement.comment,
    )  # fmt: skip
    return [*look.statements, replace(statement, unless=look.statements[0].step, comment="")]


def _unguarded(statement: Statement) -> Statement:
    """Return a statement that finds a document by its id alone, whether or not the element is in it already."""
    first = statement.pipeline[0] if statement.pipeline else None
    if not isinstance(first, MatchStage) or first.condition.predicate("_id") is None:
        return statement
    guards = [at.path for at in first.condition.on_paths if at.path != "_id" and isinstance(at.predicate, Ne)]
    condition = first.condition
    for path in guards:
        condition = condition.without(path)
    return replace(statement, pipeline=[MatchStage(condition), *statement.pipeline[1:]])


def _named(element: Any, key: Outcome, above: str = "") -> Iterator[str]:
    """Yield where the id of a document stands in an element."""
    fields: Any = element
    if isinstance(element, BuiltValue) and element.kind == "given":
        (fields,) = element.parts
    for name, value in fields.items() if isinstance(fields, dict) else ():
        if isinstance(value, Outcome) and (value.step, value.path) == (key.step, key.path):
            yield f"{above}{name}"
        yield from _named(value, key, f"{above}{name}.")
