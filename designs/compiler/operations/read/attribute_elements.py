"""Attributes of an ATTRIBUTE array in filters, sorts and updates: the element with the name is meant."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...attributes.attribute_groups import NAME, UNIT, VALUE, unit_of
from ...placement.doc_path import DocPath
from ..ir.conditions import filter_of
from ..ir.predicates import Elem, Not, Predicate

Json = dict[str, Any]


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

    def value(self, array: Any) -> Json:
        """Its value, as an expression of a pipeline; missing where the array has none. array: an
        expression."""
        return {
            "$let": {"vars": {"found": {"$first": self._kept(array, "$eq")}}, "in": f"$$found.{self.rest}"}
        }

    def order(self, depth: int, direction: int) -> Json:
        """What documents are sorted by. depth: how many arrays the array is inside of; of the values
        in those the least counts, or the greatest, as in any sort by what stands in an array."""
        if not depth:
            return self.value(f"${self.array}")
        listed: Any = f"${self.array}"
        for _ in range(depth):
            both = {"$concatArrays": ["$$value", "$$this"]}
            listed = {"$reduce": {"input": {"$ifNull": [listed, []]}, "initialValue": [], "in": both}}
        values = {"$map": {"input": self._kept(listed, "$eq"), "as": "one", "in": f"$$one.{self.rest}"}}
        return {"$min" if direction > 0 else "$max": values}

    def _kept(self, array: Any, operator: str) -> Json:
        listed = {"$ifNull": [array, []]}
        return {"$filter": {"input": listed, "as": "one", "cond": {operator: ["$$one.k", self.name]}}}

    def removed(self, array: Any) -> Json:
        """The array without this attribute. array: as it is before, an expression."""
        return self._kept(array, "$ne")

    def replaced(self, value: Any, array: Any) -> Json:
        """The array with this value, an expression, in place of the old one, or with it added."""
        for name in reversed(self.rest.split(".")[1:]):
            value = {name: value}
        if self.rest != VALUE:  # a field of an object: the others stay
            old = Attribute(self.name, self.array, VALUE, self.sample).value(array)
            value = {"$mergeObjects": [old, value]}
        unit = unit_of(self.name)
        made = {NAME: self.name, VALUE: value} | ({UNIT: unit} if unit else {})
        return {"$concatArrays": [self.removed(array), [made]]}


def attribute_at(spot: DocPath, found: tuple[str, int] | None) -> Attribute | None:
    """The attribute that stands at a place, None where the place is no attribute's."""
    if found is None:
        return None
    ends = (place for place, one in enumerate(spot.arrays) if f"{spot.path}.".startswith(f"{one}.{VALUE}."))
    depth = next(ends, 0)
    array = spot.arrays[depth]
    rest = spot.path[len(array) + 1 :]
    return Attribute(found[0], array, rest, f"{array}.{found[1]}.{rest}", depth)
