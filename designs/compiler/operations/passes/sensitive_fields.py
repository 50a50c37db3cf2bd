"""Sensitive fields stay out of what functions return.

A read of whole documents leaves them out by its projection, a pipeline by its last stage; one that shows an object
whole shows the fields of it that are not sensitive. An operation gets those that it names itself: in its projection,
its filter, or its sort. Whoever looks for a guest by name has to see which guest was found; what an ``always_filter``
asks for, nobody looks for. Naming an object does not name the sensitive fields inside it. It gets declared copies too:
a design copies a patient's name into appointments so that whoever reads these sees it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.function_names import EXCLUDES
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, Statement
from ..context import QUERIES, OperationContext, ScriptFunction, inside
from ..ir.condition_reading import read_filter
from ..ir.conditions import Filter
from ..ir.expressions import FieldPath, OperatorCall, Variable, if_null, slice_of
from ..ir.rendering import markers_of
from ..ir.stages import (
    GroupStage,
    LookupStage,
    MatchStage,
    ProjectStage,
    ReplaceStage,
    RootStage,
    SetStage,
    SortByCountStage,
    SortStage,
    Stage,
    UnionStage,
    UnsetStage,
    WalkStage,
)  # fmt: skip

Paths = frozenset[str]
_FINDS = frozenset({"find", "findOne"})
_TOLD = 3
_RETURNING = ("findOneAndUpdate", "findOneAndDelete")


def without_sensitive(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function, whose answer has no sensitive field that its operation does not name."""
    if recipe.script != QUERIES or recipe.purpose == "prepare":
        return recipe
    statements = recipe.statements
    if any(statement.writes for statement in statements):
        instead = {each.unless for each in statements if not each.transaction} - {
            ""
        }  # else their result is told
        for number, statement in enumerate(statements):
            copied = _copied(world, statement, recipe)
            is_last = number + 1 == len(statements) and not statement.transaction
            if statement.op in _RETURNING and (statement.answers or is_last or statement.step in instead):
                statements[number] = _returned(world, statement, copied)
        return recipe
    needed = {
        (marker.step, path)
        for statement in statements
        for marker in markers_of(statement)
        if isinstance(marker, Outcome)
        for path in (marker.path, marker.each, f"{marker.path}.{marker.each}")
    }
    unnamed = _only_always(world, recipe)
    for number, statement in enumerate([*statements]):
        asked = _asked(statement) - unnamed if recipe.subject.startswith("operation:") else frozenset()
        asked |= _copied(world, statement, recipe)
        statements[number] = _without(world, statement, needed, asked)
        _tell(world, recipe, statement, _left_out(world, statement, needed, asked))
    return recipe


def _tell(
    world: OperationContext, recipe: ScriptFunction, statement: Statement, paths: Iterable[str]
) -> None:
    """Say in the note which sensitive fields a read leaves out."""
    names = sorted(paths)
    if not names:
        return
    words = names if len(names) <= _TOLD + 1 else [*names[:_TOLD], f"{len(names) - _TOLD} more"]
    collection, those = world.collections.get(statement.collection), "it" if len(names) == 1 else "them"
    is_home = collection is not None and collection.revises is None
    how = "" if is_home else f": to read {those}, query {statement.collection} directly"
    recipe.remark(f"{EXCLUDES} {listed(words)}{how}.")


def _left_out(
    world: OperationContext, statement: Statement, needed: set[tuple[str, str]], asked: Paths
) -> list[str]:
    """Return the sensitive fields of what a read would return whole, which stay out of its answer."""
    if statement.op == "aggregate":
        return [*_left_by_pipeline(world, statement, asked)]
    shown = statement.projection or {}
    paths = frozenset(
        path for path in _hidden(world, statement, asked) if (statement.step, path) not in needed
    )
    if statement.op not in _FINDS:
        return []
    if not any(shown[path] for path in shown if path != "_id"):
        return [path for path in paths if path not in shown] if shown != {"_id": 1} else []
    return [path for outer, value in shown.items() if value for path in _below(paths, outer)]


def _hidden(world: OperationContext, statement: Statement, asked: Paths) -> Paths:
    """Return the sensitive fields that a find does not show: those inside an object that it names, too."""
    paths, named = world.sensitive_paths(statement.collection), {*asked}
    named |= {path for path, value in (statement.projection or {}).items() if value == 1}
    parts = (part for path in paths & named for part in _parts(world, statement.collection, path))
    return _outermost((paths | {*parts}) - named)


def _left_by_pipeline(world: OperationContext, statement: Statement, asked: Paths) -> Paths:
    """Return the sensitive fields that a pipeline has not left out by its end, and that its operation does not name."""
    paths = world.sensitive_paths(statement.collection)
    parts = (part for path in paths for part in _parts(world, statement.collection, path))
    return _outermost(_left_after(world, statement.pipeline, paths | {*parts}) - asked)


def _parts(world: OperationContext, collection: str, path: str) -> Iterator[str]:
    """Yield the paths of the sensitive fields inside an object."""
    field = world.field(collection, path)
    for part in inside(field) if field is not None else ():
        if part.source is not None and given(part.source.sensitive, False):
            yield f"{path}.{part.name}"
        else:
            yield from _parts(world, collection, f"{path}.{part.name}")


def _outermost(paths: Paths) -> Paths:
    """Return paths without those inside of others: the server refuses to leave out both."""
    return frozenset(
        path for path in paths if not any(path != each and _is_within(path, each) for each in paths)
    )


def _asked(statement: Statement) -> Paths:
    """Return the paths that a read looks for or orders by: who asks names them."""
    conditions = [stage.condition for stage in statement.pipeline or () if isinstance(stage, MatchStage)]
    conditions += [statement.filter] if isinstance(statement.filter, Filter) else []
    orders = [stage.order for stage in statement.pipeline or () if isinstance(stage, SortStage)]
    sorts = [order for order in (*orders, statement.sort) if isinstance(order, Mapping)]
    return frozenset(path for each in conditions for path in each.paths) | {
        path for order in sorts for path in order
    }


def _only_always(world: OperationContext, recipe: ScriptFunction) -> Paths:
    """Return the paths that an operation's ``always_filter`` asks for, and nothing that its caller is told to give."""
    kind, _, name = recipe.subject.partition(":")
    operation = world.operations.get(name) if kind == "operation" else None
    if operation is None or not given(operation.always_filter, None):
        return frozenset()
    named = {each.field for each in given(operation.filter, [])} | {
        each.field for each in given(operation.sort, [])
    }
    only = frozenset(read_filter(given(operation.always_filter, {})).paths) - named
    places = (spot for path in only for spot in world.placement.of_path(operation.entity, path))
    return only.union(spot.path for spot in places)


def _copied(world: OperationContext, statement: Statement, recipe: ScriptFunction) -> Paths:
    """Return where the documents that an operation is told repeat sensitive fields of others because the design says so,
    those that a pipeline joins, too."""
    if not recipe.subject.startswith("operation:"):
        return frozenset()
    return _copies(world, statement.collection) | frozenset(_joined_copies(world, statement.pipeline or ()))


def _copies(world: OperationContext, collection: str) -> Paths:
    """Return the sensitive copies in the documents of a collection."""
    fields = ((path, world.field(collection, path)) for path in world.sensitive_paths(collection))
    return frozenset(path for path, field in fields if field is not None and field.origin == "copy")


def _joined_copies(world: OperationContext, pipeline: Iterable[object]) -> Iterator[str]:
    """Yield the sensitive copies in what a pipeline joins, by their paths in its documents."""
    for stage in pipeline:
        if isinstance(stage, LookupStage):
            inner = (*_copies(world, stage.source), *_joined_copies(world, stage.stages or ()))
            yield from (f"{stage.name}.{path}" for path in inner)


def _returned(world: OperationContext, statement: Statement, shown: Paths) -> Statement:
    """Return a write that returns its document, without the sensitive fields there. shown: those that it returns all the
    same."""
    paths, options = world.sensitive_paths(statement.collection) - shown, statement.options or {}
    if not paths or "projection" in options:
        return statement
    return replace(statement, options={**options, "projection": dict.fromkeys(sorted(paths), 0)})


def _without(
    world: OperationContext, statement: Statement, needed: set[tuple[str, str]], asked: Paths
) -> Statement:
    """Return a read without sensitive fields. needed: those of a step that a later statement asks for. asked: those
    that its operation names."""
    if statement.op == "aggregate":
        paths = _left_by_pipeline(world, statement, asked)
        return replace(statement, pipeline=[*statement.pipeline, *_unset(paths)])
    paths = _hidden(world, statement, asked)
    paths = frozenset(path for path in paths if (statement.step, path) not in needed)
    if statement.op not in _FINDS or not paths:
        return statement
    shown = statement.projection or {}
    sliced = [path for path in shown if isinstance(shown[path], OperatorCall) and _below(paths, path)]
    if sliced:
        return _page(statement, sliced[0], paths)
    if shown == {"_id": 1}:
        return statement  # beside an exclusion the server would return all other fields
    if not any(shown[path] for path in shown if path != "_id"):
        excluded = {path: 0 for path in sorted(paths) if path not in shown}
        return replace(statement, projection={**shown, **excluded})
    projection: dict[str, object] = {}
    for path, value in shown.items():
        if value == 1 and _below(paths, path):
            projection |= dict.fromkeys(_others(world, statement.collection, path, paths), 1)
        else:
            projection[path] = value
    return replace(statement, projection=projection or {"_id": 1})


def _below(paths: Iterable[str], outer: str) -> list[str]:
    return [path for path in paths if path.startswith(f"{outer}.")]


def _others(world: OperationContext, collection: str, outer: str, paths: Paths) -> Iterator[str]:
    """Yield the paths of what stands inside an object, without what is sensitive."""
    field = world.field(collection, outer)
    for part in inside(field) if field is not None else ():
        path = f"{outer}.{part.name}"
        if _below(paths, path):
            yield from _others(world, collection, path, paths)
        elif path not in paths:
            yield path


def _page(statement: Statement, array: str, paths: Paths) -> Statement:
    """Return the page of an array as a pipeline: a find refuses a slice of an array beside a field inside of it."""
    cut = slice_of(if_null(FieldPath(array), []), *statement.projection[array].operand)
    stages = [MatchStage(statement.filter), ProjectStage({array: cut}), *_unset(_below(paths, array))]
    return replace(statement, op="aggregate", filter=None, projection=None, pipeline=stages)


def _unset(paths: Iterable[str]) -> list[Stage]:
    names = sorted(paths)
    return [UnsetStage(names if len(names) > 1 else names[0])] if names else []


# --- pipelines ------------------------------------------------------------------------------------


def _left_after(world: OperationContext, stages: Iterable[Stage], paths: Paths) -> Paths:
    """Return where sensitive fields stand after stages. paths: where they stand before."""
    for stage in stages:
        paths = _after(world, stage, paths)
    return paths


def _after(world: OperationContext, stage: Stage, paths: Paths) -> Paths:
    match stage:
        case LookupStage(source, name=name):
            joined = _left_after(world, stage.stages or (), world.sensitive_paths(source))
            return _cleared(paths, name) | {f"{name}.{path}" for path in joined}
        case WalkStage(source, name=name):
            return _cleared(paths, name) | {f"{name}.{path}" for path in world.sensitive_paths(source)}
        case UnionStage(collection, inner):
            return paths | _left_after(world, inner, world.sensitive_paths(collection))
        case SetStage(fields):
            return _set(fields, paths)
        case ProjectStage(fields):
            return _projected(fields, paths)
        case GroupStage(fields):
            return _worked_out(fields, paths)
        case ReplaceStage(expression) | RootStage(expression):
            return _carried(expression, paths)
        case UnsetStage(gone):
            names = [gone] if isinstance(gone, str) else gone
            return frozenset(path for path in paths if not any(_is_within(path, name) for name in names))
        case SortByCountStage():
            return frozenset()
    return paths


def _is_within(path: str, outer: str) -> bool:
    return f"{path}.".startswith(f"{outer}.")


def _cleared(paths: Paths, name: str) -> Paths:
    return frozenset(path for path in paths if not _is_within(path, name))


def _set(fields: Mapping[str, Any], paths: Paths) -> Paths:
    kept = frozenset(path for path in paths if not any(_is_within(path, name) for name in fields))
    return kept | _worked_out(fields, paths)


def _projected(fields: Mapping[str, Any], paths: Paths) -> Paths:
    """Return what a projection leaves: a sensitive field that it names itself is wanted."""
    shown = [name for name, value in fields.items() if value in (1, True)]
    worked_out = {name: value for name, value in fields.items() if not isinstance(value, int)}
    if not shown and not worked_out:
        return frozenset(path for path in paths if not any(_is_within(path, name) for name in fields))
    kept = frozenset(path for name in shown for path in _below(paths, name))
    return kept | _worked_out(worked_out, paths)


def _worked_out(fields: Mapping[str, Any], paths: Paths) -> Paths:
    return frozenset(f"{name}.{rest}" for name, value in fields.items() for rest in _carried(value, paths))


def _carried(expression: Any, paths: Paths) -> Paths:
    """Return where sensitive fields stand in what an expression gives, of the objects that it names whole."""
    match expression:
        case FieldPath("") | Variable("ROOT", ""):
            return paths
        case FieldPath(outer):
            return frozenset(path[len(outer) + 1 :] for path in _below(paths, outer))
        case OperatorCall(_, operand):
            return _carried(operand, paths)
        case Mapping():
            return _carried([*expression.values()], paths)
        case list() | tuple():
            return frozenset(path for part in expression for path in _carried(part, paths))
    return frozenset()
