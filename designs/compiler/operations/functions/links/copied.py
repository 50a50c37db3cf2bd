"""What a link copies of what it leads to, read before the link is written: of a document, or of one element of
the array that it stands in, which the document around it has others beside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...context import outcome
from ...document_places import Address
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
    return outcome(step, f"{_ELEMENT}.{_below(at, path)}" if at.arrays else path)


def _below(at: Address, path: str) -> str:
    return path[len(at.arrays[-1]) + 1 :]
