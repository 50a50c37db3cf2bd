"""A small design file to begin with: two entities, how they belong together, and one thing that is read."""

from __future__ import annotations

import json

from designs.compiler import read, write


def first_file(name: str, database: str) -> str:
    """The canonical file of a design of this name that has a little of everything."""
    student = {"name": "name", "type": "string", "required": True}
    link = {
        "name": "emails",
        "kind": "one-to-many",
        "from": {"entity": "Student", "field": "emails", "has": {"min": 0, "max": 5}},
        "to": {"entity": "Email", "field": "student", "has": {"min": 1, "max": 1}},
    }
    page = {
        "name": "student page",
        "kind": "read",
        "entity": "Student",
        "per_day": 1000,
        "includes": ["emails"],
    }
    design = {
        "format": "nestlink/1",
        "name": name,
        "database": database,
        "entities": [
            {"name": "Student", "count": 20000, "fields": [student]},
            {"name": "Email", "fields": [{"name": "address", "type": "string"}]},
        ],
        "relationships": [link],
        "operations": [page],
    }
    model = read(json.dumps(design)).value
    return "" if model is None else write(model)
