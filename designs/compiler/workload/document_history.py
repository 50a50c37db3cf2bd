"""Entities whose past is kept: earlier revisions beside the current document (DOC_VERSION), or every
version with the time for which it was true (SCD2). What the documents hold for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ..model.conceptual import Entity, Field, Model, given
from ..plan_model.physical import Collection, DocField, PlannedIndex, conditions_on

REVISION, VALID_FROM, VALID_TO = "revision", "valid_from", "valid_to"
REVISIONS, VERSIONS = "revisions", "point-in-time"
KIND = "revisions"  # of the collection that holds the earlier ones


def history_of(entity: Entity) -> str:
    """``revisions``, ``point-in-time``, or "" where only the present counts."""
    history = given(entity.history, "none")
    return "" if history == "none" else history


def history_of_all(names: Iterable[str], entities: Mapping[str, Entity]) -> str:
    """The history that serves all of these entities: versions tell revisions too, with their times."""
    histories = {history_of(entities[name]) for name in names}
    return next((history for history in (VERSIONS, REVISIONS) if history in histories), "")


def known_by(model: Model, entity: Entity) -> str:
    """The field by which the versions of an entity are known, as the manual has it: a natural key that
    every version repeats. "" where something needs the ``_id`` of the document to stay: a relationship,
    an operation, a function for one of its fields."""
    if history_of(entity) != VERSIONS or _needs_its_id(model, entity):
        return ""
    own = [operation for operation in model.workload if operation.entity == entity.name]
    asked = {match.field for operation in own for match in given(operation.filter, [])}
    written = {path for operation in own for path in operation.written}
    keys = [field.name for field in entity.own_fields if _is_key(field) and field.name not in written]
    return keys[0] if keys and "_id" not in asked else ""


def _needs_its_id(model: Model, entity: Entity) -> bool:
    ends = {end.entity for link in model.links for end in (link.from_, link.to)}
    special = any(field.computed or field.grid or field.name == "_id" for field in entity.own_fields)
    kept = entity.retention or entity.schema_version or entity.shard_pairs
    return entity.name in ends or special or bool(kept)


def _is_key(field: Field) -> bool:
    plain = field.type not in ("object", "array") and "null" not in field.all_types
    return (
        field.unique is True
        and field.required is True
        and plain
        and "." not in field.name
        and field.name[:1] != "$"
    )


def holds_versions(collection: Collection) -> bool:
    """Whether past versions stand beside the current documents."""
    return any(field.origin == "version" for field in collection.fields if field.name == VALID_TO)


def installed_validator(collection: Collection) -> dict[str, Any] | None:
    """The validator that the server gets: a past version is stored as it was, even if the design no longer takes it."""
    if collection.validator is None or not holds_versions(collection):
        return collection.validator
    return {"$or": [{VALID_TO: {"$type": "date"}}, collection.validator]}


def holds_current_only(index: PlannedIndex, collection: Collection | None) -> bool:
    """Whether an index leaves out the past versions that stand beside the current documents."""
    condition = index.options.get("partialFilterExpression", {})
    return VALID_TO in condition and collection is not None and holds_versions(collection)


def options_beside_versions(index: PlannedIndex, collection: Collection | None) -> dict[str, Any]:
    """The options of an index without the condition that leaves out past versions: every statement repeats it."""
    if not holds_current_only(index, collection):
        return index.options
    condition = index.options["partialFilterExpression"]
    rest = {path: rule for path, rule in condition.items() if path != VALID_TO}
    others = {name: value for name, value in index.options.items() if name != "partialFilterExpression"}
    return {**others, **({"partialFilterExpression": rest} if rest else {})}


def holds_all(index: PlannedIndex, collection: Collection) -> bool:
    """Whether an index holds every document that has its first path, past versions aside: all that one is found by."""
    options = options_beside_versions(index, collection)
    return set(conditions_on(options.get("partialFilterExpression"))) <= {index.keys[0][0]}


def keeps_revisions(collection: Collection) -> bool:
    """Whether documents carry the number of their revision, earlier ones being kept elsewhere."""
    return collection.kind != KIND and any(map(is_revision, collection.fields))


def is_revision(field: DocField) -> bool:
    """Whether a field numbers the revisions of its document, whatever its name."""
    counts = field.minimum == 1 and field.maximum is None  # the number of a shape has a newest one
    return field.origin == "version" and counts


def revision_name(model: Model, entities: Iterable[Entity]) -> str:
    """The name of the field that numbers the revisions of documents that are all of these entities: ``revision``, unless
    one of these has another meaning for it: of another type, or written by an operation."""
    sharing = [*entities]
    own = {field.name: field for entity in sharing for field in entity.own_fields}
    names = {entity.name for entity in sharing}
    written = {
        path for operation in model.workload if operation.entity in names for path in operation.written
    }
    wish, number = REVISION, 1
    while wish in own and (own[wish].type != "int" or wish in written):
        number += 1
        wish = "revision_number" if number == 2 else f"revision_number_{number - 1}"
    return wish
