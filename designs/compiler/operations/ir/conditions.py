"""Filters: conditions on documents, all of which hold together, and what passes ask of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from .node import OperationNode
from .predicates import AllOf, Elem, Eq, Exists, Ne, Predicate, Vacant


class Condition(OperationNode, frozen=True):
    """One part of a filter."""

    @property
    def subject(self) -> Any:
        """What it is about: of several conditions of a filter on one subject the last replaces the others."""
        return type(self)

    def split(self, array: str) -> tuple[Condition | None, Condition | None]:
        """Return what it says of the elements of an array, by paths in an element, and the rest of it."""
        return None, self

    def asks(self, array: str) -> bool:
        """Return whether it says anything of the elements of an array."""
        return False

    def moved(self, change: Callable[[At], Condition]) -> Condition:
        """Return it with each condition on a path as ``change`` returns that."""
        return self


class At(Condition, frozen=True):
    """A predicate holds of the value at a path."""

    path: str
    predicate: Predicate

    @property
    def subject(self) -> str:
        """The path."""
        return self.path

    def split(self, array: str) -> tuple[Condition | None, Condition | None]:
        """Return it by its path in an element, where that leads into the array."""
        return (At(self.path[len(array) + 1 :], self.predicate), None) if self.asks(array) else (None, self)

    def asks(self, array: str) -> bool:
        """Return whether the path leads into the array's elements, rather than to the one at a position."""
        return self.path.startswith(f"{array}.") and not self.path[len(array) + 1 :].isdecimal()

    def moved(self, change: Callable[[At], Condition]) -> Condition:
        """Return what ``change`` makes of it."""
        return change(self)


class Text(Condition, frozen=True):
    """The text index matches words. search: the words, or what gives them."""

    search: Any


class Expr(Condition, frozen=True):
    """An aggregation expression is true of the document."""

    expression: Any


class FailsValidator(Condition, frozen=True):
    """A document is none that a validator takes."""

    validator: Mapping[str, Any]


class And(Condition, frozen=True):
    """Several filters hold."""

    filters: tuple[Filter, ...]

    def split(self, array: str) -> tuple[Condition | None, Condition | None]:
        """Return what its filters say of the elements, and what they say beside it."""
        own, rest = zip(*(each.split(array) for each in self.filters), strict=True)
        return _and(own), _and(rest)

    def asks(self, array: str) -> bool:
        """Return whether any of its filters does."""
        return any(each.asks(array) for each in self.filters)

    def moved(self, change: Callable[[At], Condition]) -> Condition:
        """Return it with its filters moved."""
        return And(tuple(each.moved(change) for each in self.filters))


class Or(Condition, frozen=True):
    """One of several filters holds."""

    filters: tuple[Filter, ...]

    def split(self, array: str) -> tuple[Condition | None, Condition | None]:
        """Return its alternatives by paths in an element, where all of them are about elements alone."""
        pairs = [each.split(array) for each in self.filters]
        if any(rest for _, rest in pairs):
            return None, self
        return Or(tuple(own for own, _ in pairs)), None

    def asks(self, array: str) -> bool:
        """Return whether any of its alternatives does."""
        return any(each.asks(array) for each in self.filters)

    def mixes(self, array: str) -> bool:
        """Return whether its alternatives are about elements of an array and about what is around them."""
        return self.asks(array) and self.split(array)[0] is None

    def moved(self, change: Callable[[At], Condition]) -> Condition:
        """Return it with its alternatives moved."""
        return Or(tuple(each.moved(change) for each in self.filters))


def _and(filters: Iterable[Filter]) -> And | None:
    some = tuple(each for each in filters if each)
    return And(some) if some else None


C = TypeVar("C", bound=Condition)
PathPredicates = Mapping[str, Any]
"""Predicates by path; any other value is what the value at the path equals."""


class Filter(OperationNode, frozen=True):
    """Conditions that hold together. It is false where it has none."""

    conditions: tuple[Condition, ...] = ()

    def __bool__(self) -> bool:
        """Return whether it asks anything."""
        return bool(self.conditions)

    def __contains__(self, path: str) -> bool:
        """Return whether a condition of its own is on this very path."""
        return self.predicate(path) is not None

    # --- what it says ---------------------------------------------------------------------------

    @property
    def on_paths(self) -> list[At]:
        """Its conditions on paths, without those within alternatives."""
        return [each for each in self.conditions if isinstance(each, At)]

    @property
    def paths(self) -> list[str]:
        """The paths of its conditions, without those within alternatives."""
        return [each.path for each in self.on_paths]

    @property
    def is_on_paths(self) -> bool:
        """Whether it has conditions on paths only."""
        return all(isinstance(each, At) for each in self.conditions)

    def predicate(self, path: str) -> Predicate | None:
        """Return what must hold of the value at this very path, None where nothing must."""
        return next((each.predicate for each in self.on_paths if each.path == path), None)

    def value(self, path: str) -> Any:
        """Return what the value at this very path equals, None where that is not said."""
        predicate = self.predicate(path)
        parts = predicate.predicates if isinstance(predicate, AllOf) else (predicate,)
        return next((part.value for part in parts if isinstance(part, Eq)), None)

    @property
    def only(self) -> At | None:
        """Its one condition, where that is all and on a path."""
        only = self.conditions[0] if len(self.conditions) == 1 else None
        return only if isinstance(only, At) else None

    def asks(self, array: str) -> bool:
        """Return whether it says anything of the elements of an array."""
        return any(each.asks(array) for each in self.conditions)

    def split(self, array: str) -> tuple[Filter, Filter]:
        """Return what it says of the elements of an array, by paths in an element, and the rest of it."""
        pairs = [each.split(array) for each in self.conditions]
        own = tuple(each for each, _ in pairs if each is not None)
        return Filter(own), Filter(tuple(each for _, each in pairs if each is not None))

    def mixed(self, array: str) -> list[Filter]:
        """Return its alternatives about elements of an array and about what is around them: no condition on one
        element alone says them."""
        within = [each for conjunction in self._of(And) for each in conjunction.filters]
        alternatives = [each for condition in within for each in condition.mixed(array)]
        return alternatives + [Filter((each,)) for each in self._of(Or) if each.mixes(array)]

    def _of(self, kind: type[C]) -> Iterator[C]:
        return (each for each in self.conditions if isinstance(each, kind))

    # --- others made of it ----------------------------------------------------------------------

    def merged(self, more: Filter | PathPredicates | None) -> Filter:
        """Return it with the conditions of another, which replace its own on the same subject."""
        own = {each.subject: each for each in self.conditions}
        return Filter(tuple((own | {each.subject: each for each in filter_of(more).conditions}).values()))

    def filled(self, more: Filter) -> Filter:
        """Return it with those conditions of another on whose subjects it has none."""
        own = {each.subject for each in self.conditions}
        return Filter((*self.conditions, *(each for each in more.conditions if each.subject not in own)))

    def also(self, condition: Condition) -> Filter:
        """Return it with one more condition; several on one subject hold together."""
        both = next(self._of(And), None)
        if isinstance(condition, And):
            return self.merged(Filter((And((*(both.filters if both else ()), *condition.filters)),)))
        same = next((each for each in self.conditions if each.subject == condition.subject), None)
        if same is None:
            return Filter((*self.conditions, condition))
        rest = (each for each in self.conditions if each not in (same, both))
        apart = (*(both.filters if both else ()), Filter((same,)), Filter((condition,)))
        return Filter((And(apart), *rest))

    def also_all(self, more: Iterable[Condition]) -> Filter:
        """Return it with more conditions."""
        result = self
        for each in more:
            result = result.also(each)
        return result

    def without(self, path: str) -> Filter:
        """Return it without its condition on this very path."""
        return Filter(tuple(each for each in self.conditions if each.subject != path))

    def moved(self, change: Callable[[At], Condition]) -> Filter:
        """Return it with each condition on a path as ``change`` returns that, those in alternatives too."""
        return Filter().also_all(each.moved(change) for each in self.conditions)

    def under(self, name: str) -> Filter:
        """Return it with a name, or a path, in front of its paths. Its path "" is what has the name."""
        return self.moved(lambda at: At(f"{name}.{at.path}" if at.path else name, at.predicate))

    def of_same_elements(self, arrays: tuple[str, ...]) -> Filter:
        """Return it with its conditions on one element joined: without that each may hold of another element of the
        array. arrays: from the outermost in."""
        result = self
        for array in reversed(arrays):
            result = result._joined(array)
        return result

    def _joined(self, array: str) -> Filter:
        either = next(self._of(Or), None)
        if either is not None and either.mixes(array):  # each alternative is of one element as well
            own = [each for each in self.on_paths if each.asks(array)]
            rest = tuple(each for each in self.conditions if each not in own)
            joined = Or(tuple(each.also_all(own)._joined(array) for each in either.filters))
            return Filter(rest).merged(Filter((joined,)))
        elements, around = self.split(array)
        if not elements or (elements.only is not None and elements.only.predicate.is_met_alone):
            return self
        return around.merged({array: Elem(elements)})


def filter_of(conditions: Filter | PathPredicates | None) -> Filter:
    """Return the filter of predicates, or values, by path."""
    if isinstance(conditions, Filter):
        return conditions
    items = (conditions or {}).items()
    return Filter(tuple(At(path, predicate_of(each)) for path, each in items))


def predicate_of(wanted: Any) -> Predicate:
    """Return a predicate as it is, any other value as what a value equals."""
    if isinstance(wanted, dict) and any(key.startswith("$") for key in wanted):
        raise TypeError(f"an operator is no value: {wanted}")
    return wanted if isinstance(wanted, Predicate) else Eq(wanted)


def where(expression: Any) -> Filter:
    """Return the filter of the documents for which an aggregation expression is true."""
    return Filter((Expr(expression),))


def all_of(filters: Iterable[Filter]) -> Filter:
    """Return the filter for which all of several hold."""
    some = tuple(filters)
    return some[0] if len(some) == 1 else Filter((And(some),))


def any_of(filters: Iterable[Filter]) -> Filter:
    """Return the filter for which one of several holds."""
    some = tuple(filters)
    return some[0] if len(some) == 1 else Filter((Or(some),))


def without_guards(filter: Filter) -> Filter:
    """Return the filter of an addition without what it asks of room, and of the element not being there yet: whoever
    looks for the same document may come when the element is there."""
    kept = [
        _without_guards_inside(each)
        for each in filter.conditions
        if not (isinstance(each, At) and is_guard(each))
    ]
    return Filter(tuple(kept))


def _without_guards_inside(condition: Condition) -> Condition:
    """Return what is asked of one element without its guards."""
    if not isinstance(condition, At) or not isinstance(condition.predicate, Elem):
        return condition
    return At(condition.path, Elem(without_guards(condition.predicate.condition)))


def guards_of(filter: Filter) -> Iterator[At]:
    """Yield the guards of an addition, those in elements too, by their paths in documents."""
    for at in filter.on_paths:
        if isinstance(at.predicate, Elem):
            inner = guards_of(at.predicate.condition)
            yield from (At(f"{at.path}.{each.path}", each.predicate) for each in inner)
        elif is_guard(at):
            yield at


def is_guard(at: At) -> bool:
    """Whether a condition asks for room in an array, or that an element is not there yet."""
    if isinstance(at.predicate, Vacant):
        return True
    if isinstance(at.predicate, Exists):
        return not at.predicate.wanted and at.path.rpartition(".")[2].isdigit()
    return isinstance(at.predicate, Ne)
