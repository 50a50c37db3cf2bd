"""Pages and windows that say something else than what is in them: what another program wrote, or a crash left behind."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ...model.conceptual import Entity, given
from ...model.field_walk import parts
from ...plan.validators import validator_of
from ...plan_model.number_format import listed
from ...plan_model.physical import Collection
from ..context import OperationContext, RelationshipContext, ScriptFunction, digits
from ..ir.conditions import FailsValidator, Filter, filter_of, where
from ..ir.expressions import FieldPath, OperatorCall, any_true, if_null, ne, not_, set_equals, size_of, sum_of
from ..ir.predicates import Ne, above
from ..ir.stages import GroupStage, LimitStage, MatchStage, ProjectStage, SetStage, SortStage, Stage
from ..results.bucket_counts import counts_of
from ..results.window_metrics import told_anew
from . import MOST, MOST_CHILDREN, audit_of

NEWEST = 10_000
"""How many measurements an audit of a time series looks at: they come in by the time, so most that is wrong is new."""


def bucket_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each collection of pages or windows: the documents that differ, and parents with more than they may have."""
    for relationship in world.names.relationships.values():
        if world.placement.traits(relationship).is_paged:
            yield from _beyond(RelationshipContext(world, relationship))
        content = world.placement.content(relationship)
        counts = counts_of(world, content) if content is not None else []
        if content is not None and counts:
            size = size_of(if_null(FieldPath(content.path), []))
            yield _audit(world, content.collection, dict.fromkeys(counts, size))


def _beyond(link: RelationshipContext) -> Iterator[ScriptFunction]:
    """Parents with more elements on all of their pages than the design states: a page is limited, their number isn't."""
    most, relationship = given(link.relationship.from_.count.max, None), link.relationship
    reference, content = link.placement.reference(relationship, "to"), link.placement.content(relationship)
    if most is None or most > MOST_CHILDREN or reference is None or content is None or reference.arrays:
        return
    others = link.names.spoken(link.child)
    note = f"More than {digits(most)} {others} of one {link.words[0]}, the design's maximum (no index prevents this)."
    size = size_of(if_null(FieldPath(content.path), []))
    stages: list[Stage] = [
        GroupStage({"_id": FieldPath(reference.path), "count": sum_of(size)}),
        MatchStage(filter_of({"count": above(int(most))})),
        LimitStage(MOST),
    ]
    recipe = audit_of(f"relationship:{relationship.name}", f"{relationship.name}.beyond", note)
    yield recipe.add("aggregate", content.collection, pipeline=stages)


def series_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each time series, of its newest measurements: those that the design does not take, as no validator refuses them,
    and those with a value that should be unique, as it has no unique index."""
    for collection in world.collections.values():
        if collection.kind == "timeseries" and "timeseries" in collection.options:
            yield from _unfit(collection)
            yield from _twice(world, collection)


def _newest(collection: Collection) -> list[Stage]:
    time = collection.options["timeseries"]["timeField"]
    return [SortStage({time: -1}), LimitStage(NEWEST)]


def _unfit(collection: Collection) -> Iterator[ScriptFunction]:
    """Yield what finds the documents that a validator of their fields would refuse."""
    validator = validator_of(replace(collection, kind="standard"))
    if validator is None:
        return
    note = (
        f"Documents among the newest {digits(NEWEST)} with missing or invalid values (time series have no "
        "validator)."
    )
    recipe = audit_of(f"collection:{collection.name}", f"{collection.name}.unfit", note)
    unfit = Filter((FailsValidator(validator),))
    yield recipe.add(
        "aggregate", collection.name, pipeline=[*_newest(collection), MatchStage(unfit), LimitStage(MOST)]
    )


def _twice(world: OperationContext, collection: Collection) -> Iterator[ScriptFunction]:
    """Yield what finds measurements with the same value of what the design calls unique: of what it doesn't, such as the time
    of a source, several may be of one moment."""
    entity = world.names.entities.get(collection.entity or "")
    for number, paths in enumerate(_keys(world, collection, entity) if entity is not None else (), 1):
        note = (
            f"Documents among the newest {digits(NEWEST)} with a duplicate {listed(paths)} (no unique "
            "index prevents this)."
        )
        name = f"{collection.name}.twice" + (f".{number}" if number > 1 else "")
        keys = {f"key{place}": FieldPath(path) for place, path in enumerate(paths, 1)}
        stages: list[Stage] = [
            *_newest(collection),
            MatchStage(filter_of({path: Ne(None) for path in paths})),
            GroupStage({"_id": keys, "count": sum_of(1)}),
            MatchStage(filter_of({"count": above(1)})),
            LimitStage(MOST),
        ]
        recipe = audit_of(f"collection:{collection.name}", name, note)
        yield recipe.add("aggregate", collection.name, pipeline=stages)


def _keys(world: OperationContext, collection: Collection, entity: Entity) -> Iterator[list[str]]:
    """Yield what is to be unique, as paths in the documents, which have it outside of arrays."""
    unique = [[part.path] for part in parts(entity.own_fields) if part.field.unique is True]
    unique += [
        [path for path, _ in index.keys] for index in given(entity.indexes, []) if index.unique is True
    ]
    for paths in unique:
        spots = [world.placement.of_path(entity.name, path) for path in paths]
        if all(some and some[0].collection == collection.name and not some[0].arrays for some in spots):
            yield [some[0].path for some in spots]


def _audit(world: OperationContext, collection: str, counts: dict[str, OperatorCall]) -> ScriptFunction:
    expressions = {result.path: result.expression for result in told_anew(world, collection)}
    expected = world.free(collection, "expected")
    due = counts | expressions
    unlike = [_differs(world, collection, path, f"{expected}.{path}") for path in due]
    stages: list[Stage] = [
        SetStage({f"{expected}.{path}": expression for path, expression in due.items()}),
        MatchStage(where(any_true(unlike))),
        ProjectStage(dict.fromkeys([*due, expected], 1)),
        LimitStage(MOST),
    ]
    note = (
        f"{', '.join(due)} in {collection} that {'differs' if len(due) == 1 else 'differ'} from the "
        "items in the document."
    )
    recipe = audit_of(f"collection:{collection}", f"{collection}.totals", note)
    return recipe.add("aggregate", collection, pipeline=stages)


def _differs(world: OperationContext, collection: str, path: str, due: str) -> OperatorCall:
    """Whether a stored value is not the one that is due; values told once have no order."""
    field = world.field(collection, path)
    if field is None or field.items is None:
        return ne(FieldPath(path), FieldPath(due))
    return not_(set_equals(if_null(FieldPath(path), []), FieldPath(due)))
