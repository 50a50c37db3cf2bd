"""Statements in MongoDB's own form, as scripts and samples read them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...plan_model.physical import Outcome, Param, Statement, markers
from .changes import Put, Update
from .condition_rendering import with_rendered_conditions
from .stage_rendering import rendered_pipeline
from .stages import SetStage, merges, needs_all
from .update_rendering import array_filters, rendered_update


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


def _parts(statement: Statement) -> dict[str, Any]:
    parts = {name: getattr(statement, name) for name in ("filter", "pipeline", "options")}
    if isinstance(statement.pipeline, list):
        parts["pipeline"] = rendered_pipeline(statement.pipeline)
    if isinstance(statement.update, Update):
        filters = array_filters(statement.update)
        parts["update"] = rendered_update(statement.update)
        parts["options"] = (
            {**(statement.options or {}), "arrayFilters": filters} if filters else statement.options
        )
    rendered_parts = {
        name: with_rendered_conditions(part) for name, part in parts.items() if part is not None
    }
    return {**rendered_parts, "written": _written(statement), "needs_all": _needs_all(statement)}


def _needs_all(statement: Statement) -> bool:
    return statement.needs_all or needs_all(statement.pipeline)


def _written(statement: Statement) -> tuple[tuple[str, str], ...]:
    """Return the paths that a statement writes, each with what it does there."""
    if isinstance(statement.update, Update):
        return tuple((change.place.path, change.verb) for change in statement.update.changes)
    if not merges(statement.pipeline):
        return statement.written
    sets = (stage for stage in statement.pipeline if isinstance(stage, SetStage))
    return tuple((path, Put.verb) for stage in sets for path in stage.fields)
