"""Formulas written as text, which are stored and shown but not computed.

A formula in the formula language becomes statements that keep the value correct. A formula in plain text is
documentation: your application must update the value.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import given
from ...model.field_limits import types_of
from ...model.field_types import NUMERIC
from ...model.formulas import FUNCTIONS, Expression, calculated, parse, paths_of, why_unread
from ...names.path_steps import Route
from ...plan_model.decisions import ring_of
from ...plan_model.findings import Finding
from ..base import Inspection, Lint

_SPELLED = (
    f"Use numbers, field paths, + - * /, parentheses, and {', '.join(FUNCTIONS)}. If your application computes the value, "
    "any text is fine."
)


def check(seen: Inspection) -> Iterator[Finding]:
    """Computed fields whose formula can't be parsed, uses a value that isn't a number, or depends on itself."""
    parsed: dict[str, tuple[str, Expression]] = {}
    for entity, path, field in seen.own_fields():
        computed = given(field.computed, None)
        if computed is None:
            continue
        expression, subject = parse(computed.formula), f"{entity.name}.{path}"
        if expression is None:
            message = f"This formula can't be computed: {why_unread(computed.formula)}."
            yield LINT.finding(subject, message, _SPELLED)
            continue
        if given(computed.refresh, "on-write") != "approximate":  # which may say views + 1 of a counter
            parsed[subject] = entity.name, expression
        for wrong, kind in _no_numbers(seen, entity.name, expression):
            message = f"The formula uses {wrong}, which is {kind}, so it has no result."
            hint = (
                "Dates can't be subtracted. Store the duration as a number that your application writes."
                if kind == "date"
                else "Use a number field, or count the items."
            )
            yield LINT.finding(subject, message, hint, "error")
    yield from _rings(seen, parsed)


def _no_numbers(seen: Inspection, entity: str, expression: Expression) -> Iterator[tuple[str, str]]:
    """The paths that a formula calculates with and that hold no number, each with its type."""
    for path in calculated(expression):
        route = seen.paths.resolve(entity, path)
        field = route.field if route is not None else None
        items = given(field.items, None) if field is not None else None
        if route is not None and (route.last.kind == "id" or route.last.name == "_id"):
            yield from ((path, kind) for kind in _ids_that_are_none(seen, route.target))
        elif field is not None and not {*types_of(field), *(types_of(items) if items else ())} & NUMERIC:
            yield path, field.type


def _ids_that_are_none(seen: Inspection, entity: str) -> Iterator[str]:
    """The first type of an entity's ids that is no number: its own, that of the document it shares, or of a subtype."""
    for name in (entity, *seen.survey.families.below(entity)):
        types = seen.placement.key_types(name)
        if not set(types) & NUMERIC:
            kind = "an ObjectId" if types == ("objectId",) else types[0]
            yield kind if name == entity else f"{kind} in {name}"
            return


def _rings(seen: Inspection, parsed: dict[str, tuple[str, Expression]]) -> Iterator[Finding]:
    """Computed fields that follow from one another in a ring, told once for each ring."""
    edges = [
        (subject, source, (subject, source))
        for subject, (entity, expression) in parsed.items()
        for path in paths_of(expression)
        if (route := seen.paths.resolve(entity, path)) is not None
        and not _climbs(route)
        and (source := _source(route)) in parsed
    ]
    while ring := ring_of(edges):
        names = [subject for subject, _ in ring]
        message = f"Circular formula: {' from '.join([*names, names[0]])}."
        hint = "Remove one of them from the other's formula."
        yield LINT.finding(names[0], message, hint, "error")
        edges = [edge for edge in edges if edge[2] not in ring]


def _climbs(route: Route) -> bool:
    """Whether a path leads to other nodes of a tree: the total of a branch follows from those of its branches."""
    links = [
        step.relationship for step in route.steps if step.kind == "end" and step.relationship is not None
    ]
    return any(link.from_.entity == link.to.entity for link in links)


def _source(route: Route) -> str:
    """The field that a path arrives at, as findings name it; "" where it is none of an entity."""
    if route.last.kind != "field":
        return ""
    ends = [place for place, step in enumerate(route.steps) if step.kind == "end"]
    own = route.steps[ends[-1] + 1 if ends else 0 :]
    return f"{route.target}.{'.'.join(step.name for step in own)}"


LINT = Lint(
    code="FORMULA_PROSE",
    slug="formula-prose",
    name="FORMULA_PROSE",
    severity="warning",
    title="Formula can't be computed",
    source="design format, Formulas",
    check=check,
)
