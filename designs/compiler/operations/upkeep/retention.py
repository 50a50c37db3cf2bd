"""ARCHIVE and ROLLING: moving what is old, and naming a collection for each period. TTL is an
index and CAPPED an option: both are made by setup."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from msgspec.structs import replace

from ...model.conceptual import given
from ...plan_model.decisions import Overlay
from ...plan_model.physical import Statement
from ..context import OperationContext, ScriptFunction, Unsupported, digits, outcome
from ..ir.condition_reading import read_filter
from ..ir.conditions import At, Filter, any_of, filter_of
from ..ir.predicates import In, NotIn, Range, at_least, below, from_until
from ..ir.stages import LookupStage, MatchStage, MergeStage, Stage, merges
from ..read.old_versions import add_read
from .archives import archives, overflows

AT_ONCE = 1_000
"""How many documents a call moves to an archive."""

_SINCE, _CUTOFF = datetime(2019, 12, 31, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)
_BEFORE_7 = frozenset({"5.0", "6.0"})


def retention(world: OperationContext) -> Iterator[ScriptFunction]:
    """The recipes of each entity's retention."""
    taken: set[str] = set()
    for overlay in world.compilation.plan.entity_overlays:
        if overlay.kind == "ARCHIVE" and overlay.path:
            into, suffix = archives(world)[overlay.collection], ""
            if overlay.entity in taken:
                suffix = f".{overlay.collection}"
            taken.add(str(overlay.entity))
            is_series = world.collections[overlay.collection].kind == "timeseries"
            yield (_archive_window if is_series else _archive)(world, overlay, into, suffix)
            yield _archived(world, overlay, into, suffix)


def _archive(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    """The function that moves what is old: it copies some documents, then deletes these and no others, so that what
    comes in between stays. The deletes come last, and what follows from them before them: a call that ends on its way
    leaves all to the next one."""
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days, only = overlay.details.get("after_days", 0), overlay.details.get("only", {})
    note = (
        f"Move documents older than {digits(days)} days to {into}, up to {digits(AT_ONCE)} in a call: call it again "
        "until deletedCount is 0. It copies them, then deletes those that it copied. A change of one of them in "
        "between is lost. A call that broke off is repaired by the next one."
    )
    if only:
        note += " Only the kinds that this is said of."
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archive{suffix}", "archive", note=note)
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    old = read_filter(only).merged({path: below(recipe.param("cutoff", value=_CUTOFF))})
    step = recipe.step(f"old {collection}")
    recipe.add("find", collection, filter=old, projection={"_id": 1}, limit=AT_ONCE, step=step)
    ids = In(outcome(step, many=True, each="_id", present=True))
    parts = [*overflows(world, collection), (collection, "_id")]
    for name, key in parts:
        merge = MergeStage(archives(world)[name], "replace", "", "_id")
        recipe.add("aggregate", name, pipeline=[MatchStage(filter_of({key: ids})), merge])
    for name, key in parts:
        recipe.add("deleteMany", name, filter={key: ids})
    return recipe


def _archive_window(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    """The function that moves the measurements of a window of time. Nothing finds those of a time series by ``_id``,
    which has no index there, while the server has its buckets in the order of time."""
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days = overlay.details.get("after_days", 0)
    note = (
        f"Move the measurements between since and cutoff to {into}, those older than {digits(days)} days: one window of time "
        "in a call, such as a day. It copies them, then deletes the same window: nothing may be written into it "
        "meanwhile. A call that broke off is repaired by another one of the same window."
    )
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archive{suffix}", "archive", note=note)
    if given(world.model.server_version, "7.0") in _BEFORE_7:
        recipe.unsupported = Unsupported(
            f"Before server 7.0 a time series deletes by its metaField alone, and {entity} is archived by {path}.",
            "raise server_version, or let measurements expire (ttl) and copy them before",
        )
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    since, cutoff = recipe.param("since", value=_SINCE), recipe.param("cutoff", value=_CUTOFF)
    window = filter_of({path: from_until(since, cutoff)})
    merge = MergeStage(into, "replace", "", "_id")
    recipe.add("aggregate", collection, pipeline=[MatchStage(window), merge])
    return recipe.add("deleteMany", collection, filter=window)


def deleting_last(recipe: ScriptFunction) -> ScriptFunction:
    """Return the function with its deletes behind what is worked out anew, which leaves out what they delete."""
    deletes = [each for each in recipe.statements if each.op == "deleteMany"]
    going = {each.collection: Filter().merged(each.filter) for each in deletes}
    others = [
        _without(each, going) if each.op == "aggregate" and merges(each.pipeline) else each
        for each in recipe.statements
        if each not in deletes
    ]
    recipe.statements = [*others, *deletes]
    if len([each for each in others if each.writes]) > len(deletes):
        recipe.remark("Such results count what stays, not what is in the archive.")
    return recipe.numbered()


def _without(recount: Statement, going: Mapping[str, Filter]) -> Statement:
    return replace(recount, pipeline=[_leaving_out(stage, going) for stage in recount.pipeline])


def _leaving_out(stage: Stage, going: Mapping[str, Filter]) -> Stage:
    """Return a stage that gathers nothing that is about to go."""
    if not isinstance(stage, LookupStage):
        return stage
    if stage.stages:
        stage = replace(stage, stages=tuple(_leaving_out(each, going) for each in stage.stages))
    condition = going[stage.source].only if stage.source in going else None
    stays = None if condition is None else _staying(condition)
    return stage if stays is None else stage.with_first(MatchStage(stays))


def _staying(going: At) -> Filter | None:
    """What is true of a document that a delete leaves; None of deletes that no archive is made by."""
    if isinstance(going.predicate, In):
        return filter_of({going.path: NotIn(going.predicate.values)})
    if isinstance(going.predicate, Range):
        ends = dict(going.predicate.bounds)
        if set(ends) == {"gte", "lt"}:
            outside = (below(ends["gte"]), at_least(ends["lt"]))
            return any_of([filter_of({going.path: each}) for each in outside])
    return None


def _archived(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    entity, word = str(overlay.entity), world.word(str(overlay.entity))
    note = f"One {word} that was moved to {into}."
    for extra, _ in overflows(world, overlay.collection):
        note += f" What did not fit into its array is in {archives(world)[extra]}."
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archived{suffix}", "read", note=note)
    which = recipe.param(f"{word}_id", overlay.collection, "_id")
    return add_read(world, recipe, overlay.collection, into, filter={"_id": which})
