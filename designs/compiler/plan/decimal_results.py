"""Which results that are declared as decimals are stored as such: those whose formula reads numbers, since scripts make
a decimal of what comes out as a double. Of the others nobody knows what they are."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from ..model.conceptual import given
from ..model.field_walk import computed_fields
from ..model.formulas import parse, paths_of, possible, widest
from ..names.paths import Paths
from ..plan_model.physical import DocField, walk
from .optional_results import is_worked_out

Tree = tuple[DocField, ...]


def made_decimal(paths: Paths) -> frozenset[int]:
    """Return the fields, by identity, whose results scripts store as decimals, or as whole numbers: those of other
    documents too."""
    return frozenset(
        id(field)
        for entity in paths.names.entities.values()
        for _, field, computed in computed_fields(entity.own_fields)
        if {*field.all_types} <= {"decimal", "null"} and _reads_numbers(paths, entity.name, computed.formula)
    )


def _reads_numbers(paths: Paths, entity: str, formula: str) -> bool:
    expression = parse(formula)
    return expression is not None and bool(possible(expression, lambda path: _types_at(paths, entity, path)))


def _types_at(paths: Paths, entity: str, path: str) -> tuple[str, ...]:
    route = paths.resolve(entity, path)
    field = route.field if route is not None else None
    items = given(field.items, None) if field is not None else None
    return (items.type,) if items is not None else field.all_types if field is not None else ()


def with_wide_results(fields: Tree, decimals: frozenset[int] = frozenset()) -> Tree:
    """Return the fields of documents, those results as any number that need not come out as decimals. decimals: the
    fields, by identity, that do."""
    located = list(walk(fields))
    types = {each.path: each.field.types for each in located}
    sure = decimals | {id(each.field.source) for each in located if _is_decimal(each.path, each.field, types)}
    return tuple(_widened(field, sure) for field in fields)


def _widened(field: DocField, sure: frozenset[int]) -> DocField:
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
