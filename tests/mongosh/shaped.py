"""A design in which everything has versions, wherever it stands: in objects, in arrays, in arrays in arrays, in pages,
windows, slices and overflow, of several kinds, of one shape in two holders, and where history is kept."""

from __future__ import annotations

from typing import Any

from tests.mongosh.odd import end, entity, field, link

Json = dict[str, Any]


def shapes(name: str = "phone") -> list[Json]:
    """A field of the first shape, and the array that takes its place."""
    return [
        field(name, required=True, until_version=1),
        field(f"{name}s", "array", items={"type": "string"}, required=True, since_version=2),
    ]


def _held(name: str, parent: str, child: str, strategy: str, most: int | None, **more: Any) -> Json:
    kind = "one-to-one" if most == 1 else "one-to-many"
    ends = end(parent, most, **more), end(child, 1)
    return link(name, kind, *ends, strategy=strategy, exclusive_owner=True)


ENTITIES = [
    entity("Firm", field("title", required=True), *shapes(), schema_version=2, history="revisions"),
    entity("Seal", field("colour"), *shapes(), kind="weak"),
    entity("Office", field("city", required=True), *shapes("line"), kind="weak"),
    entity("Desk", field("number", "int", required=True, unique=True), *shapes("note"), kind="weak"),
    entity("Remark", field("text"), *shapes("tag"), kind="weak"),
    entity("Visit", field("seen", "date", required=True), *shapes("guest"), kind="event"),
    entity("Post", field("title"), *shapes("word")),
    entity("Deed", field("title"), *shapes("page"), kind="weak"),
    entity("Contact", field("label", required=True, unique=True), schema_version=1),
    entity("Mail", field("box"), kind="weak"),
    entity("Call", *shapes("call"), kind="weak"),
    entity("Person", field("name", required=True), field("seen", "date"), retention={"policy": "ttl", "field": "seen", "seconds": 60}),
]  # fmt: skip
LINKS = [
    _held("seal", "Firm", "Seal", "EMBED_ONE", 1),
    _held("offices", "Firm", "Office", "EMBED_ARRAY", 5),
    _held("desks", "Office", "Desk", "EMBED_ARRAY", 9),
    _held("deeds", "Firm", "Deed", "OUTLIER", None),
    _held("remarks", "Firm", "Remark", "BUCKET", None),
    _held("visits", "Firm", "Visit", "BUCKET_TIME", None),
    _held("posts", "Firm", "Post", "SUBSET", None),
    _held("contacts", "Person", "Contact", "EMBED_ARRAY", 5),
    link("mails", "is-a", {"entity": "Contact"}, {"entity": "Mail"}, strategy="POLY_SINGLE"),
    link("calls", "is-a", {"entity": "Contact"}, {"entity": "Call"}, strategy="POLY_SINGLE"),
]


def shaped() -> Json:
    """The design."""
    return {
        "format": "nestlink/1", "name": "Shaped", "database": "shaped",
        "entities": ENTITIES, "relationships": LINKS, "operations": [],
    }  # fmt: skip
