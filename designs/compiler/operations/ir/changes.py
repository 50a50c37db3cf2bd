"""What updates do to documents: changes of places, applied together or one step after another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from .conditions import Filter
from .node import OperationNode
from .predicates import Predicate


class ArrayElement(OperationNode, frozen=True):
    """Which element of an array an update means. array: its path in documents."""

    array: str


class FirstElement(ArrayElement, frozen=True):
    """The first element that the update's filter matches."""


class EveryElement(ArrayElement, frozen=True):
    """All elements of the array."""


class NamedElement(ArrayElement, frozen=True):
    """The elements that a condition holds of, under a name. condition: by paths in the element, "" for the whole
    element; None where the statement's own options say it."""

    name: str
    condition: Filter | None = None


class UpdatePath(OperationNode, frozen=True):
    """What an update writes to. path: as it stands in documents. elements: which ones are meant of the arrays on the
    way, from the outermost in."""

    path: str
    elements: tuple[ArrayElement, ...] = ()

    def element(self, name: str, condition: Filter) -> UpdatePath:
        """Return the place of the elements that a condition holds of, in the array that stands here."""
        return UpdatePath(self.path, (*self.elements, NamedElement(self.path, name, condition)))

    def down(self, name: str) -> UpdatePath:
        """Return the place of a field of what stands here."""
        return UpdatePath(f"{self.path}.{name}", self.elements)

    def below(self, array: str) -> str:
        """Return the path in an element of an array."""
        return self.path[len(array) + 1 :]

    @property
    def outermost(self) -> ArrayElement | None:
        """The element of the outermost array, None where it is in no array."""
        return self.elements[0] if self.elements else None

    def moved(self, array: str, to: str) -> UpdatePath:
        """Return the place where an element of an array stands at another path instead. array: the outermost."""
        start, inner = len(array), self.elements[1:]
        elements = (replace(each, array=f"{to}{each.array[start:]}") for each in inner)
        return UpdatePath(f"{to}{self.path[start:]}", tuple(elements))


class DocumentChange(OperationNode, frozen=True):
    """One change of one place. verb: what it does; repeatable: whether a second time leaves the same."""

    verb: ClassVar[str]
    repeatable: ClassVar[bool] = False

    place: UpdatePath

    @property
    def added(self) -> Any:
        """The element that it adds to an array, None where it adds none."""
        return None


class Put(DocumentChange, frozen=True):
    """Set a place to a value."""

    verb: ClassVar[str] = "set"
    repeatable: ClassVar[bool] = True

    value: Any


class PutOrUnset(Put, frozen=True):
    """Set a place to a value, and take the field away where there is none."""


class PutNew(Put, frozen=True):
    """Set a place to what is new, where nothing stands yet: its filter asks so."""


class Unset(DocumentChange, frozen=True):
    """Take a field away."""

    verb: ClassVar[str] = "unset"
    repeatable: ClassVar[bool] = True


class Inc(DocumentChange, frozen=True):
    """Add to a number."""

    verb: ClassVar[str] = "increase"

    by: Any


class Mul(DocumentChange, frozen=True):
    """Multiply a number."""

    verb: ClassVar[str] = "multiply"

    by: Any


class Min(DocumentChange, frozen=True):
    """Lower a value to another, where that is less."""

    verb: ClassVar[str] = "lower"
    repeatable: ClassVar[bool] = True

    value: Any


class Max(DocumentChange, frozen=True):
    """Raise a value to another, where that is more."""

    verb: ClassVar[str] = "raise"
    repeatable: ClassVar[bool] = True

    value: Any


class Push(DocumentChange, frozen=True):
    """Append an element to an array. sort: the order that the array is brought into, by field; cap: how many elements
    stay, counted from the end where it is negative."""

    verb: ClassVar[str] = "push"

    element: Any
    sort: Any = None
    cap: int | None = None

    @property
    def added(self) -> Any:
        """The element that it adds."""
        return self.element


class PutInOrder(DocumentChange, frozen=True):
    """Bring an array into an order. sort: as of ``Push``."""

    verb: ClassVar[str] = "sort"
    repeatable: ClassVar[bool] = True

    sort: Any


class AddToSet(DocumentChange, frozen=True):
    """Append an element to an array that does not have it."""

    verb: ClassVar[str] = "add"
    repeatable: ClassVar[bool] = True

    element: Any

    @property
    def added(self) -> Any:
        """The element that it adds."""
        return self.element


class Pull(DocumentChange, frozen=True):
    """Take out the elements that a condition holds of: a predicate of the elements, or conditions on paths in them."""

    verb: ClassVar[str] = "pull"
    repeatable: ClassVar[bool] = True

    condition: Predicate | Filter


class PullEqual(Pull, frozen=True):
    """Take out the elements that equal an object in everything, of which the condition is: a plain $pull would take those
    with more fields, too."""


class PullAll(DocumentChange, frozen=True):
    """Take out the elements that equal one of several values in everything."""

    verb: ClassVar[str] = "pull"
    repeatable: ClassVar[bool] = True

    values: Any


class CurrentDate(DocumentChange, frozen=True):
    """Set a place to the time of the write."""

    verb: ClassVar[str] = "date"
    repeatable: ClassVar[bool] = True


class SetOnInsert(DocumentChange, frozen=True):
    """Set a place where the update inserts the document."""

    verb: ClassVar[str] = "insert"

    value: Any


class Compute(DocumentChange, frozen=True):
    """Set a place to what an expression makes of the document. meant: the change that the expression stands for;
    settled: whether a second time leaves the same; appended: the element that it puts behind those of an array;
    inside: the fields of the elements of an array that it works out, where it writes the array as a whole."""

    verb: ClassVar[str] = "set"

    expression: Any
    meant: DocumentChange | None = None
    settled: bool = False
    appended: Any = None
    inside: tuple[str, ...] = ()

    @property
    def is_settled(self) -> bool:
        """Whether a second time leaves the same."""
        return self.settled or (self.meant is not None and self.meant.repeatable)

    @property
    def element(self) -> Any:
        """The element that it puts behind those of an array, None where it puts none."""
        return self.meant.element if isinstance(self.meant, Push) else self.appended


class Update(OperationNode, frozen=True):
    """The changes of an update. steps: of each step the changes that are made together; a step works on what the
    steps before it left."""

    steps: tuple[tuple[DocumentChange, ...], ...]

    @classmethod
    def of(cls, *changes: DocumentChange) -> Self:
        """Return the update whose changes are made together."""
        return cls((changes,))

    @classmethod
    def setting(cls, values: Mapping[str, Any]) -> Self:
        """Return the update that sets paths of documents to values."""
        return cls.of(*(Put(UpdatePath(path), value) for path, value in values.items()))

    @classmethod
    def computing(cls, expressions: Mapping[str, Any]) -> Self:
        """Return the update that sets paths of documents to what expressions make of these."""
        return cls.of(*(Compute(UpdatePath(path), expression) for path, expression in expressions.items()))

    @property
    def changes(self) -> tuple[DocumentChange, ...]:
        """All changes, in their order."""
        if len(self.steps) == 1:
            return self.steps[0]
        return tuple(change for step in self.steps for change in step)

    @property
    def meant(self) -> list[DocumentChange]:
        """All changes, each that an expression stands for as itself."""
        return [getattr(change, "meant", None) or change for change in self.changes]

    @property
    def is_computed(self) -> bool:
        """Whether the server works something out, which takes a pipeline."""
        return len(self.steps) > 1 or any(isinstance(change, Compute) for change in self.changes)

    @property
    def is_repeatable(self) -> bool:
        """Whether a second time leaves the same."""
        return not self.is_computed and all(change.repeatable for change in self.changes)

    @property
    def is_settled(self) -> bool:
        """Whether a second time leaves the same, also of what the server works out."""
        return all(change.repeatable or getattr(change, "is_settled", False) for change in self.changes)

    @property
    def paths(self) -> list[str]:
        """The paths that it writes, as they stand in documents."""
        return [change.place.path for change in self.changes]

    @property
    def removed(self) -> list[str]:
        """The paths that it takes away."""
        return [change.place.path for change in self.changes if isinstance(change, Unset)]

    @property
    def is_marked(self) -> bool:
        """Whether it writes into elements of arrays."""
        return any(change.place.elements for change in self.changes)

    def only(self, *kinds: type[DocumentChange]) -> bool:
        """Return whether all of its changes are of some kinds."""
        return not self.is_computed and all(isinstance(change, kinds) for change in self.changes)

    @property
    def values(self) -> Mapping[str, Any]:
        """The values that it sets places to, by their paths in documents."""
        return {put.place.path: put.value for put in self.puts()}

    def puts(self) -> Iterator[Put]:
        """Yield the changes that set a place to a value."""
        for change in self.changes:
            if isinstance(change, Put):
                yield change

    def then(self, *changes: DocumentChange) -> Update:
        """Return the update with a further step."""
        return Update((*self.steps, changes))

    def dated(self, moment: Any) -> Update:
        """Return the update that sets a moment wherever this one sets the time of the write."""
        return Update(
            tuple(
                tuple(
                    Put(change.place, moment) if isinstance(change, CurrentDate) else change
                    for change in step
                )
                for step in self.steps
            )
        )

    def also(self, change: DocumentChange) -> Update:
        """Return the update with one change more in its last step."""
        *before, last = self.steps or ((),)
        return Update((*before, (*last, change)))
