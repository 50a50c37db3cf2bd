"""An update as stages of a pipeline: attributes are worked out in their arrays, wherever these are.

Operators change an attribute that is there. A pipeline also adds one that is not, in one write,
and leaves every element alone that the filter does not mean. It also writes one place twice, which
the server refuses operators to do.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any, NamedTuple

from ...placement.doc_path import DocPath
from ..context import OperationContext
from ..ir.changes import (
    AddToSet,
    Compute,
    CurrentDate,
    DocumentChange,
    Inc,
    Max,
    Min,
    Mul,
    Pull,
    Push,
    Put,
    Unset,
    Update,
    UpdatePath,
)
from ..ir.conditions import Filter
from ..ir.expressions import (
    DOCUMENT,
    NOW,
    REMOVE,
    AggregationExpression,
    FieldPath,
    LiteralValue,
    Operand,
    OperatorCall,
    Variable,
    add,
    all_true,
    concat_arrays,
    cond,
    filter_array,
    if_null,
    in_,
    map_array,
    max_of,
    merge_objects,
    min_of,
    multiply,
    ne,
    not_,
    unset_field,
)
from ..read.attribute_elements import Attribute
from ..read.element_conditions import Around, ElementCondition, Untold, constant
from .array_filters import Meant

Changes = dict[str, Operand]
"""What places are set to, by path; REMOVE for those that are taken away."""
_OF_LISTS = (Push, AddToSet, Pull)


def put_or_unset(place: UpdatePath, value: Any) -> Compute:
    """Return the change that sets a place to a value, and takes it away where the caller gives none."""
    return Compute(place, if_null(LiteralValue(value), REMOVE), Put(place, value))


class Write(NamedTuple):
    """One change of an update. attribute: that it is of, None for a field."""

    kind: Callable[..., DocumentChange]
    place: DocPath
    value: Any
    attribute: Attribute | None = None

    @property
    def path(self) -> str:
        """What is written as a whole: the field, or the array of attributes."""
        return self.place.path if self.attribute is None else self.attribute.array

    @property
    def arrays(self) -> tuple[str, ...]:
        """The arrays that it is inside of."""
        return tuple(array for array in self.place.arrays if self.path.startswith(f"{array}."))


def outermost(writes: list[Write]) -> list[Write]:
    """The writes without those to what another one writes as a whole."""
    wholes = [write.path for write in writes if write.attribute is None and write.kind not in _OF_LISTS]
    return [write for write in writes if not any(write.path.startswith(f"{whole}.") for whole in wholes)]


def meet(writes: list[Write]) -> bool:
    """Whether two of the writes change one place, or one of them what is in the other's list."""
    paths = sorted(f"{write.path}." for write in writes)
    return any(second.startswith(first) for first, second in pairwise(paths))


def staged(world: OperationContext, writes: list[Write], meant: Meant) -> Update:
    """The writes as the server works them out. Raises Untold where no expression says what is meant."""
    for write in writes:
        if (write.attribute is not None and _is_deeper(write)) or (
            write.kind is Pull and isinstance(write.value, dict | Filter)
        ):
            raise Untold(write.path)
    changes = _Stages(world, meant).changes(writes, (), DOCUMENT)
    values = {path: value for path, value in changes.items() if value is not REMOVE}
    gone = tuple(Unset(UpdatePath(path)) for path, value in changes.items() if value is REMOVE)
    return Update(tuple(step for step in (Update.computing(values).changes, gone) if step))


def without(world: OperationContext, spot: DocPath, filter: Filter) -> Update:
    """The update that takes out the elements of which a filter holds. Raises Untold."""
    stages = _Stages(world, Meant(world, spot.collection, filter))
    gone = (_named(spot.arrays), all_true(stages.asked(spot.arrays, spot.arrays)))
    return Update.computing(stages.changes([Write(Compute, spot, gone)], (), DOCUMENT))


def _named(arrays: tuple[str, ...]) -> str:
    """What one element of the last of these arrays is called."""
    return f"each{len(arrays)}" if len(arrays) > 1 else "each"


def _is_deeper(write: Write) -> bool:
    """Whether it changes elements of an array that is an attribute's value."""
    return any(
        array.startswith(f"{write.path}.") and array != write.place.path for array in write.place.arrays
    )


class _Stages:
    def __init__(self, world: OperationContext, meant: Meant) -> None:
        self.world, self.meant = world, meant

    def changes(self, writes: list[Write], inside: tuple[str, ...], at: FieldPath | Variable) -> Changes:
        """The new values by path in the document, or in an element of the last array. at: that document,
        or element."""
        changes_by_path: Changes = {}
        deeper: dict[tuple[str, ...], list[Write]] = {}
        start = len(inside[-1]) + 1 if inside else 0
        for write in writes:
            if len(write.arrays) > len(inside):
                deeper.setdefault(write.arrays[: len(inside) + 1], []).append(write)
        for arrays, some in deeper.items():
            path = arrays[-1][start:]
            changes_by_path[path] = self._elements(some, arrays, at.down(path))
        for write in writes:
            if len(write.arrays) <= len(inside):
                path = write.path[start:]
                before = changes_by_path.get(path, at.down(path))
                changes_by_path[path] = _changed(write, before)
        return changes_by_path

    def _elements(
        self, writes: list[Write], arrays: tuple[str, ...], array: FieldPath | Variable
    ) -> OperatorCall:
        """The array with the elements changed that are meant; where there is none, none is made."""
        name = _named(arrays)
        element = Variable(name)
        changed = _merged(element, self.changes(writes, arrays, element))
        asked = self.asked(max((write.arrays for write in writes), key=len), arrays)
        if asked:
            changed = cond(all_true(asked), changed, element)
        return if_null(map_array(array, name, changed), REMOVE)

    def asked(self, deepest: tuple[str, ...], arrays: tuple[str, ...]) -> list[Any]:
        """What an element of the last of these arrays meets. deepest: all of them, and those further in
        that are written to."""
        own = self.meant.own(deepest, len(arrays) - 1)
        scopes = [self._scope(arrays[:count]) for count in range(len(arrays), -1, -1)]
        either = [Around(scopes).meets(alternative) for alternative in self.meant.filter.mixed(arrays[-1])]
        return [*([scopes[0][1].meets(own)] if own else []), *either]

    def _scope(self, arrays: tuple[str, ...]) -> tuple[str, ElementCondition]:
        """What the paths in an element of the last of these arrays begin with, and that element; of none,
        the document."""
        start = f"{arrays[-1]}." if arrays else ""
        name = _named(arrays) if arrays else "ROOT"
        return start, ElementCondition(name, lambda path: self._is_array(f"{start}{path}"))

    def _is_array(self, path: str) -> bool:
        """Whether an array stands at a path, in elements of any kind."""
        above, _, last = path.rpartition(".")
        fields = self.world.fields(self.meant.collection, above)
        return any(field.name == last and "array" in field.types for field in fields)


def _changed(write: Write, before: Any) -> Any:
    """The new value of a field, or of the array that holds an attribute. before: the old one."""
    make, attribute = _EXPRESSIONS.get(write.kind), write.attribute
    if attribute is None:
        return REMOVE if make is None else make(before, write.value)
    if make is None:
        return attribute.removed(before)
    value = make(attribute.value(before), write.value)
    return attribute.replaced(if_null(value, []) if write.kind is Pull else value, before)


def _merged(whole: Variable, changes: Changes) -> AggregationExpression:
    """An element, or an object in it, with changes by path."""
    values, inside = Changes(), dict[str, Changes]()
    for path, value in changes.items():
        name, _, rest = path.partition(".")
        if rest:
            inside.setdefault(name, {})[rest] = value
        values[name] = value
    own = {name: value for name, value in values.items() if name not in inside}
    left: AggregationExpression = whole
    for name in (name for name, value in own.items() if value is REMOVE):
        left = unset_field(name, left)
    fields = {
        name: _merged(whole.down(name), inside[name]) if name in inside else value
        for name, value in values.items()
        if own.get(name) is not REMOVE
    }
    return merge_objects(left, fields) if fields else left


def worked_out(change: DocumentChange) -> DocumentChange:
    """Return a change of a field as a stage makes it; as it is, where no stage does."""
    make = _EXPRESSIONS.get(type(change))
    if isinstance(change, Unset):
        return Compute(change.place, REMOVE, change)
    if make is None or isinstance(change, Pull | Compute) or change.place.elements:
        return change
    value = next((getattr(change, name) for name in change.__struct_fields__[1:]), None)
    return Compute(change.place, make(FieldPath(change.place.path), value), change)


# --- operators as expressions -----------------------------------------------------------------------


def _or(old: Any, default: Any) -> Any:
    """The old value, or another where there is none: what the caller gives is there."""
    return old if isinstance(old, LiteralValue) else if_null(old, default)


def _added(old: Any, value: Any) -> OperatorCall:
    return concat_arrays(_or(old, []), [constant(value)])


def _added_once(old: Any, value: Any) -> OperatorCall:
    is_there = in_(constant(value), _or(old, []))
    return cond(is_there, old, _added(old, value))


def _taken_out(old: Any, value: Any) -> OperatorCall:
    kept = filter_array(old, "one", ne(Variable("one"), constant(value)))
    return kept if isinstance(old, LiteralValue) else if_null(kept, REMOVE)


def _filtered(old: Any, gone: tuple[str, Any]) -> OperatorCall:
    kept = filter_array(old, gone[0], not_(gone[1]))
    return if_null(kept, REMOVE)


_EXPRESSIONS: dict[Callable[..., DocumentChange], Callable[[Any, Any], Any]] = {
    Put: lambda old, value: LiteralValue(value),
    put_or_unset: lambda old, value: if_null(LiteralValue(value), REMOVE),
    Inc: lambda old, value: add(_or(old, 0), value),
    Mul: lambda old, value: multiply(_or(old, 0), value),
    Min: lambda old, value: min_of(old, LiteralValue(value)),
    Max: lambda old, value: max_of(old, LiteralValue(value)),
    Push: _added,
    AddToSet: _added_once,
    Pull: _taken_out,
    Compute: _filtered,
    CurrentDate: lambda old, value: NOW,
}
