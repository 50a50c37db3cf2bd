"""Which results that are declared as decimals a server stores as such. The others may come out as doubles: the average of
whole numbers, or what follows from other documents."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model.conceptual import given
from ..model.formulas import parse, paths_of, widest
from ..plan_model.physical import DocField, walk
from .optional_results import is_worked_out

Tree = tuple[DocField, ...]


def with_wide_results(fields: Tree) -> Tree:
    """Return the fields of documents, those results as any number that need not come out as decimals."""
    located = list(walk(fields))
    types = {each.path: each.field.types for each in located}
    sure = {id(each.field.source) for each in located if _is_decimal(each.path, each.field, types)}
    return tuple(_widened(field, sure) for field in fields)


def _widened(field: DocField, sure: set[int]) -> DocField:
    if field.fields:
        field = replace(field, fields=tuple(_widened(inner, sure) for inner in field.fields))
    if field.items is not None and field.items.fields:
        inner_fields = tuple(_widened(inner, sure) for inner in field.items.fields)
        field = replace(field, items=replace(field.items, fields=inner_fields))
    if "decimal" not in field.types or not is_worked_out(field) or id(field.source) in sure:
        return field
    return replace(field, types=tuple("number" if name == "decimal" else name for name in field.types))


def _is_decimal(path: str, field: DocField, types: dict[str, tuple[str, ...]]) -> bool:
    """Whether a formula always gives a decimal, or the whole 0 of an empty sum: a server makes one of a decimal and any
    other number. Its paths start at the document, or at an object or element around the field."""
    computed = given(field.source.computed, None) if field.source is not None else None
    formula = parse(computed.formula) if computed is not None and "decimal" in field.types else None
    paths = paths_of(formula) if formula is not None else ()
    if formula is None or not paths:
        return False
    for start in _starts(path):
        read = {each: types.get(f"{start}{each}", ()) for each in paths}
        if all(read.values()):
            has_doubles = any({"double", "number"}.intersection(each) for each in read.values())
            return not has_doubles and widest(formula, read.__getitem__) == "decimal"
    return False


def _starts(path: str) -> Iterator[str]:
    """Yield what may stand before the paths of a formula, the nearest first."""
    steps = path.split(".")[:-1]
    for count in range(len(steps), -1, -1):
        yield "".join(f"{step}." for step in steps[:count])
