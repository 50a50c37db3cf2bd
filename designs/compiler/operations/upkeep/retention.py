"""ARCHIVE: moving what is old. TTL and ROLLING are an index and CAPPED an option: all are made by setup."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from ...model.conceptual import given
from ...model.constants import PAGE
from ...plan_model.decisions import Overlay
from ...plan_model.number_format import listed
from ...plan_model.physical import Outcome, walk
from ...workload.document_history import VALID_FROM, VALID_TO
from ..atomic import has_transactions
from ..context import OperationContext, ScriptFunction, Unsupported, digits, outcome
from ..functions.document_versions import Past, versions_held
from ..ir.condition_reading import read_filter
from ..ir.conditions import filter_of
from ..ir.predicates import In, below, from_until
from ..ir.stages import MatchStage, MergeStage
from ..read.old_versions import add_read
from ..results.dependents import by_source
from .archive_setup import counted_by
from .archives import archives, keys_read_by, overflows
from .sync import LIVE

AT_ONCE = 1_000
"""How many documents a call moves to an archive."""
WITH_VERSIONS = 50
"""How many it moves with all their versions, of which nobody says how many there are."""

_ONE_KEY = 50
"""How many archived documents with one natural key a call returns."""
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
            if past := versions_held(world, overlay.collection):
                yield _archived_versions(world, overlay, past, into, suffix)
            for paths in keys_read_by(world, overlay.collection):
                yield _archived_by(world, overlay, into, suffix, paths)


_TOGETHER = "Runs in one transaction: a document changed concurrently is archived as changed, or next time."
_IN_TURN = (
    "Copies them, then deletes the copied ones. A change made in between is lost. If a call fails, the next one "
    "completes it."
)


def _archive(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    """The function that moves what is old: it copies some documents, then deletes these and no others, so that what
    comes in between stays. The deletes come last: where no transaction holds all together, a call that ends on its way
    leaves all to the next one."""
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days, only = overlay.details.get("after_days", 0), overlay.details.get("only", {})
    together = has_transactions(world, [collection])
    how = _TOGETHER if together else _IN_TURN
    past = versions_held(world, collection)
    most = AT_ONCE if past is None else WITH_VERSIONS
    note = (
        f"Archives documents older than {digits(days)} days{'' if past is None else ', with all their versions,'} "
        f"to {into}, up to {digits(most)} per call: repeat until deletedCount is 0. {how}"
    )
    if only:
        note += " Only the subtypes with this setting."
    recipe = ScriptFunction(
        f"entity:{entity}", f"{entity}.archive{suffix}", "archive", note=note, transaction=together
    )
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    old = read_filter(only).merged({path: below(recipe.param("cutoff", value=_CUTOFF))})
    key = "_id" if past is None else past.key  # the present version tells the age of all
    old = old if past is None else old.merged({VALID_TO: None})
    step = recipe.step(f"old {collection}")
    shown = None if together and past is None else dict.fromkeys(("_id", key), 1)
    due = f"daily with a cutoff {digits(days)} days back, until deletedCount is 0"
    recipe.add("find", collection, filter=old, projection=shown, limit=most, step=step, due=due)
    ids, whose = (In(outcome(step, many=True, each=each, present=True)) for each in ("_id", key))
    parts = [*((name, back, ids) for name, back in overflows(world, collection)), (collection, key, whose)]
    for word in _what_ends_there(world, collection, path):
        recipe.remark(word)
    if together:
        return _moved_together(world, recipe, parts)
    for name, back, which in parts:
        merge = MergeStage(archives(world)[name], "replace", "", "_id")
        recipe.add("aggregate", name, pipeline=[MatchStage(filter_of({back: which})), merge])
    for name, back, which in parts:
        recipe.add("deleteMany", name, filter={back: which})
    return recipe


def _what_ends_there(world: OperationContext, collection: str, path: str) -> Iterator[str]:
    """Yield which documents of a collection never get the date, and what holds of those in its archive no longer."""
    if not world.always(collection, path):
        yield f"Documents without {path} are never archived."
    indexes, located = world.collections[collection].indexes, walk(world.fields(collection))
    unique = [
        each.keys
        for each in indexes
        if each.options.get("unique") and {"_id", VALID_TO}.isdisjoint(dict(each.keys))
    ]
    keys = dict.fromkeys(" with ".join(path for path, _ in each) for each in unique)
    if keys:
        yield f"{listed(keys)} can then be reused: uniqueness doesn't cover the archive."
    entity = world.collections[collection].entity
    past = [each.name for each in world.collections.values() if each.revises and each.revises == entity]
    if past:
        yield f"Earlier versions stay in {listed(past)}."
    copies = dict.fromkeys(each.path for each in located if each.field.policy in LIVE)
    if copies:
        yield (
            f"{listed(copies)} {'is' if len(copies) == 1 else 'are'} not synced in the archive: archived copies "
            "don't change."
        )


def _moved_together(
    world: OperationContext, recipe: ScriptFunction, parts: list[tuple[str, str, In]]
) -> ScriptFunction:
    """Return the function that moves documents in a transaction, which takes no $merge: each is inserted as it was read.
    parts: their collection at last, before it those of what did not fit into them, each with the path of their ids, and
    these."""
    (old,) = recipe.statements
    for name, back, ids in parts:
        into, step = archives(world)[name], old.step
        if name != old.collection or old.projection:
            step = recipe.step(f"old {name}", f"versions of {name}")
            recipe.add("find", name, filter={back: ids}, step=step)
        recipe.add("deleteMany", into, filter={back: ids})  # what a call by other means left there
        recipe.add("insertOne", into, documents=Outcome(step="each"), each=step)
    for name, back, ids in parts:
        is_last = name == old.collection
        step = recipe.step("deleted") if is_last else ""
        recipe.add("deleteMany", name, filter={back: ids}, step=step, answers=is_last)
    return recipe


def _archive_window(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    """The function that moves the measurements of a window of time. Nothing finds those of a time series by ``_id``,
    which has no index there, while the server has its buckets in the order of time."""
    entity, collection, path = str(overlay.entity), overlay.collection, str(overlay.path)
    days = overlay.details.get("after_days", 0)
    note = (
        f"Archives measurements between since and cutoff, older than {digits(days)} days, to {into}: one "
        "time window per call, such as a day. Copies them, then deletes the window: don't write to it in "
        "the meantime. If a call fails, call it again with the same window."
    )
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archive{suffix}", "archive", note=note)
    if given(world.model.server_version, "7.0") in _BEFORE_7:
        recipe.unsupported = Unsupported(
            (
                f"MongoDB before 7.0 deletes measurements only by metaField, and {entity} is archived by "
                f"{path}."
            ),
            "raise server_version, or let measurements expire (ttl) after copying them",
        )
    # Earlier than any sample, so that the demonstration moves nothing of a real collection.
    since, cutoff = recipe.param("since", value=_SINCE), recipe.param("cutoff", value=_CUTOFF)
    window = filter_of({path: from_until(since, cutoff)})
    merge = MergeStage(into, "replace", "", "_id")
    recipe.add("aggregate", collection, pipeline=[MatchStage(window), merge])
    return recipe.add(
        "deleteMany", collection, filter=window, due=f"daily, for the day {digits(days)} days back"
    )


def telling_results(world: OperationContext, recipe: ScriptFunction) -> ScriptFunction:
    """Return the function that archives with a word about the results that count what is in the archive, too."""
    into = _archive_of(recipe)
    if into in by_source(world) or counted_by(world, into):
        by = listed(counted_by(world, into) or ["_id"])
        recipe.remark(
            f"Computed fields include archived documents, found by {by}: setup creates the index."
            + ("" if recipe.transaction else _COUNTED_TWICE)
        )
    return recipe


_COUNTED_TWICE = " A result computed between the copy and the delete counts both; the audit finds it."


def _archive_of(recipe: ScriptFunction) -> str:
    """Return where a function moves documents to."""
    stages = [stage for each in recipe.statements for stage in each.pipeline or ()]
    merged = [stage.into for stage in stages if isinstance(stage, MergeStage)]
    inserted = [each.collection for each in recipe.statements if each.op == "insertOne"]
    return [*merged, *inserted][0]


def _archived(world: OperationContext, overlay: Overlay, into: str, suffix: str) -> ScriptFunction:
    entity, word = str(overlay.entity), world.word(str(overlay.entity))
    note = f"Returns an archived {word} from {into}."
    for extra, _ in overflows(world, overlay.collection):
        note += f" Overflow items are in {archives(world)[extra]}."
    recipe = ScriptFunction(f"entity:{entity}", f"{entity}.archived{suffix}", "read", note=note)
    which = recipe.param(f"{word}_id", overlay.collection, "_id")
    return add_read(world, recipe, overlay.collection, into, filter={"_id": which})


def _archived_versions(
    world: OperationContext, overlay: Overlay, past: Past, into: str, suffix: str
) -> ScriptFunction:
    """Return the read of all versions of what was moved, which went together."""
    note = f"Returns the last {PAGE} versions of an archived {world.word(past.entity)} from {into}, the current one first."
    name = f"{past.entity}.archived versions{suffix}"
    recipe = ScriptFunction(f"entity:{past.entity}", name, "read", note=note)
    which = {past.key: past.which(world, recipe, past.collection)}
    return add_read(world, recipe, overlay.collection, into, filter=which, sort={VALID_FROM: -1}, limit=PAGE)


def _archived_by(
    world: OperationContext, overlay: Overlay, into: str, suffix: str, paths: tuple[str, ...]
) -> ScriptFunction:
    """Return the read of what was moved by a natural key, which another may have had since: the archive does not tell."""
    word, keys = world.word(str(overlay.entity)), listed(paths)
    note = (
        f"Returns every {word} archived in {into} with a {keys}: after archiving, another one can reuse it."
    )
    name = f"{overlay.entity}.archived by {keys}{suffix}"
    recipe = ScriptFunction(f"entity:{overlay.entity}", name, "read", note=note)
    which = {path: recipe.param(path, overlay.collection, path) for path in paths}
    return add_read(world, recipe, overlay.collection, into, filter=which, sort={"_id": 1}, limit=_ONE_KEY)
