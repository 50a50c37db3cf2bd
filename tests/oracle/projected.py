"""Projections: a read that names its fields tells these, also behind references, and no other field of the documents that
it finds; of the elements of an array, those that its filter finds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from designs.compiler.model.conceptual import Operation, given, stated
from designs.compiler.plan_model.compilation import Compilation
from designs.compiler.plan_model.physical import Collection, walk
from designs.compiler.sampling.world import Thing
from tests.oracle.comparing import plain
from tests.oracle.constants import each_value
from tests.oracle.keeping import stored_values
from tests.oracle.projecting import StateRecords
from tests.oracle.state import State


def read_of(compilation: Compilation, subject: str) -> Operation | None:
    """Return the operation of a function of this subject, None where that is no read of one."""
    reads = (one for one in compilation.model.workload if one.kind == "read")
    return next((one for one in reads if f"operation:{one.name}" == subject), None)


def unasked_names(compilation: Compilation, subject: str) -> tuple[str, frozenset[str]]:
    """Return the entity that an operation of this subject reads, and what fields of its own the projection leaves out;
    none where there is no projection, or where what is read along may be of that entity too."""
    operation = read_of(compilation, subject)
    shown = {path.partition(".")[0] for path in given(operation.projection, [])} if operation else set()
    if operation is None or not shown or given(operation.includes, []):
        return "", frozenset()
    own = (each.own_fields for each in compilation.model.entities if each.name == operation.entity)
    return operation.entity, frozenset(one.name for one in next(own)) - shown - {"_id"}


def untold(state: State, operation: Operation | None, things: Iterable[Thing], answer: Any) -> str:
    """Return which path of a projection leads to another entity by references to one thing each, whose value an answer does
    not tell of one of the things; "" where it tells all. A copy may be older than its source: such paths are not judged."""
    records, values = StateRecords(state), None
    for path in given(operation.projection, []) if operation is not None else ():
        if operation is None or not _leads_to_one(state, operation, path):
            continue
        values = list(_values(plain(answer))) if values is None else values
        for thing in things:
            wanted = plain(records.look(thing, path))
            if wanted is not None and wanted not in values:
                return f"does not tell {path}, which its projection names: {str(wanted)[:80]}"
    return ""


def read_along(state: State, operation: Operation) -> Iterator[str]:
    """Yield the relationships by which an operation reads things besides its own: those that it includes, and those behind
    which its projection names something."""
    yield from given(operation.includes, [])
    for path in given(operation.projection, []):
        route = state.paths.resolve(operation.entity, path, given(operation.includes, []))
        for step in route.steps if route is not None else ():
            if step.kind == "end" and step.relationship is not None:
                yield step.relationship.name


def _leads_to_one(state: State, operation: Operation, path: str) -> bool:
    route = state.paths.resolve(operation.entity, path, given(operation.includes, []))
    steps = route.steps if route is not None else ()
    ends = list(takewhile(lambda step: step.kind == "end", steps))
    fields = steps[len(ends) :]
    is_plain = bool(ends and fields) and all(step.kind == "field" and not step.array for step in fields)
    links = [step.relationship for step in ends if step.relationship is not None and not step.array]
    if not is_plain or len(links) < len(ends) or any(link.kind in ("tree", "graph") for link in links):
        return False
    copied = {copy.field.partition(".")[0] for copy in given(links[-1].copies, [])}
    return fields[0].name.partition(".")[0] not in copied


def _values(value: Any) -> Iterator[Any]:
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from _values(part)


def unmet(collection: Collection, operation: Operation | None, told: dict[str, Any]) -> str:
    """Return which constant of a filter an element does not meet that a document tells among those of its operation."""
    asked = {
        match.field: plain(match.value)
        for match in (given(operation.filter, []) if operation is not None else ())
        if match.how == "eq" and stated(match.value) and "." not in match.field
    }
    entity = operation.entity if operation is not None and not given(operation.includes, []) else ""
    for located in walk(collection.fields) if asked and entity else ():
        field = located.field
        if field.entity != entity or field.origin != "embedded" or collection.entity == entity:
            continue
        held = stored_values(told, located.path.split("."))
        elements = [one for each in held for one in each_value(each) if isinstance(one, dict)]
        for name, value in asked.items():
            other = next((one for one in elements if name in one and plain(one[name]) != value), None)
            if other is not None:
                return f"tells one in {located.path} whose {name} is {other[name]}, not {value}"
    return ""
