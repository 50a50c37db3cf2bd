"""What must hold of a value: the predicates of a filter's conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .node import OperationNode

if TYPE_CHECKING:
    from .conditions import Filter


class Predicate(OperationNode, frozen=True):
    """What must hold of the value at a path, or of one of the values where an array stands there."""

    @property
    def is_met_alone(self) -> bool:
        """Whether one element of an array meets it by itself, if any does."""
        return True

    @property
    def is_of_one_value(self) -> bool:
        """Whether it has several parts that are to hold of one value, and in an array may hold of one each."""
        return False

    @property
    def accepted(self) -> list[Any]:
        """The values that it accepts, where it lists them."""
        raise TypeError(f"{self} lists no values")


class Eq(Predicate, frozen=True):
    """The value equals another."""

    value: Any

    @property
    def accepted(self) -> list[Any]:
        """The one value."""
        return [self.value]


class Vacant(Eq, frozen=True):
    """Nothing stands there yet: what a write puts there is the first."""

    value: Any = None


class Ne(Predicate, frozen=True):
    """No value equals this one."""

    value: Any

    @property
    def is_met_alone(self) -> bool:
        """No: it says something of all elements."""
        return False


class In(Predicate, frozen=True):
    """The value is one of several. values: a list, or what gives one."""

    values: Any

    @property
    def accepted(self) -> list[Any]:
        """All of them."""
        return list(self.values)


class NotIn(Predicate, frozen=True):
    """No value is one of these."""

    values: Any

    @property
    def is_met_alone(self) -> bool:
        """No: it says something of all elements."""
        return False


class HasAll(Predicate, frozen=True):
    """An array has all of these values."""

    values: Any


class Range(Predicate, frozen=True):
    """The value lies between bounds. bounds: pairs of gt, gte, lt or lte and a value, in the order in which they are
    written."""

    bounds: tuple[tuple[str, Any], ...]

    @property
    def is_met_alone(self) -> bool:
        """Whether it has one bound: two elements of an array may meet one of two bounds each."""
        return len(self.bounds) == 1

    @property
    def is_of_one_value(self) -> bool:
        """Whether it has two bounds."""
        return len(self.bounds) > 1


class Exists(Predicate, frozen=True):
    """The field is there, or is not."""

    wanted: bool = True

    @property
    def is_met_alone(self) -> bool:
        """Not where the field is to be missing."""
        return self.wanted


class TypeIs(Predicate, frozen=True):
    """The value is of a BSON type, or of one of several."""

    types: Any


class Matches(Predicate, frozen=True):
    """The text matches a regular expression: one of BSON with its flags, or what gives a text, with flags."""

    expression: Any
    flags: str = ""


class Near(Predicate, frozen=True):
    """Nearest first. geometry: a GeoJSON point, or what gives one; metres: how far at most, None for no end."""

    geometry: Any
    metres: Any = None


class Area(Predicate, frozen=True):
    """The place lies in an area. relation: geoWithin or geoIntersects."""

    relation: str
    shape: Any


class Elem(Predicate, frozen=True):
    """One element of an array meets all conditions. condition: by paths in the element; "" is the element itself."""

    condition: Filter


class Not(Predicate, frozen=True):
    """Another predicate does not hold."""

    predicate: Predicate

    @property
    def is_met_alone(self) -> bool:
        """No: it says something of all elements."""
        return False


class AllOf(Predicate, frozen=True):
    """Several predicates hold of the value at one path."""

    predicates: tuple[Predicate, ...]

    @property
    def is_met_alone(self) -> bool:
        """Whether one predicate is all."""
        return all(each.is_met_alone for each in self.predicates) and len(self.predicates) == 1

    @property
    def is_of_one_value(self) -> bool:
        """Whether it has several parts, none of which says something of all elements."""
        parts = all(each.is_met_alone or each.is_of_one_value for each in self.predicates)
        return parts and (len(self.predicates) > 1 or self.predicates[0].is_of_one_value)


def of_others(ids: Predicate) -> Predicate:
    """Return the predicate that all other ids meet."""
    if isinstance(ids, In):
        return NotIn(ids.values)
    return Ne(ids.value if isinstance(ids, Eq) else None)


def at_least(value: Any) -> Range:
    """Return the range from a value on."""
    return Range((("gte", value),))


def at_most(value: Any) -> Range:
    """Return the range up to a value, which belongs to it."""
    return Range((("lte", value),))


def above(value: Any) -> Range:
    """Return the range behind a value."""
    return Range((("gt", value),))


def below(value: Any) -> Range:
    """Return the range up to a value, which does not belong to it."""
    return Range((("lt", value),))


def between(first: Any, last: Any) -> Range:
    """Return the range from one value to another, both of which belong to it."""
    return Range((("gte", first), ("lte", last)))


def from_until(first: Any, end: Any) -> Range:
    """Return the range from a value, which belongs to it, to one that does not."""
    return Range((("gte", first), ("lt", end)))
