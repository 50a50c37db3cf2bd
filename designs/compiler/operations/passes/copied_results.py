"""Copies under the policy strong of results that a function moves in other documents than it changes by itself: they
change with the results, behind these."""

from __future__ import annotations

from ...plan_model.physical import Statement
from ..context import QUERIES, OperationContext, ScriptFunction, loaded, outcome, remembered
from ..ir.changes import Put, Update
from ..ir.conditions import Filter, filter_of
from ..ir.stages import MatchStage
from ..results.dependents import by_source
from ..upkeep.sync import KeptCopy, place_of
from ..write.written_paths import places_of
from .placement_variants import whole
from .same_document_results import results_of


def with_copied_results(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with the strong copies of the results that it works out anew, or moves by themselves."""
    copied = _copied_results(whole(world)) if recipe.script == QUERIES else {}
    statements = list(recipe.statements)
    for statement in statements if copied else ():
        wanted = _documents(statement) if statement.collection in copied else Filter()
        paths = _results_written(world, statement) if wanted else []
        for kept in copied[statement.collection] if paths else ():
            if not set(kept.sources).isdisjoint(paths) and not _is_kept(statements, kept):
                _add(recipe, kept, wanted, paths)
    return recipe.numbered() if len(recipe.statements) > len(statements) else recipe


def _documents(statement: Statement) -> Filter:
    """Return what finds the documents behind a write too, empty where nothing does."""
    if statement.op == "aggregate":
        first = statement.pipeline[0]
        return first.condition if isinstance(first, MatchStage) else Filter()
    by_id = filter_of(statement.filter).predicate("_id") if statement.op.startswith("update") else None
    return filter_of({"_id": by_id}) if by_id is not None and not statement.each else Filter()


def _results_written(world: OperationContext, statement: Statement) -> list[str]:
    """Return the results over other documents that a statement writes, and those that follow in the same document."""
    own = _results_stored(whole(world)).get(statement.collection, frozenset())
    moved = [path for path in places_of(statement) or () if path in own]
    return [*moved, *(each.path for each in results_of(world, statement.collection, moved))] if moved else []


@remembered
def _results_stored(world: OperationContext) -> dict[str, frozenset[str]]:
    """By collection the paths of the results that its documents store."""
    stored: dict[str, set[str]] = {}
    for dependent in (each for some in by_source(world).values() for each in some):
        stored.setdefault(dependent.collection, set()).add(dependent.path)
    return {collection: frozenset(paths) for collection, paths in stored.items()}


@remembered
def _copied_results(world: OperationContext) -> dict[str, list[KeptCopy]]:
    """By collection the strong copies of what its documents store, where these store results."""
    stored, copied = _results_stored(world), dict[str, list[KeptCopy]]()
    syncs = loaded("upkeep.sync.strong_syncs")(world) if stored else []
    for kept in (kept for _, group in syncs for kept in group):
        if kept.source.collection in stored and kept.source.key == "_id":
            copied.setdefault(kept.source.collection, []).append(kept)
    return copied


def _is_kept(statements: list[Statement], kept: KeptCopy) -> bool:
    """Whether the function writes the copies itself."""
    return any(
        each.collection == kept.collection and any(path in (places_of(each) or ()) for path in kept.values)
        for each in statements
    )


def _add(recipe: ScriptFunction, kept: KeptCopy, wanted: Filter, paths: list[str]) -> None:
    step, which = recipe.step("as_changed"), outcome("each", "_id")
    sources = {path: source for path, source in kept.values.items() if source in paths}
    shown = dict.fromkeys(sources.values(), 1)
    recipe.add("find", kept.source.collection, filter=wanted, projection=shown, step=step)
    puts = [Put(place_of(kept, path, which), outcome("each", source)) for path, source in sources.items()]
    recipe.add(
        "updateMany", kept.collection, filter={kept.reference: which}, update=Update.of(*puts), each=step
    )
    recipe.remark("Also updates its copies.")
