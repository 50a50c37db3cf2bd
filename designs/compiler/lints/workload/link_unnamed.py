"""Updates of a link's field that name only one of its ends.

A link joins one member and one channel. An update that names only the channel sets the field for all its members.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ...model.conceptual import Operation, given, stated
from ...names.paths import Route
from ...plan_model.decisions import opposite
from ...plan_model.findings import Finding
from ..base import Inspection, Lint, setting


def check(seen: Inspection) -> Iterator[Finding]:
    """Updates that set a field of a link, with a filter that doesn't identify the document at the link's other end."""
    for operation in seen.model.workload:
        written = _written_link(seen, operation) if operation.kind == "update" else None
        matches = given(operation.filter, [])
        takes_value = any(match.how in ("eq", "in") and not stated(match.value) for match in matches)
        if written is None or not takes_value or _names_other_end(seen, operation, written):
            continue
        end = written.steps[0]
        link = end.relationship
        if link is None:
            continue
        near, far = link.end(end.side).entity, link.end(opposite(end.side)).entity
        path = end.name
        message = (
            f"Sets {written.last.name} of every {seen.names.word(far)} linked to the {seen.names.word(near)}."
        )
        value = [*msgspec.to_builtins(matches), {"field": path}]
        fix = setting(operation, "filter", value=value)
        yield LINT.finding(
            operation.name, message, f"To update only one link, add {path} to its filter.", fix=fix
        )


def _written_link(seen: Inspection, operation: Operation) -> Route | None:
    """Return the way to the field of a link that an operation writes, the first such; None without one."""
    routes = (seen.paths.resolve(operation.entity, path) for path in operation.written)
    return next(
        (route for route in routes if route and [step.kind for step in route.steps] == ["end", "link"]), None
    )


def _names_other_end(seen: Inspection, operation: Operation, written: Route) -> bool:
    """Whether a condition asks for the document at the other end, by its id or by what it says of itself."""
    link = written.steps[0].relationship
    routes = [seen.paths.resolve(operation.entity, match.field) for match in given(operation.filter, [])]
    return any(
        route is not None and route.steps[0].relationship is link and route.last.kind != "link"
        for route in routes
    )


LINT = Lint(
    code="LINK_UNNAMED",
    slug="link-unnamed",
    name="LINK_UNNAMED",
    severity="warning",
    title="Link update without both ends",
    source="entity-relationship model: a relationship is identified by the entities that take part in it",
    about="operation",
    check=check,
)
