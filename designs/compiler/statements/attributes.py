"""Attributes of an ATTRIBUTE array in filters, sorts and updates: the element with the name is meant."""

from __future__ import annotations

from typing import Any, NamedTuple

from ..attributes import NAME, VALUE
from ..homes import Spot

Json = dict[str, Any]


class Attribute(NamedTuple):
    """One attribute. name: its ``k``. array: the path of its array. rest: its path in an element,
    from ``v`` on. sample: the path of its value in the examples."""

    name: str
    array: str
    rest: str
    sample: str

    def holds(self, condition: Any) -> Json:
        """The condition on the array: one element has the name and a value that fits."""
        return {"$elemMatch": {NAME: self.name, self.rest: condition}}

    def is_there(self, wanted: bool) -> Json:
        """The condition that the document has the attribute, or has not."""
        found = {"$elemMatch": {NAME: self.name}}
        return found if wanted else {"$not": found}

    @property
    def value(self) -> Json:
        """Its value, as an expression of a pipeline; missing where the document has none."""
        wanted = {"$eq": ["$$one.k", self.name]}
        listed = {"$filter": {"input": {"$ifNull": [f"${self.array}", []]}, "as": "one", "cond": wanted}}
        return {"$let": {"vars": {"found": {"$first": listed}}, "in": f"$$found.{self.rest}"}}

    def removed(self, array: Any) -> Json:
        """The array without this attribute. array: as it is before, an expression."""
        others = {"$ne": ["$$one.k", self.name]}
        return {"$filter": {"input": {"$ifNull": [array, []]}, "as": "one", "cond": others}}

    def replaced(self, value: Any, array: Any) -> Json:
        """The array with this value, an expression, in place of the old one, or with it added."""
        return {"$concatArrays": [self.removed(array), [{NAME: self.name, VALUE: value}]]}

    @property
    def mark(self) -> str:
        """The name of its element in arrayFilters."""
        word = "".join(letter for letter in self.name if letter.isascii() and letter.isalnum())
        return f"a{word}" if word else "attribute"

    @property
    def written(self) -> str:
        """The path that an update of the element writes."""
        return f"{self.array}.$[{self.mark}].{self.rest}"


def attribute_at(spot: Spot, found: tuple[str, int] | None) -> Attribute | None:
    """The attribute that stands at a place, None where the place is no attribute's."""
    if found is None:
        return None
    ends = (one for one in spot.arrays if f"{spot.path}.".startswith(f"{one}.{VALUE}."))
    array = next(ends, "")
    rest = spot.path[len(array) + 1 :]
    return Attribute(found[0], array, rest, f"{array}.{found[1]}.{rest}")
