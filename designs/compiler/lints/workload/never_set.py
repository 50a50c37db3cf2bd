"""Optional fields that operations filter or sort by, but none sets.

For example, a read finds tickets without a reply, or lists runners by place. If no operation sets the field, a
ticket never leaves the list, and no runner is ever on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Entity, Field, Operation, given, stated
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...workload.expiry import comes_later
from ..base import Fix, Inspection, Lint, adding_operation, together

_NAMED = 4


def check(seen: Inspection) -> Iterator[Finding]:
    """Optional fields that get their value after the insert, such as `answered_on`, if reads filter or sort by them
    but no operation writes them. All are combined in one finding."""
    written = {id(field) for operation in seen.model.workload for field in _written(seen, operation)}
    waiting: dict[str, list[str]] = {}
    for operation in seen.model.workload:
        for entity, field in _waited_for(seen, operation) if operation.kind == "read" else ():
            names = waiting.setdefault(entity.name, [])
            if id(field) not in written and field.name not in names and _comes_about(seen, entity):
                names.append(field.name)
    places = [f"{entity}.{name}" for entity, names in waiting.items() for name in names]
    if places:
        first = next(entity for entity, names in waiting.items() if names)
        rest = len(places) - _NAMED
        places_said = f"{', '.join(places[:_NAMED])} and {rest} more" if rest > 0 else listed(places)
        yield LINT.finding(
            first,
            (
                f"Reads filter or sort by {places_said}, but no operation sets "
                f"{'it' if len(places) == 1 else 'them'} after the insert."
            ),
            "Add the update that sets it later, so its checks and cost are included.",
            fix=together(
                *(_update(seen, name, names, at) for at, (name, names) in enumerate(waiting.items()) if names)
            ),
        )


def _written(seen: Inspection, operation: Operation) -> Iterator[Field]:
    """Yield the fields that an update changes, with those that stand in what it changes as a whole."""
    for path in operation.written:
        route = seen.paths.resolve(operation.entity, path, given(operation.includes, []))
        for step in route.steps if route is not None else ():
            if step.field is not None:
                yield step.field


def _waited_for(seen: Inspection, operation: Operation) -> Iterator[tuple[Entity, Field]]:
    """Yield the own optional fields by which a read tells what has happened to a thing from what has not."""
    asked = [(match.field, match.how == "exists") for match in given(operation.filter, [])]
    asked += [(path, _asks_whether(value)) for path, value in given(operation.always_filter, {}).items()]
    asked += [(order.field, False) for order in given(operation.sort, [])]
    for path, whether in asked:
        route = seen.paths.resolve(operation.entity, path, given(operation.includes, []))
        if route is None or route.last.kind != "field" or route.field is None:
            continue
        entity, field = seen.names.entities[route.last.entity], route.field
        if field not in entity.own_fields or not _may_come_later(field):
            continue
        if whether or comes_later(field.name):
            yield entity, field


def _asks_whether(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and "$exists" in value)


def _may_come_later(field: Field) -> bool:
    return field.required is not True and field.immutable is not True and not stated(field.computed)


def _comes_about(seen: Inspection, entity: Entity) -> bool:
    """Whether operations insert things of an entity and say of nothing else that they come with what has happened: not
    events, which are written once."""
    is_kept = entity.kind_or_default not in ("lookup", "event", "measurement")
    return is_kept and any(
        each.kind == "insert" and each.entity == entity.name for each in seen.model.workload
    )


def _update(seen: Inspection, entity: str, names: list[str], number: int) -> Fix | None:
    """The edit that adds an operation which sets these fields of one thing; None where the design's objects have no ids."""
    wish = f"set {listed(names[:2])} of {seen.names.word(entity)}"
    what = {"filter": [{"field": "_id"}], "changes": names}
    return adding_operation(seen, seen.names.entities[entity], wish, number, "update", **what)


LINT = Lint(
    code="NEVER_SET",
    slug="never-set",
    name="NEVER_SET",
    severity="warning",
    title="Reads use a field that nothing sets",
    source="Nestlink default: a field that is read must be written",
    about="entity",
    check=check,
)
