"""Attributes of an ATTRIBUTE array in filters, sorts and updates: the element with the name is meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ...placement.doc_path import DocPath
from ..ir.conditions import filter_of
from ..ir.expressions import (
    REDUCED,
    THIS,
    FieldPath,
    OperatorCall,
    Variable,
    aggregate_of,
    concat_arrays,
    eq,
    filter_array,
    first_of,
    if_null,
    let,
    map_array,
    merge_objects,
    ne,
    reduce_array,
)
from ..ir.predicates import Elem, Not, Predicate


class Attribute(NamedTuple):
    """One attribute. name: its ``k``. array: the path of its array. rest: its path in an element,
    from ``v`` on. sample: the path of its value in the examples. depth: how many arrays its array is
    inside of."""

    name: str
    array: str
    rest: str
    sample: str
    depth: int = 0

    def holds(self, predicate: Predicate) -> Predicate:
        """What holds of the array: one element has the name and a value that fits."""
        return Elem(filter_of({NAME: self.name, self.rest: predicate}))

    def is_there(self, wanted: bool) -> Predicate:
        """What holds of the array where the document has the attribute, or has not."""
        named = Elem(filter_of({NAME: self.name}))
        return named if wanted else Not(named)

    def value(self, array: Any) -> OperatorCall:
        """Its value, as an expression of a pipeline; missing where the array has none. array: an
        expression."""
        return let({"found": first_of(self._kept(array, eq))}, Variable("found", self.rest))

    def order(self, depth: int, direction: int) -> OperatorCall:
        """What documents are sorted by. depth: how many arrays the array is inside of; of the values
        in those the least counts, or the greatest, as in any sort by what stands in an array."""
        if not depth:
            return self.value(FieldPath(self.array))
        listed: Any = FieldPath(self.array)
        for _ in range(depth):
            both = concat_arrays(REDUCED, THIS)
            listed = reduce_array(if_null(listed, []), [], both)
        values = map_array(self._kept(listed, eq), "one", Variable("one", self.rest))
        return aggregate_of("min" if direction > 0 else "max", values)

    def _kept(self, array: Any, compare: Callable[[Any, Any], OperatorCall]) -> OperatorCall:
        listed = if_null(array, [])
        return filter_array(listed, "one", compare(Variable("one", NAME), self.name))

    def removed(self, array: Any) -> OperatorCall:
        """The array without this attribute. array: as it is before, an expression."""
        return self._kept(array, ne)

    def replaced(self, value: Any, array: Any) -> OperatorCall:
        """The array with this value, an expression, in place of the old one, or with it added."""
        for name in reversed(self.rest.split(".")[1:]):
            value = {name: value}
        if self.rest != VALUE:  # a field of an object: the others stay
            old = Attribute(self.name, self.array, VALUE, self.sample).value(array)
            value = merge_objects(old, value)
        unit = unit_of(self.name)
        attribute = {NAME: self.name, VALUE: value} | ({UNIT: unit} if unit else {})
        return concat_arrays(self.removed(array), [attribute])


def attribute_at(spot: DocPath, name_and_level: tuple[str, int] | None) -> Attribute | None:
    """The attribute that stands at a place, None where the place is no attribute's."""
    if name_and_level is None:
        return None
    ends = (
        place for place, array in enumerate(spot.arrays) if f"{spot.path}.".startswith(f"{array}.{VALUE}.")
    )
    depth = next(ends, 0)
    array = spot.arrays[depth]
    rest = spot.path[len(array) + 1 :]
    return Attribute(name_and_level[0], array, rest, f"{array}.{name_and_level[1]}.{rest}", depth)
