"""In which order jobs run that work results out from time to time: what reads a result comes behind what writes it, so
that each of them runs once and everything is right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...plan_model.physical import Statement
from ..context import OperationContext, ScriptFunction
from ..ir.expressions import paths_read
from ..ir.stages import LookupStage
from ..passes.placement_variants import whole
from ..passes.same_document_results import results_of
from ..write.written_paths import places_of
from .dependents import by_source, is_among

Place = tuple[str, str]
"""A collection and a path in its documents."""


def in_turn(world: OperationContext, functions: Iterable[ScriptFunction]) -> list[ScriptFunction]:
    """Return the functions; the jobs among them change places where one reads what another writes."""
    ordered = list(functions)
    slots = [place for place, function in enumerate(ordered) if is_job(function)]
    for place, job in zip(slots, _sources_first(world, [ordered[slot] for slot in slots]), strict=True):
        ordered[place] = job
    return ordered


def is_job(function: ScriptFunction) -> bool:
    """Whether a function works results out in all documents."""
    is_due = function.purpose == "recompute" and any(each.due for each in function.statements)
    return is_due or function.name.endswith((".recompute.all", ".recompute"))


def _sources_first(world: OperationContext, jobs: list[ScriptFunction]) -> Iterator[ScriptFunction]:
    reads = {job.name: [place for each in job.statements for place in _read(each)] for job in jobs}
    writes = {job.name: _moved(world, job) for job in jobs}
    waiting = list(jobs)
    while waiting:
        free = (
            job
            for job in waiting
            if not any(
                _is_behind(reads[job.name], writes[other.name]) for other in waiting if other is not job
            )
        )
        job = next(free, waiting[0])
        waiting.remove(job)
        yield job


def _is_behind(read: list[Place], written: dict[str, list[str]]) -> bool:
    return any(is_among(written.get(collection, []), [path]) for collection, path in read)


def _read(statement: Statement) -> Iterator[Place]:
    """Yield what a job reads, in its own documents and in those that it gathers."""
    for change in statement.update.changes if statement.update is not None else ():
        yield from ((statement.collection, path) for path in paths_read(change))
    for stage in statement.pipeline or ():
        if isinstance(stage, LookupStage):
            yield from ((stage.source, path) for path in (stage.foreign, *paths_read(stage.stages)))
        else:
            yield from ((statement.collection, path) for path in paths_read(stage))


def _moved(world: OperationContext, job: ScriptFunction) -> dict[str, list[str]]:
    """Return by collection what a job writes, and what every write keeps that follows from it."""
    moved: dict[str, list[str]] = {}
    waiting = [(each.collection, places_of(each) or []) for each in job.statements]
    while waiting:
        collection, paths = waiting.pop()
        paths = [*paths, *(each.path for each in results_of(world, collection, paths))]
        new = [path for path in paths if path not in moved.get(collection, [])]
        moved.setdefault(collection, []).extend(new)
        for dependent in by_source(whole(world)).get(collection, []) if new else ():
            if is_among(new, dependent.read_in(collection)):
                waiting.append((dependent.collection, [dependent.path]))
    return moved
