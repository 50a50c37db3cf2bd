"""Copies that a job keeps (policy batch): the server joins each document with its sources and merges what
differs, some documents at a time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from ...model.conceptual import Relationship, given
from ...model.field_types import NUMERIC
from ...rules.copies import fan_out
from ..context import OperationContext, ScriptFunction, digits, outcome
from ..document_places import Address
from ..ir.conditions import filter_of, where
from ..ir.expressions import (
    REMOVE,
    AggregationExpression,
    FieldPath,
    LiteralValue,
    OperatorCall,
    Variable,
    any_true,
    cond,
    eq,
    filter_array,
    first_of,
    is_array,
    let,
    map_array,
    merge_objects,
    ne,
    set_field,
)
from ..ir.predicates import Exists, In, Ne, between
from ..ir.stages import (
    BucketAutoStage,
    LookupStage,
    MatchStage,
    MergeStage,
    ProjectStage,
    SetStage,
    Stage,
    UnwindStage,
)
from ..passes.shard_routing import merged_by

AT_ONCE = 1_000
"""How many documents one transaction changes at most, by MongoDB's advice."""
BATCHES = 100
"""Into how many ranges the documents of a job are put, each a pipeline of its own."""
_EACH, _ELEMENT = "source", "copy"


class Copied(msgspec.Struct, frozen=True):
    """Copies in one place that follow one source. source: the documents that they follow; collection,
    reference, arrays: where the copies stand and hold the id of such a document, and inside of which arrays,
    from the outermost in; values: the path of each copy to that in the source."""

    source: Address
    collection: str
    reference: str
    arrays: tuple[str, ...]
    values: dict[str, str]

    @property
    def innermost(self) -> str:
        """The array whose elements hold the copies."""
        return self.arrays[-1]


def in_batches(
    world: OperationContext, recipe: ScriptFunction, kept: list[tuple[Copied, Relationship, str]]
) -> ScriptFunction:
    """Return the function that changes a source and all its copies, some of these in a call where there are more than one
    transaction should change. What still differs is found anew, so that a call that broke off is gone on with."""
    crowded = [copied for copied, link, side in kept if _documents(world, link, side) > AT_ONCE]
    if not crowded or given(world.model.topology, "replica-set") == "standalone":
        return recipe
    (copied, *others), last = crowded, recipe.statements[-1]
    path, *more = copied.values
    if others or more or copied.arrays or last.collection != copied.collection or last.update is None:
        recipe.remark(_LONG)
        return recipe
    recipe.statements.pop()
    step, value = recipe.step(f"old {copied.collection}"), last.update.values[path]
    differs = filter_of(last.filter).merged({path: Ne(value)})
    recipe.add("find", copied.collection, filter=differs, projection={"_id": 1}, limit=AT_ONCE, step=step)
    ids = In(outcome(step, many=True, each="_id", present=True))
    recipe.add("updateMany", copied.collection, filter={"_id": ids}, update=last.update)
    changed = recipe.step("changed")
    recipe.statements[0] = msgspec.structs.replace(recipe.statements[0], answers=False)
    recipe.statements[-1] = msgspec.structs.replace(recipe.statements[-1], step=changed, answers=True)
    recipe.note = recipe.note.replace(", in a transaction.", ".")
    recipe.remark(
        f"Each call updates up to {digits(AT_ONCE)} copies in one transaction: repeat it with the same "
        "value until modifiedCount is 0. Until then, the remaining copies are stale."
    )
    return recipe


def _documents(world: OperationContext, link: Relationship, side: str) -> float:
    """Return how many documents a change of one source rewrites on average."""
    case = world.placement.survey.case(link.name)
    return max((fan_out(copy, case) for copy in given(link.copies, []) if copy.of != side), default=0.0)


_LONG = (
    f"Updates more than {AT_ONCE:,} documents on average in one transaction, which the server aborts "
    "after 60 seconds: call it when write load is low."
)


def why_not(world: OperationContext, copied: Copied) -> str:
    """Why the server can't merge copies there, "" where it can."""
    if world.collections[copied.collection].kind == "timeseries":
        return "One at a time: $merge can't write to a time series."
    old = given(world.model.server_version, "7.0") == "5.0"
    if old and world.collections[copied.source.collection].shard_key:
        return "One at a time: MongoDB before 5.1 can't $lookup sharded collections."
    within = [copied.reference, *copied.values]
    if copied.arrays and not all(path.startswith(f"{copied.innermost}.") for path in within):
        return "One at a time: the copy and its ID are in different arrays."
    return ""


def merge(world: OperationContext, copied: Copied, recipe: ScriptFunction) -> ScriptFunction:
    """The pipelines of a job: safe to repeat, as what equals its source already is left alone, and what got
    another source meanwhile keeps its copy."""
    ranged = _ranged(world, copied)
    step = recipe.step("ranges") if ranged else ""
    if ranged:
        parts = BucketAutoStage(FieldPath(ranged[1]), BATCHES)
        recipe.add("aggregate", ranged[0], pipeline=[parts], options={"allowDiskUse": True}, step=step)
    pipeline = [*_first(copied, bool(ranged)), *_stages(world, copied)]
    recipe.add("aggregate", copied.collection, pipeline=pipeline, each=step)
    return recipe


def _ranged(world: OperationContext, copied: Copied) -> tuple[str, str] | None:
    """The collection and path of the ids that ranges are made of: those of the sources, by which an index
    finds what refers to one; of documents with lists of copies their own. None where ids of several kinds
    have no common order."""
    collection, path = (
        (copied.collection, "_id") if copied.arrays else (copied.source.collection, copied.source.key)
    )
    field = world.field(collection, path)
    kinds = {"number" if kind in NUMERIC else kind for kind in field.types} if field is not None else set()
    return (collection, path) if len(kinds) == 1 else None


def _first(copied: Copied, ranged: bool) -> list[Stage]:
    """The documents of one range that refer to a source."""
    limits = between(outcome("each", "_id.min"), outcome("each", "_id.max"))
    there = filter_of({copied.reference: Exists()})
    if not copied.arrays:
        return [MatchStage(filter_of({copied.reference: limits}) if ranged else there)]
    return [MatchStage(filter_of({"_id": limits} if ranged else {}).merged(there))]


def _stages(world: OperationContext, copied: Copied) -> list[Stage]:
    """The documents joined with their sources; those that differ are merged."""
    source = world.free(copied.collection, "sources" if copied.arrays else "source")
    fields = _shown([copied.source.key, *copied.values.values()])
    join: list[Stage] = [
        LookupStage(
            copied.source.collection,
            copied.reference,
            copied.source.key,
            source,
            (ProjectStage(fields),),
            stages_last=True,
        )
    ]
    shown = [*merged_by(world, copied.collection), source]
    if copied.arrays:
        top = copied.arrays[0]
        differs = ne(FieldPath(top), _array(copied, FieldPath(top), 0, FieldPath(source)))
        values = {top: _array(copied, FieldPath(top), 0, Variable("new", source))}
    else:
        join.append(UnwindStage(source))
        shown.append(copied.reference)
        differs, values = _difference(copied, source), _values(copied, source)
    merge = MergeStage(copied.collection, (SetStage(values),))
    return [*join, MatchStage(where(differs)), ProjectStage(_shown(shown)), merge]


def _difference(copied: Copied, source: str) -> Any:
    """Whether a copy is not what its source says."""
    parts = [ne(FieldPath(path), FieldPath(f"{source}.{origin}")) for path, origin in copied.values.items()]
    return any_true(parts)


def _values(copied: Copied, source: str) -> dict[str, OperatorCall]:
    """The copies as the source says, which takes away what it has not; as they are where they are of another source
    by now."""
    same = eq(FieldPath(copied.reference), Variable("new", copied.reference))
    return {
        path: cond(same, Variable("new", f"{source}.{origin}"), FieldPath(path))
        for path, origin in copied.values.items()
    }


def _shown(paths: list[str]) -> dict[str, int]:
    """A projection; what stands inside of something that is shown whole comes with it."""
    whole = {"_id", *paths}
    inside = [path for path in paths if any(path.startswith(f"{other}.") for other in whole)]
    return {path: 1 for path in paths if path not in inside}


# --- inside arrays --------------------------------------------------------------------------------


def _array(
    copied: Copied, value: FieldPath | Variable, level: int, sources: FieldPath | Variable
) -> OperatorCall:
    """An array with new copies in its elements, or in those of the arrays inside of them. value: where it
    stands; sources: where the documents stand that copies follow."""
    name = _ELEMENT if level + 1 == len(copied.arrays) else f"around{level + 1}"
    if level + 1 == len(copied.arrays):
        inner = _element(copied, sources)
    else:
        rest = copied.arrays[level + 1][len(copied.arrays[level]) + 1 :]
        within = _array(copied, Variable(name, rest), level + 1, sources)
        inner = cond(is_array(Variable(name, rest)), _with(Variable(name), {rest: within}), Variable(name))
    mapped = map_array(value, name, inner)
    return mapped if level else cond(is_array(value), mapped, value)


def _element(copied: Copied, sources: FieldPath | Variable) -> OperatorCall:
    """One element with what its source says; as it is where there is no such source."""
    start, source = len(copied.innermost) + 1, copied.source
    mine = eq(Variable("one", source.key), Variable(_ELEMENT, f"{copied.reference[start:]}"))
    first = first_of(filter_array(sources, "one", mine))
    new: dict[str, AggregationExpression] = {
        path[start:]: Variable(_EACH, origin) for path, origin in copied.values.items()
    }
    optional = {
        path[start:]
        for path, origin in copied.values.items()
        if not source.world.always(source.collection, origin)
    }
    element = cond(Variable(_EACH), _with(Variable(_ELEMENT), new, optional), Variable(_ELEMENT))
    return let({_EACH: first}, element)


def _with(
    whole: Variable, values: Mapping[str, AggregationExpression], optional: Collection[str] = ()
) -> AggregationExpression:
    """An object with some of its fields set, by dotted paths: those in objects inside of it too. optional: those that
    it loses where there is no value."""
    always: dict[str, AggregationExpression] = {}
    sometimes: dict[str, AggregationExpression] = {}
    inside: dict[str, dict[str, AggregationExpression]] = {}
    for path, value in values.items():
        name, _, rest = path.partition(".")
        if rest:
            inside.setdefault(name, {})[rest] = value
        else:
            (sometimes if path in optional else always)[name] = value
    for name, own in inside.items():
        below = {path for path in own if f"{name}.{path}" in optional}
        object_inside = _with(whole.down(name), own, below)
        if below == own.keys():
            sometimes[name] = _unless_empty(object_inside)
        else:
            always[name] = object_inside
    changed = whole if whole == Variable(_ELEMENT) and not always else merge_objects(whole, always)
    for name, value in sometimes.items():
        changed = set_field(name, changed, value)
    return changed


def _unless_empty(value: AggregationExpression) -> AggregationExpression:
    """An object, or nothing where it would hold nothing."""
    return let({"inner": value}, cond(eq(Variable("inner"), LiteralValue({})), REMOVE, Variable("inner")))
