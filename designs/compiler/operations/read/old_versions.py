"""Reads of documents in old shapes, brought to the newest: earlier revisions and what an archive holds stay in
the shape in which they were written, so each step that a program need not help with is done while reading.

A value that the new shape must have and the old one never had is not invented: such a document comes in the
shape that it has, and says which.
"""

from __future__ import annotations

from typing import Any

from ...placement.schema_versions import NUMBER
from ..context import OperationContext, ScriptFunction
from ..ir.conditions import filter_of
from ..ir.expressions import (
    ROOT,
    AggregationExpression,
    FieldPath,
    OperatorCall,
    Variable,
    and_,
    cond,
    eq,
    in_,
    is_array,
    map_array,
    merge_objects,
    ne,
    type_of,
    unset_field,
)
from ..ir.predicates import Predicate
from ..ir.stages import LimitStage, MatchStage, ReplaceStage, SortStage, Stage
from ..upkeep.version_steps import VersionStep, steps
from .element_conditions import constant

_BROUGHT = (
    "Returns the latest schema version if the server can convert it, otherwise the stored one: "
    "see schema_version."
)
_STAYS = "Returns the stored schema version: see schema_version."


def add_read(
    world: OperationContext, recipe: ScriptFunction, place: str, kept: str, **parts: Any
) -> ScriptFunction:
    """A read of documents that are kept in a collection as those of the place were: a find, or a pipeline
    where they are brought to the newest shape. parts: filter; sort and limit of more than one."""
    there = [step for step in steps(world) if step.at.collection == place]
    raised = [ReplaceStage(_within(step, ROOT, "")) for step in there if is_done_by_reading(step)]
    if there:
        recipe.remark(_BROUGHT if raised else _STAYS)
    if not raised:
        return recipe.add("find" if "limit" in parts else "findOne", kept, **parts)
    if "limit" not in parts:
        recipe.remark("Returns an array with one document, or an empty array.")
    stages: list[Stage] = [MatchStage(filter_of(parts["filter"]))]
    stages += [SortStage(parts["sort"])] if "sort" in parts else []
    return recipe.add("aggregate", kept, pipeline=[*stages, LimitStage(parts.get("limit", 1)), *raised])


def is_done_by_reading(step: VersionStep) -> bool:
    """Whether the server can make the new shape of some old ones without a value that a program gives."""
    odd = any(part.field.name.startswith("$") or "." in part.field.name for part in (*step.come, *step.gone))
    is_plain = not step.gone and any(
        part.field.required is True and part.path not in step.shared for part in step.come
    )
    return not (odd or is_plain or step.unmade)


def _within(step: VersionStep, whole: FieldPath | Variable, path: str, depth: int = 1) -> OperatorCall:
    """What stands at a path with all of the step's sub-documents and elements in the new shape."""
    left = step.at.spot.path[len(path) :].lstrip(".")
    if not left:
        return _changed(step, whole)
    name = left.partition(".")[0]
    path, inner = f"{path}.{name}".lstrip("."), whole.down(name)
    if path in step.at.arrays:
        each = f"each{depth}"
        listed = map_array(inner, each, _within(step, Variable(each), path, depth + 1))
        value = cond(is_array(inner), listed, inner)
    else:
        value = cond(eq(type_of(inner), "object"), _within(step, inner, path, depth), inner)
    return merge_objects(whole, {name: value})


def _changed(step: VersionStep, whole: FieldPath | Variable) -> OperatorCall:
    """The one in its new shape, where it is of the old one; what both shapes were written for has it all."""
    is_old = [eq(whole.down(NUMBER), step.old)]
    is_old += [_is_one_of(whole.down(each.path), each.predicate) for each in step.kinds.on_paths]
    kept = [part.path for part in step.come if part.path not in step.shared]
    is_old += [ne(type_of(whole.down(path)), "missing") for path in kept if step.gone]
    is_old += [eq(type_of(whole.down(path)), "missing") for path in step.remade]
    left = _without(whole, [(part.path, part.lists) for part in step.gone])
    return cond(and_(*is_old), merge_objects(left, {NUMBER: step.old + 1}), whole)


def _without(
    whole: FieldPath | Variable, gone: list[tuple[str, tuple[str, ...]]], depth: int = 1
) -> AggregationExpression:
    """An object without these parts of it: paths, with those of the lists on the way, all from the object."""
    left: AggregationExpression = whole
    deeper: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    listed = {lists[0] for _, lists in gone if lists}
    for path, lists in gone:
        name, dot, rest = path.partition(".")
        if not dot:
            left = unset_field(name, left)
            continue
        below = tuple(array[len(name) + 1 :] for array in lists if array != name)
        deeper.setdefault(name, []).append((rest, below))
    inner = {name: _inside(whole.down(name), some, name in listed, depth) for name, some in deeper.items()}
    return merge_objects(left, inner) if inner else left


def _inside(
    value: FieldPath | Variable, gone: list[tuple[str, tuple[str, ...]]], is_list: bool, depth: int
) -> OperatorCall:
    """An object, or each in a list, without parts of it; anything else as it is."""
    if not is_list:
        is_object = eq(type_of(value), "object")
        return cond(is_object, _without(value, gone, depth), value)
    each = f"part{depth}"
    listed = map_array(value, each, _inside(Variable(each), gone, False, depth + 1))
    return cond(is_array(value), listed, value)


def _is_one_of(value: FieldPath | Variable, predicate: Predicate) -> OperatorCall:
    return in_(value, [constant(value) for value in predicate.accepted])
