"""What a link copies of what it leads to, read before the link is written: of a document, or of one element of
the array that it stands in, which the document around it has others beside, or of the overflow of that array."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....plan_model.physical import BuiltValue
from ...context import ScriptFunction, outcome
from ...document_places import Address
from ...ir.conditions import Filter
from ...ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    LiteralValue,
    Operand,
    OperatorCall,
    Variable,
    concat_arrays,
    eq,
    filter_array,
    first_of,
    if_null,
    map_array,
    reduce_array,
)

_ELEMENT = "element"


def find(
    recipe: ScriptFunction, at: Address, which: Any, fields: Mapping[str, Operand] | None, step: str, must_match: str,
    more: Filter | None = None,
) -> ScriptFunction:  # fmt: skip
    """Read what is to be copied, in the overflow too where there is one. fields: as of ``shown``."""
    beyond = _overflow(at)
    must = {"step": step, "must_match": "" if beyond else must_match}
    recipe.add(
        "findOne", at.collection, filter=at.match(which, more), projection=shown(at, which, fields), **must
    )
    if beyond is None:
        return recipe
    projection, must = (
        {_reference(beyond): 1, beyond.spot.path: 1},
        {"step": _beyond(step), "must_match": must_match},
    )
    return recipe.add(
        "findOne",
        beyond.collection,
        filter=beyond.match(which),
        projection=projection,
        beside=(step,),
        **must,
    )


def _beyond(step: str) -> str:
    return f"{step}Extra"


def _overflow(at: Address) -> Address | None:
    """Where elements stand that have no room in the array, None where all do."""
    spots = at.world.placement.spots(at.entity) if at.arrays else ()
    extra = (each for each in spots if at.world.collections[each.collection].kind == "overflow")
    return next(
        (Address(at.world, at.entity, each) for each in extra if each.collection != at.collection), None
    )


def shown(at: Address, which: Any, fields: Mapping[str, Operand] | None) -> Mapping[str, Operand] | None:
    """The projection of the read. which: the id of what is read; fields: what a document is to show, nothing of
    it where it is only looked for."""
    if not at.arrays or fields == {}:
        return fields
    return {_ELEMENT: first_of(_meant(at, which))}


def shown_alone(at: Address, which: Any, path: str, name: str) -> Mapping[str, Operand]:
    """The projection that shows one value of an element, under a name of its own, and nothing else that stands there."""
    return {name: first_of(map_array(_meant(at, which), "one", Variable("one", _below(at, path))))}


def _meant(at: Address, which: Any) -> OperatorCall:
    """The elements that a value identifies, of arrays in arrays too."""
    listed: Any = if_null(FieldPath(at.arrays[-1]), [])
    for _ in at.arrays[1:]:
        each = concat_arrays(REDUCED, if_null(THIS, []))
        listed = reduce_array(listed, [], each)
    return filter_array(listed, "one", eq(Variable("one", _below(at, at.key)), LiteralValue(which)))


def value_of(at: Address, step: str, path: str) -> Any:
    """The value at a document path, of what such a read found."""
    if not at.arrays:
        return outcome(step, path)
    below, beyond = _below(at, path), _overflow(at)
    if beyond is None:
        return outcome(step, f"{_ELEMENT}.{below}")
    either = outcome(step, _ELEMENT), outcome(_beyond(step), beyond.spot.path)
    return BuiltValue("either", (*either, below))


def holder_of(at: Address, step: str) -> Any:
    """The id of the document around what such a read found."""
    beyond = _overflow(at)
    if beyond is None:
        return outcome(step, "_id")
    return BuiltValue("either", (outcome(step, "_id"), outcome(_beyond(step), _reference(beyond)), ""))


def _reference(beyond: Address) -> str:
    fields = beyond.world.collections[beyond.collection].fields
    return next(field.name for field in fields if field.origin == "reference")


def _below(at: Address, path: str) -> str:
    return path[len(at.arrays[-1]) + 1 :]
