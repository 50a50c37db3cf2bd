"""A ski resort as somebody placed it: three columns of cards, near one another, with links across all of them."""

from __future__ import annotations

from typing import Any

# The number of fields, and the place.
_ENTITIES = {
    "Skier": (4, -376, -161), "Pass": (4, 24, 475), "PassProduct": (4, -376, 523), "Lift": (4, 24, 223),
    "Scan": (3, -376, 319), "Slope": (4, -376, 91), "Employee": (3, 424, 127), "Instructor": (2, 424, -185),
    "Lesson": (3, 24, -209), "Incident": (3, 24, -5), "Weather": (2, -376, 747),
}  # fmt: skip
# From, to, the most of each end.
_RELATIONSHIPS = (
    ("Skier", "Pass", 12, 1), ("PassProduct", "Pass", None, 1), ("Pass", "Scan", None, 1), ("Lift", "Scan", None, 1),
    ("Lift", "Slope", None, None), ("Skier", "Lesson", None, 8), ("Instructor", "Lesson", None, 1),
    ("Employee", "Lift", None, 1), ("Slope", "Incident", None, 1), ("Skier", "Incident", None, 1),
    ("Employee", "Incident", 40, 1), ("Lift", "Weather", None, 1),
)  # fmt: skip


def ski_resort() -> dict[str, Any]:
    """The design, with the place of each card."""
    links = [
        {
            "name": f"{one} {other}".lower().replace(" ", "_"),
            "kind": "one-to-many" if back == 1 else "many-to-many",
            "from": {"entity": one, "has": {"min": 0, "max": most}},
            "to": {"entity": other, "has": {"min": 1, "max": back}},
        }
        for one, other, most, back in _RELATIONSHIPS
    ]
    kind = {
        "name": "instructors",
        "kind": "is-a",
        "from": {"entity": "Employee"},
        "to": {"entity": "Instructor"},
    }
    return {
        "format": "nestlink/1",
        "name": "Ski resort",
        "database": "ski_resort",
        "entities": [
            {"name": name, "fields": [{"name": f"field_{n}", "type": "string"} for n in range(many)]}
            for name, (many, _, _) in _ENTITIES.items()
        ],
        "relationships": [*links, kind],
        "layout": {name: {"x": x, "y": y} for name, (_, x, y) in _ENTITIES.items()},
    }
