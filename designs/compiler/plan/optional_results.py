"""Stored results that may have no value: the average of nothing, what is divided by nothing, what follows
from something that is absent. Each is stored as null, required or not, so that readers, indexes and
validators find one form of it; null is let in nowhere else."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ..model.conceptual import Computed, given, stated
from ..model.field_types import NUMERIC
from ..model.formulas import Binary, Call, Expression, Number, PathRef, parse
from ..plan_model.physical import DocField, Located, walk

NO_FORMULA = Computed(formula="")
Tree = tuple[DocField, ...]


class _Certain(NamedTuple):
    """The paths at which each document has a value, those behind arrays that are never empty, and those at which a value is
    a number, where there is one."""

    there: frozenset[str]
    filled: frozenset[str]
    numbers: frozenset[str]


def with_results(trees: dict[str, Tree]) -> dict[str, Tree]:
    """The fields of collections, with which of the results, and of their copies, may have no value."""
    finished = {name: _of_tree(fields) for name, fields in trees.items()}
    located = [place.field for fields in finished.values() for place in walk(fields)]
    nothing = {id(field.source) for field in located if field.origin != "copy" and field.empty}
    return {name: _with_copies(fields, nothing) for name, fields in finished.items()} if nothing else finished


def is_worked_out(field: DocField) -> bool:
    """Whether a field's value, or that of what it is a copy of, follows from others."""
    return field.origin == "computed" or (field.source is not None and stated(field.source.computed))


def _with_copies(fields: Tree, nothing: set[int]) -> Tree:
    return tuple(_with_copy(field, nothing) for field in fields)


def _with_copy(field: DocField, nothing: set[int]) -> DocField:
    if field.fields:
        field = replace(field, fields=_with_copies(field.fields, nothing))
    if field.items is not None and field.items.fields:
        field = replace(field, items=replace(field.items, fields=_with_copies(field.items.fields, nothing)))
    copied = field.origin == "copy" and id(field.source) in nothing and "null" not in field.types
    return replace(field, empty=True) if copied else field


def _of_tree(fields: Tree) -> Tree:
    located = {place.path: place for place in walk(fields)}
    if not any(
        place.field.source is not None and stated(place.field.source.computed) for place in located.values()
    ):
        return fields
    there = frozenset(path for path in located if _is_there(path, located))
    filled = frozenset(path for path in there if _is_filled(located[path], located))
    numbers = frozenset(path for path, place in located.items() if _is_number(place))
    return tuple(_with_result(field, "", _Certain(there, filled, numbers)) for field in fields)


def _is_number(place: Located) -> bool:
    return not place.arrays and NUMERIC.issuperset({*place.field.types} - {"null"})


def _is_there(path: str, located: dict[str, Located]) -> bool:
    """Whether each document has a value at a path; of one kind's, each of this kind."""
    parts = path.split(".")
    steps = [located.get(".".join(parts[: count + 1])) for count in range(len(parts))]
    return all(step is not None and _is_kept(step.field) for step in steps)


def _is_kept(field: DocField) -> bool:
    """Whether documents of every version have a value at a field."""
    is_of_some = field.source is not None and field.source.has_versions
    return (field.required or field.needed) and "null" not in field.types and not is_of_some


def _is_filled(place: Located, located: dict[str, Located]) -> bool:
    """Whether each array on the way has an element at least."""
    return bool(place.arrays) and all(_least(located[array].field) for array in place.arrays)


def _least(field: DocField) -> int:
    declared = given(field.source.min_items, 0) if field.source is not None else 0
    return max(declared, field.min_items or 0)


def _with_result(field: DocField, above: str, certain: _Certain) -> DocField:
    inner = tuple(_with_result(inner_field, f"{above}{field.name}.", certain) for inner_field in field.fields)
    field = replace(field, fields=inner) if inner != field.fields else field
    if field.items is not None and field.items.fields:
        field = replace(field, items=replace(field.items, fields=_of_tree(field.items.fields)))
    formula = parse(given(field.source.computed, NO_FORMULA).formula) if field.source is not None else None
    if formula is None or field.origin == "copy" or not _may_be_null(formula, above, certain):
        return field
    return replace(field, empty=True)


def _may_be_null(formula: Expression, above: str, certain: _Certain) -> bool:
    """Whether a formula may have no value. above: what its field stands in, whose fields it may name."""
    if isinstance(formula, PathRef):
        return not {formula.path, f"{above}{formula.path}"} & certain.there
    if isinstance(formula, Binary):
        sides = [
            side
            for side in (formula.left, formula.right)
            if not _counts_nought(formula, side, above, certain)
        ]
        return _divides(formula) or any(_may_be_null(side, above, certain) for side in sides)
    if isinstance(formula, Call) and formula.name == "round":
        return any(_may_be_null(argument, above, certain) for argument in formula.arguments)
    if not isinstance(formula, Call) or formula.name in ("count", "sum"):
        return False
    return not any(_has_rows(argument, above, certain) for argument in formula.arguments)


def _counts_nought(formula: Binary, side: Expression, above: str, certain: _Certain) -> bool:
    """Whether one side is a number that is added or taken off: where it is absent, it counts 0."""
    if formula.operator not in ("+", "-") or not isinstance(side, PathRef):
        return False
    return bool({side.path, f"{above}{side.path}"} & certain.numbers)


def _divides(formula: Binary) -> bool:
    """Whether it divides by what may be nought."""
    return formula.operator == "/" and not (isinstance(formula.right, Number) and formula.right.value)


def _has_rows(formula: Expression, above: str, certain: _Certain) -> bool:
    """Whether what an aggregate is of has a value in each row, and a row at least."""
    if isinstance(formula, PathRef):
        return bool({formula.path, f"{above}{formula.path}"} & certain.filled)
    if isinstance(formula, Binary) and not _divides(formula):
        sides = [operand for operand in (formula.left, formula.right) if not isinstance(operand, Number)]
        return bool(sides) and all(_has_rows(side, above, certain) for side in sides)
    return False
