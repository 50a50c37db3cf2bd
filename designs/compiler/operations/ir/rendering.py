"""Statements in MongoDB's own form, as scripts and samples read them: operators or stages, marks in paths,
arrayFilters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import BuiltValue, Outcome, Param, Statement, markers
from .changes import (
    AddToSet,
    ArrayElement,
    Compute,
    CurrentDate,
    DocumentChange,
    FirstElement,
    Inc,
    Max,
    Min,
    Mul,
    NamedElement,
    Pull,
    PullAll,
    PullEqual,
    Push,
    Put,
    PutInOrder,
    PutNew,
    PutOrUnset,
    SetOnInsert,
    Unset,
    Update,
    UpdatePath,
)  # fmt: skip
from .condition_rendering import ServerDocument, rendered_filter, rendered_value
from .expressions import REMOVE, LiteralValue, if_null
from .stage_rendering import only_given, rendered_pipeline
from .stages import SetStage, Stage, UnsetStage, merges, needs_all


def rendered(statement: Statement) -> Statement:
    """Return the statement with its nodes as MongoDB writes them; looked for once."""
    cache = statement.__dict__
    if "rendered" not in cache:
        parts = _parts(statement)
        cache["rendered"] = replace(statement, **parts) if parts else statement
    result: Statement = cache["rendered"]
    return result


def markers_of(statement: Statement) -> tuple[Param | Outcome, ...]:
    """Return the parameters and earlier outcomes that a statement names, in order."""
    return markers(rendered(statement))


def _parts(statement: Statement) -> dict[str, object]:
    parts = {name: rendered_value(getattr(statement, name)) for name in ("filter", "options", "projection")}
    if statement.pipeline is not None:
        parts["pipeline"] = rendered_pipeline(statement.pipeline)
    if isinstance(statement.update, Update):
        filters = array_filters(statement.update)
        parts["update"] = rendered_update(statement.update)
        parts["options"] = (
            {**(parts["options"] or {}), "arrayFilters": filters} if filters else parts["options"]
        )
    return {**parts, "written": _written(statement), "needs_all": _needs_all(statement)}


def _needs_all(statement: Statement) -> bool:
    return statement.needs_all or needs_all(statement.pipeline)


def _written(statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return the paths that a statement writes, each with what it does there."""
    if isinstance(statement.update, Update):
        inside = (path for change in statement.update.changes for path in getattr(change, "inside", ()))
        own = ((change.place.path, change.verb) for change in statement.update.changes)
        return (*own, *((path, Put.verb) for path in inside))
    if not merges(statement.pipeline):
        return statement.written
    sets = (stage for stage in statement.pipeline if isinstance(stage, SetStage))
    return tuple((path, Put.verb) for stage in sets for path in stage.fields)


# --- updates ----------------------------------------------------------------------------------------


_OPERATORS: dict[type[DocumentChange], str] = {
    Put: "$set", PutNew: "$set", Unset: "$unset", Inc: "$inc", Mul: "$mul", Min: "$min", Max: "$max", Push: "$push",
    AddToSet: "$addToSet", Pull: "$pull", PullAll: "$pullAll", CurrentDate: "$currentDate", SetOnInsert: "$setOnInsert",
    PutInOrder: "$push", PullEqual: "$pullAll",
}  # fmt: skip


def rendered_update(update: Update) -> Any:
    """Return the update as the server takes it: operators where nothing is worked out, else stages."""
    if not update.is_computed:
        return _operators(update.changes)
    return rendered_pipeline(stages_of(update))


def stages_of(update: Update) -> list[Stage]:
    """Return the update as stages, which say the same of a document that only values are put into."""
    return [_stage(step) for step in update.steps]


def array_filters(update: Update) -> list[ServerDocument]:
    """Return the arrayFilters of the elements that an update names, outermost first, each once."""
    named = {
        element.name: element.condition
        for change in update.changes
        for element in change.place.elements
        if isinstance(element, NamedElement) and element.condition is not None
    }
    return [rendered_filter(condition.under(name)) for name, condition in named.items()]


def rendered_path(place: UpdatePath) -> str:
    """Return the path as an update writes it, with the marks of the elements that are meant."""
    path = place.path
    for element in reversed(place.elements):
        path = f"{element.array}.{_mark(element)}{path[len(element.array) :]}"
    return path


def _mark(element: ArrayElement) -> str:
    if isinstance(element, NamedElement):
        return f"$[{element.name}]"
    return "$" if isinstance(element, FirstElement) else "$[]"


def _operators(changes: tuple[DocumentChange, ...]) -> ServerDocument | BuiltValue:
    update: ServerDocument = {}
    put_or_unset: ServerDocument = {}
    may_unset = any(isinstance(change, PutOrUnset) for change in changes)
    for change in changes:
        joins = may_unset and isinstance(change, Put)
        fields = put_or_unset if joins else update.setdefault(_OPERATORS[type(change)], {})
        fields[rendered_path(change.place)] = _operand(change)
    operators: ServerDocument = {operator: only_given(fields) for operator, fields in update.items()}
    if not may_unset:
        return operators
    setting = BuiltValue("set_or_unset", (put_or_unset,))
    return BuiltValue("document", (operators, setting)) if operators else setting


def _operand(change: DocumentChange) -> Any:
    if isinstance(change, Push) and change.cap is not None:
        return {"$each": [change.element], "$sort": change.sort, "$slice": change.cap}
    if isinstance(change, PutInOrder):
        return {"$each": [], "$sort": change.sort}
    if isinstance(change, Pull):
        taken = rendered_value(change.condition)
        return [taken] if isinstance(change, PullEqual) else taken
    constant = {Unset: "", CurrentDate: True}.get(type(change))
    return getattr(change, change.__struct_fields__[1]) if constant is None else constant


def _stage(step: tuple[DocumentChange, ...]) -> Stage:
    gone = [rendered_path(change.place) for change in step if isinstance(change, Unset)]
    if gone:
        return UnsetStage(gone)
    return SetStage({rendered_path(change.place): _expression(change) for change in step})


def _expression(change: DocumentChange) -> Any:
    if isinstance(change, Compute):
        return change.expression
    if isinstance(change, PutOrUnset):
        return if_null(LiteralValue(change.value), REMOVE)
    if isinstance(change, Put):
        return LiteralValue(change.value)
    raise TypeError(f"no stage does {change}")
