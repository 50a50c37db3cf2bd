"""A design that states every key of the grammar at least once, for tests that change it."""

from __future__ import annotations

from typing import Any

ITEM = {
    "type": "object", "fields": [{"name": "at", "type": "date"}], "enum": [1], "minimum": 0, "maximum": 5,
    "pattern": "^a", "max_length": 5, "average_bytes": 3.5, "example": {"at": "2024-01-01"},
}  # fmt: skip
FIELDS: list[dict[str, Any]] = [
    {"id": "f1", "name": "_id", "type": "objectId", "required": True},
    {
        "name": "status", "type": "string", "types": ["string", "null"], "immutable": False, "description": "d",
        "required": True, "nullable": True, "absent": "missing", "enum": ["new", "done"], "pattern": "^[a-z]+$", "max_length": 10,
        "unique": False, "example": "new", "average_bytes": 4, "updates_per_day": 0.5, "sensitive": False,
        "money": False, "variant_group": "g", "since_version": 1, "until_version": 2,
    },
    {"name": "total", "type": "decimal", "minimum": 0, "maximum": 1e6, "money": True,
     "computed": {"formula": "sum(lines.price)", "sources": ["lines.price"], "refresh": "periodic", "every_seconds": 60}},
    {"name": "placed_on", "type": "date", "required": True, "example": "2024-01-01"},
    {"name": "lines", "type": "array", "min_items": 1, "max_items": 9, "items": {
        "type": "object", "fields": [{"name": "price", "type": "double", "example": 2.5}]}},
    {"name": "dates", "type": "object", "fields": [{"name": "sent", "type": "date", "nullable": True}]},
    {"name": "seats", "type": "array", "grid": [5, 6], "items": ITEM},
    {"name": "matrix", "type": "array", "items": {"type": "array", "items": {"type": "number"}}},
]  # fmt: skip
END = {
    "entity": "Customer", "field": "orders",
    "has": {"min": 0, "average": 5.5, "p95": 20, "max": None, "growth": "unbounded", "adds_per_day": 0.1, "share_over": 0.01},
}  # fmt: skip
LINK: dict[str, Any] = {
    "id": "r-1", "name": "orders", "description": "who bought", "kind": "one-to-many", "from": END,
    "to": {"entity": "Order", "field": "customer_id", "has": {"min": 1, "max": 1}},
    "exclusive_owner": False, "independent_access": 0.5, "accessed_together": 0.25, "together_needs": "recent",
    "recent": {"count": 5, "sort": "placed_on", "direction": -1, "fields": ["status"]},
    "navigation": {"from_to_per_day": 100, "to_from_per_day": 2.5}, "reassigned_per_day": 0, "atomic": False,
    "pagination": "sequential", "page_size": 50, "child_updates_per_day": 1, "same_lifecycle": True,
    "time_window": "day", "copies": [{
        "field": "name", "of": "from", "as": "customer_name", "reads_per_day": 1, "updates_per_day": 0, "policy": "eventual",
    }], "strategy": "auto",
}  # fmt: skip
LINKS: list[dict[str, Any]] = [
    LINK,
    {"name": "items", "kind": "many-to-many", "from": {"entity": "Order"}, "to": {"entity": "Customer"},
     "link_fields": [{"name": "quantity", "type": "int"}], "link_owner": "from", "link_accessed_alone": False},
    {"name": "kinds", "kind": "is-a", "from": {"entity": "Customer"}, "to": {"entity": "Company"},
     "discriminator": {"field": "kind", "value": "company"}},
    {"name": "branches", "kind": "tree", "from": {"entity": "Company"}, "to": {"entity": "Company"},
     "tree": {"depth": 3, "static": True, "reads": "subtree", "ordered": False}, "strategy": "TREE_PARENT"},
]  # fmt: skip
OPERATIONS: list[dict[str, Any]] = [
    {"id": "o1", "name": "board", "kind": "read", "entity": "Order",
     "filter": [{"field": "status", "match": "in", "values": 2, "value": ["new"]},
                {"field": "placed_on", "match": "range", "at_least": "2024-01-01", "at_most": {"$date": "2024-02-01T00:00:00Z"}}],
     "sort": [{"field": "placed_on", "direction": -1}], "projection": ["status"], "limit": 20, "includes": ["orders"],
     "per_day": 50000, "priority": 1, "latency_ms": 20, "always_filter": {"status": {"$in": ["new"]}},
     "case_insensitive": True},
    {"name": "pay", "kind": "update", "entity": "Order", "changes": ["status"], "returns": "after",
     "effects": [{"field": "total", "do": "increment", "by": 1.5}, {"field": "status", "do": "set", "value": "done"}]},
]  # fmt: skip
ORDER = {
    "id": "e1", "name": "Order", "collection": "orders", "description": "d", "kind": "event", "count": 1000,
    "inserts_per_day": 10.5, "schema_version": 2, "fields": FIELDS,
    "retention": {"policy": "ttl", "field": "placed_on", "seconds": 60, "bytes": 1, "documents": 1, "after_days": 1.5, "period": "day"},
    "history": "none", "validation": {"level": "strict", "action": "warn"}, "needs": ["unique"],
    "indexes": [{"keys": [["status", 1], ["placed_on", -1]], "name": "i", "unique": True, "sparse": False,
                 "expire_after_seconds": 5, "partial": {"status": "new"}, "collation": {"locale": "en"}, "weights": {"a": 1}}],
    "collation": {"locale": "en"}, "shard_key": [["status", 1], ["_id", "hashed"]],
}  # fmt: skip
RICH: dict[str, Any] = {
    "format": "nestlink/1", "name": "Rich", "description": "d", "database": "rich", "server_version": "7.0",
    "topology": "sharded", "workload_profile": "mixed", "absent": "either", "exact": False, "constants": {"embed_max": 100},
    "entities": [
        ORDER,
        {"name": "Customer", "fields": [{"name": "name", "type": "string"}], "shard_key": {"name": "hashed"}},
        {"name": "Company"},
    ],
    "relationships": LINKS, "operations": OPERATIONS, "naming": {"references": "role", "arrays": "x_ids"},
    "weights": {"R": 2}, "tags": ["a"], "notes": [{"id": "n", "text": "t", "x": 1, "y": 2.5}],
    "groups": [{"id": "g", "name": "G", "colour": "#00ff99", "entities": ["Order"]}],
    "ignored": [{"code": "L01", "subject": "Order", "reason": "r"}],
    "layout": {"Order": {"x": 1, "y": 2, "folded": True}},
}  # fmt: skip
