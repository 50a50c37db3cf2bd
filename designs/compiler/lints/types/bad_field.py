"""Fields whose keywords contradict each other or their type.

A validator ignores the maximum length of a number and the minimum of a string, so it wouldn't enforce them. A value
outside a field's own limits can never be stored. The values in a list of values must be able to identify documents.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.conceptual import Entity, Field, Item, Relationship, given, stated
from ...model.field_limits import broken_pattern, outside, shown, types_of, unusable_keywords
from ...model.field_walk import parts
from ...model.values import bson_of_types, comparable, typed
from ...placement.schema_versions import newest
from ...plan_model.findings import Finding
from ...plan_model.number_format import listed
from ...plan_model.physical import walk
from ...workload.document_history import VALID_FROM, VALID_TO, holds_versions
from ...workload.list_order import list_around, list_order
from ..base import Fix, Inspection, Lint, setting

_LINKED = ("many-to-many", "graph")
_ALIKE = ("bool", "null", "minKey", "maxKey")
_RENAME = "Rename it, or keep earlier versions as revisions (history: revisions)."


def check(seen: Inspection) -> Iterator[Finding]:
    """Limits that don't apply to the type of the field or item; enum values that are listed twice or that
    other limits exclude; examples that the field can't store; invalid patterns; versions later than the
    entity's own, or without one; fields with the name of a version date; lists of values that don't identify documents;
    subsets sorted by a list; and link owners and link fields that have no effect."""
    for entity in seen.model.entities:
        for part in parts(entity.own_fields):
            yield from _field(f"{entity.name}.{part.path}", part.field)
            yield from _version(entity, part.path, part.field)
        yield from _assumed_version(entity)
        yield from _times(seen, entity)
    yield from _listed(seen)
    for relationship in seen.model.links:
        yield from _sorted(seen, relationship)
        yield from _owned(relationship)
        yield from _of_no_link(relationship)
        for part in parts(given(relationship.link_fields, [])):
            yield from _field(f"{relationship.name}.{part.path}", part.field)


def _field(subject: str, field: Field) -> Iterator[Finding]:
    yield from _part(subject, field, field, ())
    item: Item | None = given(field.items, None)
    path: tuple[str, ...] = ("items",)
    while item is not None:
        yield from _part(subject, field, item, path)
        item, path = given(item.items, None), (*path, "items")


def _part(subject: str, field: Field, part: Field | Item, path: tuple[str, ...]) -> Iterator[Finding]:
    what = "its items are" if path else "this one is"
    for keyword, wanted in unusable_keywords(part):
        message = f"{keyword} applies to {wanted}, but {what} {part.type}, so it has no effect."
        fix = setting(field, *path, keyword)
        yield LINT.finding(subject, message, f"Remove {keyword}, or choose another type.", "warning", fix=fix)
    if stated(part.pattern) and (reason := broken_pattern(given(part.pattern, ""))):
        message = f"Invalid pattern {shown(part.pattern)}, which the server rejects: {reason}."
        yield LINT.finding(subject, message, "Correct the pattern.")
    values = given(part.enum, [])
    yield from _repeated(subject, field, path, part)
    for value in values:
        if reason := _not_held(value, part, is_of_enum=True):
            yield LINT.finding(
                subject, f"Its enum allows {shown(value)}, which {reason}.", "Correct one of them."
            )
    if stated(part.example) and (reason := _not_held(part.example, part, is_of_enum=False)):
        yield LINT.finding(
            subject,
            f"Its example is {shown(part.example)}, which {reason}.",
            "Correct the example.",
            "warning",
        )


def _owned(relationship: Relationship) -> Iterator[Finding]:
    """Find an owner of a link that can't store it: the reference of one to one stands at its ``to`` then."""
    if relationship.kind == "one-to-one" and relationship.link_owner == "from":
        message = (
            "link_owner has no effect. In a one-to-one, it chooses the side only if both ends are optional "
            "(minimum 0), and neither is owned by the other or copied into it."
        )
        hint = "Remove link_owner, or set both minimums to 0."
        fix = setting(relationship, "link_owner")
        yield LINT.finding(relationship.name, message, hint, "warning", about="relationship", fix=fix)


def _of_no_link(relationship: Relationship) -> Iterator[Finding]:
    """Find fields of the links themselves where each link is stored in the document of one of its ends."""
    fields, far = given(relationship.link_fields, []), relationship.to.entity
    if fields and relationship.kind not in _LINKED:
        message = (
            f"link_fields have no effect: a {relationship.kind} relationship stores no fields of its links."
        )
        hint = (
            f"Declare {listed(field.name for field in fields)} in {far}, or change the kind to many-to-many."
        )
        fix = setting(relationship, "link_fields")
        yield LINT.finding(relationship.name, message, hint, "warning", about="relationship", fix=fix)


def _repeated(subject: str, field: Field, path: tuple[str, ...], part: Field | Item) -> Iterator[Finding]:
    values = given(part.enum, [])
    compared = [comparable(typed(value, types_of(part))) for value in values]
    for place, value in enumerate(compared):
        if value in compared[:place]:
            message, fix = f"Its enum has {shown(values[place])} twice.", _enum_fix(field, path, part)
            yield LINT.finding(subject, message, "List each value once.", "warning", fix=fix)
            return


def _enum_fix(field: Field, path: tuple[str, ...], part: Field | Item) -> Fix | None:
    """The edit after which an enum says each value once."""
    once: dict[Any, Any] = {}
    for value in given(part.enum, []):
        once.setdefault(comparable(typed(value, types_of(part))), value)
    return setting(field, *path, "enum", value=list(once.values()))


def _not_held(raw: Any, part: Field | Item, *, is_of_enum: bool) -> str:
    """Why a part cannot hold a value that it states itself."""
    if raw is None:
        return ""
    try:
        bson_of_types(raw, types_of(part))
    except ValueError:
        return f"isn't a valid {part.type}"
    return outside(raw, part, with_enum=not is_of_enum)


def _version(entity: Entity, path: str, field: Field) -> Iterator[Finding]:
    since = given(field.since_version, 1)
    newest = given(entity.schema_version, since)
    if since > newest:
        message = f"Exists since version {since}, but the newest version of {entity.name} is {newest}."
        fix = setting(entity, "schema_version", value=since)
        yield LINT.finding(f"{entity.name}.{path}", message, f"Raise schema_version to {since}.", fix=fix)


def _assumed_version(entity: Entity) -> Iterator[Finding]:
    """Tell the versions that an entity gets because of a field, without having stated any."""
    latest = newest(entity)
    if not stated(entity.schema_version) and latest > 1:
        message = f"No schema_version. Assumed: {latest}, because of its fields' versions."
        hint = "Set it, or remove since_version and until_version."
        fix = setting(entity, "schema_version", value=latest)
        yield LINT.finding(entity.name, message, hint, "info", about="entity", fix=fix)


def _listed(seen: Inspection) -> Iterator[Finding]:
    """Find the fields whose values stand in lists instead of references, but are the same in many documents, or end with a
    version."""
    subjects: set[str] = set()
    for located in (each for collection in seen.plan.collections for each in walk(collection.fields)):
        name, entity, items = located.field.relationship, located.field.entity, located.field.items
        decision = seen.decisions.get(name or "")
        if decision is None or decision.traits.stores != "values" or items is None or entity is None:
            continue
        field = items.source
        if not isinstance(field, Field):
            is_bare = not seen.names.entities[entity].own_fields and seen.placement.spots(entity)
            if is_bare and entity not in subjects:
                subjects.add(entity)
                message = f"{name} stores the values of a field, but {entity} has no field of its own."
                hint = f"Give {entity} a unique field, or choose another strategy."
                yield LINT.finding(entity, message, hint, about="entity")
            continue
        if (subject := f"{entity}.{field.name}") in subjects:
            continue
        newest = given(seen.names.entities[entity].schema_version, 1)
        last = given(field.until_version, newest)
        if field.type in _ALIKE:
            subjects.add(subject)
            message = f"{name} stores its values, but {field.type} values can't identify one {entity}."
            yield LINT.finding(subject, message, f"Give {entity} a unique field, or choose another strategy.")
        elif last < newest:
            subjects.add(subject)
            message = f"{name} stores its values, but {entity} lost this field in version {last + 1}."
            yield LINT.finding(subject, message, "Keep the field, or choose another strategy.")


def _sorted(seen: Inspection, relationship: Relationship) -> Iterator[Finding]:
    recent, child = given(relationship.recent, None), seen.names.entities[relationship.to.entity]
    path = given(recent.sort, "") if recent else ""
    if name := list_around(child, path):
        instead, _ = list_order(relationship, child)
        message = (
            f"recent.sort is {path}, but {name} is a list, so a {child.name} has no single value to sort by. "
            f"Sorted by {instead} instead."
        )
        hint = "Sort by a field with one value, such as a date."
        yield LINT.finding(relationship.name, message, hint, "warning", about="relationship")


def _times(seen: Inspection, entity: Entity) -> Iterator[Finding]:
    """The fields in whose place the times stand between which a version is true."""
    where = seen.collections.get(seen.placement.collection(entity.name))
    if where is None or not holds_versions(where):
        return
    own = [operation for operation in seen.model.workload if operation.entity == entity.name]
    for field in entity.own_fields:
        if field.name not in (VALID_FROM, VALID_TO):
            continue
        subject, what = f"{entity.name}.{field.name}", "where the history stores when a version was valid"
        writers = ", ".join(each.name for each in own if field.name in each.written)
        if field.type != "date":
            yield LINT.finding(
                subject, f"This is {what}: its own values ({field.type}) aren't stored.", _RENAME
            )
        elif writers:
            yield LINT.finding(
                subject,
                (
                    f"This is {what}, which the functions write, so values from {writers} would be "
                    "overwritten."
                ),
                _RENAME,
            )


LINT = Lint(
    code="BAD_FIELD",
    slug="bad-field",
    name="BAD_FIELD",
    severity="error",
    title="Contradictory field settings",
    source="design format, Field; MongoDB manual, $jsonSchema",
    check=check,
)
