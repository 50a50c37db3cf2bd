"""Stored results that may have no value: the average of nothing, what is divided by nothing, what follows
from something that is absent. Each is stored as null, required or not, so that readers, indexes and
validators find one form of it; null is let in nowhere else."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from ..model.conceptual import Computed, given, stated
from ..model.formulas import Binary, Call, Expression, Number, PathRef, parse
from ..plan_model.physical import DocField, Located, walk

NO_FORMULA = Computed(formula="")
Tree = tuple[DocField, ...]


class _Known(NamedTuple):
    """The paths at which each document has a value, and those behind arrays that are never empty."""

    there: frozenset[str]
    filled: frozenset[str]


def with_results(trees: dict[str, Tree]) -> dict[str, Tree]:
    """The fields of collections, with which of the results, and of their copies, may have no value."""
    made = {name: _of_tree(fields) for name, fields in trees.items()}
    located = [one.field for fields in made.values() for one in walk(fields)]
    nothing = {id(one.source) for one in located if one.origin != "copy" and one.empty}
    return {name: _with_copies(fields, nothing) for name, fields in made.items()} if nothing else made


def _with_copies(fields: Tree, nothing: set[int]) -> Tree:
    return tuple(_with_copy(one, nothing) for one in fields)


def _with_copy(field: DocField, nothing: set[int]) -> DocField:
    if field.fields:
        field = replace(field, fields=_with_copies(field.fields, nothing))
    if field.items is not None and field.items.fields:
        field = replace(field, items=replace(field.items, fields=_with_copies(field.items.fields, nothing)))
    copied = field.origin == "copy" and id(field.source) in nothing and "null" not in field.types
    return replace(field, empty=True) if copied else field


def _of_tree(fields: Tree) -> Tree:
    located = {one.path: one for one in walk(fields)}
    if not any(
        one.field.source is not None and stated(one.field.source.computed) for one in located.values()
    ):
        return fields
    there = frozenset(path for path in located if _is_there(path, located))
    filled = frozenset(path for path in there if _is_filled(located[path], located))
    return tuple(_with_result(one, "", _Known(there, filled)) for one in fields)


def _is_there(path: str, located: dict[str, Located]) -> bool:
    """Whether each document has a value at a path; of one kind's, each of this kind."""
    parts = path.split(".")
    steps = [located.get(".".join(parts[: count + 1])) for count in range(len(parts))]
    return all(one is not None and _is_kept(one.field) for one in steps)


def _is_kept(field: DocField) -> bool:
    return (field.required or field.needed) and "null" not in field.types


def _is_filled(one: Located, located: dict[str, Located]) -> bool:
    """Whether each array on the way has an element at least."""
    return bool(one.arrays) and all(_least(located[array].field) for array in one.arrays)


def _least(field: DocField) -> int:
    declared = given(field.source.min_items, 0) if field.source is not None else 0
    return max(declared, field.min_items or 0)


def _with_result(field: DocField, above: str, known: _Known) -> DocField:
    inner = tuple(_with_result(one, f"{above}{field.name}.", known) for one in field.fields)
    field = replace(field, fields=inner) if inner != field.fields else field
    if field.items is not None and field.items.fields:
        field = replace(field, items=replace(field.items, fields=_of_tree(field.items.fields)))
    formula = parse(given(field.source.computed, NO_FORMULA).formula) if field.source is not None else None
    if (
        formula is None
        or field.origin == "copy"
        or "null" in field.types
        or not _may_be_null(formula, above, known)
    ):
        return field
    return replace(field, empty=True)


def _may_be_null(formula: Expression, above: str, known: _Known) -> bool:
    """Whether a formula may have no value. above: what its field stands in, whose fields it may name."""
    if isinstance(formula, PathRef):
        return not {formula.path, f"{above}{formula.path}"} & known.there
    if isinstance(formula, Binary):
        parts = (formula.left, formula.right)
        return _divides(formula) or any(_may_be_null(one, above, known) for one in parts)
    if isinstance(formula, Call) and formula.name == "round":
        return any(_may_be_null(one, above, known) for one in formula.arguments)
    if not isinstance(formula, Call) or formula.name in ("count", "sum"):
        return False
    return not any(_has_rows(one, above, known) for one in formula.arguments)


def _divides(formula: Binary) -> bool:
    """Whether it divides by what may be nought."""
    return formula.operator == "/" and not (isinstance(formula.right, Number) and formula.right.value)


def _has_rows(formula: Expression, above: str, known: _Known) -> bool:
    """Whether what an aggregate is of has a value in each row, and a row at least."""
    if isinstance(formula, PathRef):
        return bool({formula.path, f"{above}{formula.path}"} & known.filled)
    if isinstance(formula, Binary) and not _divides(formula):
        sides = [one for one in (formula.left, formula.right) if not isinstance(one, Number)]
        return bool(sides) and all(_has_rows(one, above, known) for one in sides)
    return False
