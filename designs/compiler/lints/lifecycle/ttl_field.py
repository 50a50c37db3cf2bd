"""Expiry that never happens.

TTL uses a date, or the earliest of an array of dates. Documents with any other value never expire.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...model.conceptual import Entity, Retention, given, stated
from ...model.field_walk import parts
from ...plan_model.findings import Finding
from ...workload.expiry import never_dated
from ...workload.inputs import BY_DATE
from ..base import Inspection, Lint

_AGES = {"archive": "after_days", "rolling": "period"}
_MOST = 2**31 - 1  # seconds


def check(seen: Inspection) -> Iterator[Finding]:
    """TTL on a field that isn't a date, without a number of seconds, or with a number out of range; archives
    and rolling retention without a date field, an age, or a period; and retention by a date that nothing
    sets."""
    for entity in seen.model.entities:
        retention = given(entity.retention, None)
        if retention is not None and retention.policy in _AGES:
            yield from _age(seen, entity, retention)
        if retention is not None and retention.policy in BY_DATE:
            yield from _retention(seen, entity, retention)
        if retention is not None and (message := _never_set(seen, entity, retention)):
            hint = "Add the operation that sets it, make it required, or use a date that every document has."
            yield LINT.finding(entity.name, message, hint, "warning", stays=entity.name)
    for collection in seen.plan.collections:
        for index in collection.indexes:
            seconds = index.options.get("expireAfterSeconds")
            if seconds is None:
                continue
            if not 0 <= seconds <= _MOST:
                message = f"Expires after {seconds} seconds. Use 0 to {_MOST}."
                yield LINT.finding(f"{collection.name}.{index.name}", message, "Use fewer seconds.")
            located = seen.located[collection.name].get(index.keys[0][0])
            if located is not None and not _is_date(located.field.types, located.field.items):
                message = f"{index.keys[0][0]} isn't a date, so documents never expire."
                yield LINT.finding(f"{collection.name}.{index.name}", message, "Expire by a date.")


def _age(seen: Inspection, entity: Entity, retention: Retention) -> Iterator[Finding]:
    """An archive, or what is kept for a period, without its number, or that goes by something that is no date."""
    number = _AGES[retention.policy]
    if not stated(getattr(retention, number)):
        message = f"Its retention is {retention.policy}, but {number} isn't set."
        yield LINT.finding(entity.name, message, f"Set {number}.")
    route = seen.paths.resolve(entity.name, given(retention.field, "")) if stated(retention.field) else None
    by_index = retention.policy in BY_DATE  # which is told of where the index stands
    if not by_index and route is not None and route.field is not None and "date" not in route.field.all_types:
        message = f"Its retention uses {retention.field}, which is {route.field.type} and has no age."
        yield LINT.finding(entity.name, message, "Use one of its date fields.")


def _never_set(seen: Inspection, entity: Entity, retention: Retention) -> str:
    """Why documents may stay for ever: what they go by may be absent, and no update of the design writes it, though it
    says how documents are changed. "" where nothing speaks for that."""
    path = never_dated(seen.survey, entity)
    if not path:
        return ""
    goes = "archived" if retention.policy == "archive" else "deleted"
    return f"Documents without {path} are never {goes}: it's optional, and no update sets it."


def _retention(seen: Inspection, entity: Entity, retention: Retention) -> Iterator[Finding]:
    if retention.policy == "ttl" and not stated(retention.seconds):
        yield LINT.finding(
            entity.name, "Set to expire, but no time is given.", ("Set the number of seconds.")
        )
    route = seen.paths.resolve(entity.name, given(retention.field, "")) if stated(retention.field) else None
    if stated(retention.field) and route is None:
        message = f"Expires by {retention.field}, which doesn't exist."
        yield LINT.finding(entity.name, message, "Use one of its date fields.")
    elif not stated(retention.field) and not any(
        part.field.type == "date" for part in parts(entity.own_fields)
    ):
        yield LINT.finding(entity.name, "Set to expire, but has no date field.", "Add a date field.")


def _is_date(types: tuple[str, ...], items: object) -> bool:
    inner = getattr(items, "types", ())
    return "date" in types or "date" in inner


LINT = Lint(
    code="L48",
    slug="ttl-field",
    name="TTL_FIELD",
    severity="error",
    title="Expiration without a date field",
    source="MongoDB manual, TTL indexes",
    about="entity",
    check=check,
)
