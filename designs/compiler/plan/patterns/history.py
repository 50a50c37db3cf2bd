"""DOC_VERSION and SCD2: earlier revisions in a collection of their own, or all versions with their times."""

from __future__ import annotations

from typing import Any

import msgspec

from ...model.conceptual import Entity
from ...plan_model.decisions import Overlay
from ...plan_model.physical import DocField, Element
from ...workload.document_history import (
    KIND,
    REVISIONS,
    VALID_FROM,
    VALID_TO,
    history_of_all,
    known_by,
    revision_name,
)
from ..plan_builder import Body, Node, PlanDraft, own_entity_values
from .base import Pattern, id_of_document


def apply(draft: PlanDraft) -> None:
    """Keep the past of each entity that has one and a collection of its own."""
    for entity in draft.names.entities.values():
        name, history = draft.placement.collection(entity.name), _asked(draft, entity)
        own = [home.kind for home in draft.placement.homes(entity.name)] == ["collection"]
        own = own and not any(
            spot.path for spot in draft.placement.spots(entity.name)
        )  # a tree in one document
        if not history or not own or draft.shelves.get(name, {}).get("kind") != "standard":
            continue
        if history == REVISIONS:
            _revisions(draft, entity, name)
        else:
            _versions(draft, entity, name)


def _asked(draft: PlanDraft, entity: Entity) -> str:
    """The history of an entity's documents: its own, that of what it is a kind of, and that of any
    kind which shares them."""
    return history_of_all((each.name for each in _sharing(draft, entity)), draft.names.entities)


def _sharing(draft: PlanDraft, entity: Entity) -> list[Entity]:
    """The entity, what it is a kind of, and any kind that shares its documents."""
    above, below = draft.survey.families.above(entity.name), draft.placement.kinds.narrower(entity.name)
    return [draft.names.entities[name] for name in (entity.name, *above, *below)]


def _revisions(draft: PlanDraft, entity: Entity, name: str) -> None:
    body, word = draft.body(entity.name), draft.names.word(entity.name)
    where = _free(f"{word}_revisions", draft)
    note = f"version number, incremented on every change; earlier versions are in {where}"
    number = revision_name(draft.placement.model, _sharing(draft, entity))
    body.nodes[number] = _node(number, "int", body, note, required=True, minimum=1)
    past = Body(
        [
            id_of_document(
                draft,
                entity.name,
                draft.names.version_key(entity.name),
                f"the {word.replace('_', ' ')} this version belongs to",
            )
        ]
    )
    past.late = lambda sliced: tuple(
        _kept(field) for field in body.freeze(sliced) if field.name not in (*past.nodes, "_id")
    )
    values = own_entity_values(entity) | {"entity": None, "validation_action": "warn"}  # kept as it was
    draft.add_collection(where, past, kind=KIND, revises=entity.name, **values)
    _overlay(draft, entity, "DOC_VERSION", name, number)


def _versions(draft: PlanDraft, entity: Entity, name: str) -> None:
    body = draft.body(entity.name)
    if not known_by(draft.placement.model, entity):
        _mark(draft, entity, body)
    body.nodes[VALID_FROM] = _node(VALID_FROM, "date", body, "valid from", required=True)
    note = "valid to; null for the current version"
    body.nodes[VALID_TO] = _node(VALID_TO, "date", body, note, null=True, required=True)
    _overlay(draft, entity, "SCD2", name, VALID_TO)


def _mark(draft: PlanDraft, entity: Entity, body: Body) -> None:
    """Whose version a document is, where nothing that people know it by says so."""
    if (
        draft.placement.declared_id(entity.name) is not None
    ):  # a past version needs one of its own, whatever kind the present one is
        own = body.nodes["_id"]
        own.types = tuple(dict.fromkeys((*own.types, "objectId")))
    word, key = draft.names.word(entity.name), draft.names.version_key(entity.name)
    note = f"the {word.replace('_', ' ')} this version belongs to; the current version has its own _id here"
    body.nodes[key] = id_of_document(draft, entity.name, key, note)


def _node(name: str, kind: str, body: Body, note: str, *, null: bool = False, **values: Any) -> Node:
    return body.ours(name, kind, *(("null",) if null else ()), origin="version", note=note, **values)


def _overlay(draft: PlanDraft, entity: Entity, kind: str, collection: str, path: str) -> None:
    draft.entity_overlays.append(Overlay(kind=kind, collection=collection, path=path, entity=entity.name))


def _kept(field: DocField) -> DocField:
    """A field as an earlier revision has it: the value of that time, which no sync updates."""
    note = field.note if field.kinds else ""  # which of several kinds has it
    if field.origin == "own":
        return msgspec.structs.replace(field, origin="copy", policy="snapshot", note=note)
    return _as_it_was(field, note=note)


def _as_it_was(field: DocField, **more: Any) -> DocField:
    """A field in which copies are those of that time, however deep they stand."""
    is_copy = bool(field.policy) and field.origin == "copy"
    if is_copy and "note" not in more:
        more["note"] = f"{field.note.partition(' (')[0]} (snapshot): as it was in this version"
    return msgspec.structs.replace(
        field,
        policy="snapshot" if is_copy else field.policy,
        fields=tuple(map(_as_it_was, field.fields)),
        items=_elements_as_they_were(field.items),
        **more,
    )


def _elements_as_they_were(element: Element | None) -> Element | None:
    if element is None:
        return None
    inner = _elements_as_they_were(element.items)
    return msgspec.structs.replace(element, fields=tuple(map(_as_it_was, element.fields)), items=inner)


def _free(wish: str, draft: PlanDraft) -> str:
    name, number = wish, 2
    while name in draft.shelves:
        name, number = f"{wish}_{number}", number + 1
    return name


PATTERN = Pattern(
    slug="history",
    kinds=("DOC_VERSION", "SCD2"),
    title="History",
    help=(
        "Keeps past versions of a document: as revisions in a separate collection, or as dated versions "
        "you can query as of any moment."
    ),
    why="past versions are rarely read, and shouldn't make the current one larger or slower to read",
    apply=apply,
    caveats=(
        "every change is two writes, in this order: save the previous version, then update the document",
        "revisions suit small numbers of documents that change rarely; decide yourself when to purge them",
        "dated versions that nothing references share a natural key: a change closes one version and opens the next; otherwise, the current version keeps its _id",
        "if versions are in the same collection, queries for the current one need valid_to: null",
    ),
    sources=("DOC:document-versioning", "DOC:slowly-changing-dimensions", "BWP"),
)
