"""Copied fields without a policy, with one that doesn't fit, or without a place to store them.

The price in an order must stay as it was; the author's name next to a comment should follow the author. Both are
copies, and only you know which one you need. Immutable says that the source never changes: if an operation changes it,
the copies keep the old value, and the audit reports them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Copy, Field, Operation, Relationship, given
from ...model.field_walk import parts
from ...names.path_steps import Route
from ...plan_model.findings import Finding
from ...rules.copies import Verdict, list_above
from ..base import Inspection, Lint, with_copy


def check(seen: Inspection) -> Iterator[Finding]:
    """Copies without a sync policy, and copies declared immutable although an operation changes their source.
    Also copies that can't be stored: the other side has no place for them, the path leads through a list, or
    the field isn't the copied entity's own."""
    for relationship, _ in seen.decided():
        for verdict in seen.placement.verdicts(relationship):
            yield from _findings(seen, relationship, verdict)


def _findings(seen: Inspection, relationship: Relationship, verdict: Verdict) -> Iterator[Finding]:
    owner, holder = (relationship.end(side).entity for side in (verdict.copy.of, verdict.holder))
    subject = seen.copy_place(relationship, verdict)
    what = f"copy of {owner}.{verdict.copy.field}"
    if verdict.fate == "kept" and verdict.assumed:
        hint = "Set it to immutable, snapshot, strong, eventual, or batch."
        fix = with_copy(relationship, verdict.copy, policy=verdict.policy)
        message = f"No sync policy for the {what}. Assumed: {verdict.policy}."
        yield LINT.finding(subject, message, hint, fix=fix, policy=verdict.policy)
    elif verdict.fate == "kept" and verdict.policy == "immutable":
        yield from _changed(seen, relationship, verdict, owner)
    elif verdict.fate == "homeless":
        message = f"Can't apply the {what}: a {holder} document stores nothing from {owner}."
        yield LINT.finding(subject, message, "Copy in the other direction, or change the strategy.")
    elif verdict.fate == "many":
        above = list_above(seen.names.entities[owner], verdict.copy.field)
        message = f"Can't apply the {what}: {above} is a list, so there's no single value."
        yield LINT.finding(subject, message, f"Copy all of {above}, or add a computed field.")
    elif verdict.fate == "foreign":
        message = f"Can't apply the {what}: {verdict.copy.field} isn't {owner}'s own field."
        yield LINT.finding(subject, message, _instead(seen, verdict.copy, owner, holder))


def _changed(seen: Inspection, relationship: Relationship, verdict: Verdict, owner: str) -> Iterator[Finding]:
    """An immutable copy of a field that may change, and that an operation does change."""
    copied = seen.paths.resolve(owner, verdict.copy.field)
    field = copied.field if copied is not None else None
    if field is None or field.immutable is True:
        return
    changing = [each.name for each in seen.model.workload if _changes(seen, each, field)]
    if changing:
        yield LINT.finding(
            seen.copy_place(relationship, verdict),
            f"The copy of {owner}.{verdict.copy.field} is immutable, but {changing[0]} changes the original.",
            "Make it a snapshot to keep the old value, or strong or eventual to update it.",
            fix=with_copy(relationship, verdict.copy, policy="snapshot"),
        )


def _changes(seen: Inspection, operation: Operation, field: Field) -> bool:
    """Whether an update changes a field, something in it, or an object around it."""
    for path in operation.written if operation.kind == "update" else ():
        route = seen.paths.resolve(operation.entity, path, given(operation.includes, []))
        steps = route.steps if route is not None else ()
        inside = parts([steps[-1].field]) if steps and steps[-1].field is not None else ()
        if any(each.field is field for each in (*steps, *inside)):
            return True
    return False


def _instead(seen: Inspection, copy: Copy, owner: str, holder: str) -> str:
    """What to do where a copy names what a relationship, a tree or another copy gives an entity."""
    route = seen.paths.resolve(owner, copy.field)
    is_derived = route is not None and route.last.kind in ("end", "field", "id", "copy")
    if route is None or not is_derived or route.target == holder:
        return "Read it through the reference."
    if route.last.kind == "end":
        return f"Add the field, or relate {route.target} to {holder}, which stores its own reference."
    source, field = _origin(seen, route)
    return f"Add the field, or relate {source} to {holder} and copy {field} of {source} there."


def _origin(seen: Inspection, route: Route) -> tuple[str, str]:
    """The entity and its own field that a path leads to, through copies of copies too."""
    while route.last.copy is not None:
        behind = seen.paths.resolve(route.target, route.last.copy.field)
        if behind is None or not route.steps:
            return route.target, route.last.copy.field
        route = behind
    return route.target, route.last.name


LINT = Lint(
    code="L18",
    slug="copy-no-policy",
    name="COPY_NO_POLICY",
    severity="warning",
    title="Copied field without a fitting sync policy",
    source="MongoDB manual, handle duplicate data",
    check=check,
)
