"""Stored results that are not what their formulas give: what another program wrote, or a crash left behind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.field_types import NUMERIC
from ...model.formulas import parse
from ...placement.inherited_computed import stored_results
from ...workload.expiry import expiring_behind
from ..context import OperationContext, ScriptFunction
from ..document_places import Address
from ..ir.conditions import where
from ..ir.expressions import (
    FieldPath,
    Operand,
    OperatorCall,
    absolute,
    add,
    and_,
    any_true,
    cond,
    eq,
    gt,
    if_null,
    is_number,
    multiply,
    ne,
    or_,
    subtract,
)
from ..ir.predicates import Exists
from ..ir.stages import LimitStage, MatchStage, ProjectStage, SetStage, Stage
from ..passes.placement_variants import at_every, called_at
from ..read.conditions import of_kind
from ..results.computed import has_results, of_elements, translated
from ..results.expressions import UnwoundTranslator
from ..results.recomputing import Reckoning, average_parts
from ..upkeep.archives import with_archives
from . import MOST, audit_of, unwound

CLOSE = 1e-9  # sums of fractions differ in their last digits, by the order in which they were made
_WHOLE = frozenset({"int", "long"})
_SIDES = {"count": "more", "sum": "more", "max": "more", "min": "less"}


def result_audits(world: OperationContext) -> Iterator[ScriptFunction]:
    """For each place of an entity with results: the documents whose results differ."""
    for entity in world.names.entities.values():
        for choice, context in at_every(world, entity.name) if has_results(world, entity.name) else []:
            spot = context.spot(entity.name)
            if spot is not None:
                yield from _audit(context, entity.name, called_at(choice, f"{entity.name}.results"))


def _audit(world: OperationContext, entity: str, name: str) -> Iterator[ScriptFunction]:
    at = Address(world, entity)
    reckoning = Reckoning(world, entity) if at.is_root else None
    own = _own(world, entity)
    due = {at.path(path): expression for path, expression in own.items()} | (
        reckoning.fields if reckoning else {}
    )
    if not due:
        return
    expected = world.free(at.collection, "expected")
    surplus = _of_what_goes(world, entity, at)
    due = {path: expression for path, expression in due.items() if surplus.get(path, "any")}
    if not due:
        return
    note = ""
    if surplus:
        note += f" Excludes {', '.join(surplus)} values of documents that may have expired."
    late = [path for path in due if path in {at.path(late_path) for late_path in _late(world, entity)}]
    note += f" {', '.join(late)} can be out of date until the next refresh." if late else ""
    there = {} if at.is_root else {at.spot.path: Exists()}
    held = of_kind(world, entity, at.collection).merged(there)
    unlike = [
        _differs(world, at.collection, path, f"{expected}.{path}", surplus.get(path, "")) for path in due
    ]
    stages: list[Stage] = [*([MatchStage(held)] if held else []), *unwound(at.spot)]
    stages += reckoning.lookups if reckoning else []
    stages += [SetStage({f"{expected}.{path}": expression for path, expression in due.items()})]
    stages += [MatchStage(where(any_true(unlike)))]
    stages += [ProjectStage(dict.fromkeys([*_told_by(at), *due, expected], 1)), LimitStage(MOST)]
    for place in with_archives(world, (at.collection,)):
        called = name if place == at.collection else f"{name}.archive"
        which = (
            f"{', '.join(due)} in {place} that {'differs' if len(due) == 1 else 'differ'} from the formula."
        )
        yield audit_of(f"entity:{entity}", called, which + note).add("aggregate", place, pipeline=stages)


def _told_by(at: Address) -> list[str]:
    """Return what tells an element from others of its array."""
    return [at.key] if at.arrays and not at.is_told_whole else []


def _of_what_goes(world: OperationContext, entity: str, at: Address) -> dict[str, str]:
    """By path, of each result that writes keep of documents that expire, on which side of what the formula gives it lies
    for what has gone: more, less, or "" where nothing tells one from the other."""
    kept = world.names.entities[entity]
    results = [
        (path, computed)
        for path, _, computed in stored_results(world.placement, kept)
        if world.placement.upkeep.refresh(entity, computed) == "on-write"
    ]
    return {
        at.path(path): _SIDES.get(getattr(parse(computed.formula), "name", ""), "")
        for path, computed in (*results, *average_parts(world, entity))
        if any(expiring_behind(world.paths, kept, computed))
    }


def _own(world: OperationContext, entity: str) -> dict[str, Operand]:
    """The results that follow from the same document, unwound to one element where they stand in these, by path."""
    kept = world.names.entities[entity]
    expressions = {
        path: translated(world, entity, path, computed)
        for path, _, computed in stored_results(world.placement, kept)
        if world.placement.upkeep.refresh(entity, computed) != "approximate"
    }
    expressions |= {
        path: value
        for path, _, value, _ in of_elements(world, kept, UnwoundTranslator)
        if path in expressions
    }
    return {path: expression for path, expression in expressions.items() if expression is not None}


def _late(world: OperationContext, entity: str) -> Iterator[str]:
    for path, _, computed in stored_results(world.placement, world.names.entities[entity]):
        if world.placement.upkeep.refresh(entity, computed) == "periodic":
            yield path


def _differs(world: OperationContext, collection: str, path: str, due: str, besides: str) -> OperatorCall:
    """Whether a stored value is not the one that is due: nothing is like null, numbers are compared up to
    what their type can't hold. besides: the side on which it may lie all the same, more or less, "" for none."""
    field, here, there = world.field(collection, path), FieldPath(path), FieldPath(due)
    unlike = ne(if_null(here, None), if_null(there, None))
    if besides == "more":
        unlike = gt(if_null(there, None), if_null(here, None))
    elif besides == "less":
        absent = eq(if_null(here, None), None)
        unlike = and_(ne(if_null(there, None), None), or_(absent, gt(here, there)))
    types = (
        {bson_type for bson_type in field.types if bson_type != "null"} if field is not None else set[str]()
    )
    if not types & NUMERIC:
        return unlike
    size = add(1, absolute(there))
    close: Any = 0.5 if types <= _WHOLE else multiply(CLOSE, size)
    distances = {"more": subtract(there, here), "less": subtract(here, there)}
    apart = gt(distances.get(besides, absolute(subtract(here, there))), close)
    return cond(and_(is_number(here), is_number(there)), apart, unlike)
