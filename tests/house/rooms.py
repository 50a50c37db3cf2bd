"""Who may import whom. CONTRIBUTING.md carries this table; a test keeps the two the same."""

from __future__ import annotations

from typing import NamedTuple


class Room(NamedTuple):
    """members: modules below designs/, in order; `x.*` stands for each module of a folder.
    may: names of rooms or modules. inside: what a member may import of its own room: the members
    `before` it, its `base`, anything (`free`) or `nothing`."""

    name: str
    members: tuple[str, ...]
    may: tuple[str, ...]
    inside: str


def _compiler(*names: str) -> tuple[str, ...]:
    return tuple(f"compiler.{name}" for name in names)


_DATA = _compiler(
    "remembering", "numerals", "inflection", "guesses", "findings", "field_types", "constants", "values", "formulas", "conceptual", "nested_fields", "decisions", "sources", "gate_list", "growing", "physical", "compilation", "results"
)  # fmt: skip
_MEASURES = _compiler(
    "naming", "sizes", "traffic", "kinds", "histories", "grids", "cases", "measures", "trees", "lifetimes", "gates", "series", "choices", "sessions", "holding", "copying", "id_arrays",
    "spots", "homes",
    "routes", "paths", "upkeep", "declared_groups", "attributes", "surveying", "placed", "stored_ends", "placing", "inherited", "averages", "narrowing", "shapes", "retaining", "layers", "drafting", "attribute_arrays",
    "weighing", "cost", "cost_columns",
    "pricing", "demands", "whole_cost", "questions", "indexes", "validators", "statements", "crowds", "forecast",
)  # fmt: skip
_READING = _compiler("reading", "writing", "field_grammar", "edits")
_SHOWN = _compiler("edits", "field_grammar")  # rooms that are public as a whole
_DECIDING = _compiler(
    "deciding",
    "element_ids",
    "document_sums",
    "clashes",
    "composing",
    "pipeline",
    "noting",
    "tracing",
    "scales",
    "outward",
    "watching",
    "hearing",
    "search",
    "rates",
    "advice",
    "whole_search",
    "variants",
)

ROOMS = (
    Room("data", _DATA, (), "before"),
    Room("measures", _MEASURES, ("data",), "before"),
    Room("reading", _READING, ("data", "compiler.naming", "compiler.routes", "compiler.paths"), "before"),
    Room("guidelines", _compiler("guidelines.*"), ("data", "measures"), "base"),
    Room("patterns", _compiler("patterns.*"), ("data", "measures"), "base"),
    Room("lints", _compiler("lints.*"), ("data", "measures", "sampling"), "base"),
    Room("emit", _compiler("emit.*"), ("data",), "free"),
    Room("exporters", _compiler("exporters.*"), ("data", "emit", "sampling"), "base"),
    Room("importers", _compiler("importers.*"), ("data", "compiler.field_grammar"), "base"),
    Room("sampling", _compiler("sampling"), ("data", "measures"), "free"),
    Room("storage", _compiler("storage"), ("data", "measures"), "free"),
    Room("evolution", _compiler("evolution"), ("data", "measures", "emit", "compiler.pipeline"), "free"),
    Room("deciding", _DECIDING, ("data", "measures", "guidelines", "patterns", "lints"), "before"),
    Room("door", ("compiler",), ("every room of the compiler",), "free"),
    Room("models", ("models", "migrations.*"), ("compiler.conceptual", "compiler.field_types"), "nothing"),
    Room("kept", ("kept",), ("door",), "nothing"),
    Room("store", ("store",), ("models", "kept", "door", "compiler.edits"), "free"),
    Room("access", ("access", "past"), ("models", "store"), "before"),
    Room("limits", ("limits",), (), "nothing"),
    Room("delivery", ("delivery.*",), ("kept", "door", "compiler.edits", "limits"), "free"),
    Room("tags", ("templatetags.*",), ("delivery", "door"), "nothing"),
    Room("outcomes", ("outcomes",), ("access", "store", "delivery", "door"), "nothing"),
    Room("http", ("http",), ("limits",), "nothing"),
    Room("forms", ("forms",), ("access", "store", "http", "delivery", "door"), "nothing"),
    Room("conflicts", ("conflicts",), ("access", "store", "forms", "delivery", "door"), "nothing"),
    Room(
        "views",
        ("views.*",),
        ("access", "store", "forms", "conflicts", "outcomes", "http", "limits", "delivery", "door"),
        "nothing",
    ),
    Room("api", ("api",), ("access", "store", "forms", "http", "delivery", "door"), "nothing"),
    Room(
        "commands",
        ("management.*",),
        ("access", "store", "forms", "outcomes", "http", "delivery", "limits", "door"),
        "nothing",
    ),
    Room(
        "admin",
        ("admin",),
        ("models", "access", "store", "http", "forms", "outcomes", "delivery", "door", *_SHOWN),
        "free",
    ),
    Room("urls", ("urls", "apps"), ("views", "api", "admin"), "nothing"),
)

_INSIDE = {
    "before": "those before them in the list",
    "base": "their `base`; never another member",
    "free": "one another",
    "nothing": "nothing of their own room",
}


def as_markdown(rooms: tuple[Room, ...] = ROOMS) -> str:
    """The table as CONTRIBUTING.md shows it."""
    lines = ["| room | modules of `designs/` | may import | among themselves |", "|---|---|---|---|"]
    for room in rooms:
        members = ", ".join(f"`{name.replace('.', '/')}`" for name in room.members)
        may = (
            ", ".join(f"`{name.replace('.', '/')}`" if "." in name else name for name in room.may)
            or "nothing"
        )
        lines.append(f"| {room.name} | {members} | {may} | {_INSIDE[room.inside]} |")
    return "\n".join(lines)
