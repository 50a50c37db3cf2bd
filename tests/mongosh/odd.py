"""A design with what the library has not: arrays in arrays, a tree, a time series, links with
fields and copies, copies of every policy, a graph, retention of every kind, a sharded collection."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]


def field(name: str, type: str = "string", **more: Any) -> Json:
    """A field of a design file."""
    return {"name": name, "type": type, **more}


def entity(name: str, *fields: Json, **more: Any) -> Json:
    """An entity of a design file."""
    return {"name": name, "fields": list(fields), **more}


def link(name: str, kind: str, one: Json, other: Json, **more: Any) -> Json:
    """A relationship of a design file."""
    return {"name": name, "kind": kind, "from": one, "to": other, **more}


def end(entity: str, most: int | None = None, **more: Any) -> Json:
    """An end of a relationship with its maximum."""
    has = {"min": 0, "max": most} if most is not None else {"min": 0, "max": None, "growth": "unbounded"}
    return {"entity": entity, "has": has, **more}


ENTITIES = [
    entity("Company", field("name", required=True), count=100),
    entity("Office", field("city", required=True), field("floor", "int"), kind="weak"),
    entity("Desk", field("number", "int", required=True), field("colour"), kind="weak"),
    entity("Employee", field("name", required=True), field("title"), field("email", unique=True)),
    entity("Project", field("title", required=True), field("started", "date", required=True)),
    entity("Invoice", field("number", unique=True), field("due", "date"), retention={"policy": "archive", "field": "due", "after_days": 365}),
    entity("Sensor", field("place", required=True)),
    entity("Reading", field("taken", "date", required=True), field("value", "double"), kind="measurement"),
    entity("Topic", field("name", required=True)),
    entity("Visit", field("seen", "date", required=True), retention={"policy": "ttl", "field": "seen", "seconds": 3600}),
    entity("Badge", field("number", "int", required=True)),
    entity("Skill", field("name", required=True), kind="lookup"),
]  # fmt: skip
LINKS = [
    link("offices", "one-to-many", end("Company", 5), end("Office", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
    link("desks", "one-to-many", end("Office", 20), end("Desk", 1), exclusive_owner=True, strategy="EMBED_ARRAY"),
    link("seats", "one-to-many", end("Employee", None), end("Desk", 1, field="employee_id"), strategy="PARENT_REF",
         copies=[{"field": "name", "of": "from", "as": "employee_name", "reads_per_day": 1e6, "updates_per_day": 1}]),
    link("lead", "one-to-many", end("Employee", None), end("Project", 1, field="lead_id"), strategy="PARENT_REF", exclusive_owner=True,
         copies=[{"field": "name", "of": "from", "policy": "strong", "reads_per_day": 1e6, "updates_per_day": 1},
                 {"field": "title", "of": "from", "policy": "batch", "reads_per_day": 1e6, "updates_per_day": 1}]),
    link("work", "many-to-many", end("Employee", None), end("Project", None), strategy="LINK_COLL",
         link_fields=[field("role"), field("since", "date")],
         copies=[{"field": "title", "of": "to", "reads_per_day": 1e6, "updates_per_day": 1}]),
    link("readings", "one-to-many", end("Sensor", None), end("Reading", 1), strategy="TIME_SERIES"),
    link("subtopics", "tree", end("Topic", None, field="children"), end("Topic", 1, field="parent")),
    link("follows", "graph", end("Employee", 50, field="following"), end("Employee", 5000, field="followers"), strategy="ONE_WAY_EMBED", link_owner="from"),
    link("badge", "one-to-one", end("Employee", 1), end("Badge", 1), strategy="LINK_ONE"),
    link("skills", "many-to-many", end("Employee", 10), end("Skill", None)),
    link("invoices", "one-to-many", end("Project", None), end("Invoice", 1), strategy="CHILD_REFS",
         copies=[{"field": "number", "of": "to", "reads_per_day": 1e6, "updates_per_day": 1}]),
]  # fmt: skip
OPERATIONS = [
    {"name": "desks of a colour", "kind": "read", "entity": "Desk", "filter": [{"field": "colour"}]},
    {"name": "paint a desk", "kind": "update", "entity": "Desk", "filter": [{"field": "number"}], "changes": ["colour"]},
    {"name": "by names", "kind": "read", "entity": "Employee", "filter": [{"field": "name", "match": "in", "values": 3}]},
    {"name": "by beginning", "kind": "read", "entity": "Employee", "filter": [{"field": "name", "match": "prefix", "value": "A.c"}]},
    {"name": "lead by name", "kind": "read", "entity": "Project", "filter": [{"field": "lead_id.email"}]},
    {"name": "leave", "kind": "delete", "entity": "Employee", "filter": [{"field": "email"}]},
    {"name": "delete", "kind": "delete", "entity": "Project", "filter": [{"field": "started", "match": "range"}]},
    {"name": "page", "kind": "read", "entity": "Project", "sort": [{"field": "started", "direction": -1}], "limit": 5,
     "projection": ["title"], "includes": ["lead"]},
    {"name": "touch", "kind": "update", "entity": "Visit", "filter": [{"field": "_id"}],
     "effects": [{"field": "seen", "do": "current-date"}], "returns": "before"},
]  # fmt: skip


def odd() -> Json:
    """The whole design."""
    return {
        "format": "nestlink/1", "name": "Odd", "database": "odd", "topology": "sharded",
        "entities": [*ENTITIES[:4], {**ENTITIES[4], "shard_key": [["title", 1], ["_id", 1]], "collation": {"locale": "en", "strength": 2}}, *ENTITIES[5:]],
        "relationships": LINKS, "operations": OPERATIONS,
    }  # fmt: skip
