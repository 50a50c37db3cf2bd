"""The properties of each object in their groups: path in the grammar, label, and what else helps.

``hint``: a sentence below. ``suggest``: what names may be typed: ``paths`` from the object's entity,
``includes``, ``own`` fields, ``constants``, ``weights``. ``when``: shown only where another property has one
of these values (``any``: where it is stated at all). ``columns``: of a list of rows. ``main``: the property without which the object that holds it says
nothing, and goes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from .use import OPERATION, RELATIONSHIP

Row = tuple[Any, ...]


@dataclass(frozen=True)
class Group:
    """Properties that stand together. title: "" of those that are always open."""

    title: Any
    rows: tuple[Row, ...]


def table_of(part: str) -> tuple[Group, ...]:
    """The groups of an object of a design."""
    return tuple(Group(title, rows) for title, rows in _TABLES[part])


def _kept(*policies: str) -> dict[str, Any]:
    return {"when": {"path": ["retention", "policy"], "is": policies}}


_ARRAY = {"when": {"path": ["type"], "is": ("array",)}}
_ELEMENTS = {"when": {"path": ["items"], "is": ("any",)}}
_FORMULA = {"when": {"path": ["computed", "formula"], "is": ("any",)}}

_DESIGN: tuple[tuple[Any, tuple[Row, ...]], ...] = (
    ("", (
        ("description", _("Description")),
        ("database", _("Database")),
        ("tags", _("Tags")),
    )),
    (_("Server"), (
        ("server_version", _("Version of MongoDB")),
        ("topology", _("Topology")),
        ("workload_profile", _("Workload"), {"hint": _("Doubles the weight of reads or of writes.")}),
    )),
    (_("What validators take"), (
        ("absent", _("Optional fields"), {"hint": _("missing: left out. either: null too.")}),
        ("exact", _("Exact types of numbers"), {"hint": _("int, long and decimal alone: drivers often send others.")}),
    )),
    (_("Names"), (
        ("naming.references", _("References are called"), {"hint": _("author_id, author, or author._id")}),
        ("naming.arrays", _("Arrays of references are called")),
    )),
    (_("Weights and limits of the rules"), (
        ("weights", _("Weights of costs"), {"suggest": "weights"}),
        ("constants", _("Limits"), {"suggest": "constants", "hint": _("Yours instead of the rulebook’s.")}),
    )),
    (_("Canvas and findings"), (
        ("groups", _("Groups"), {"columns": (
            ("name", _("Name")), ("colour", _("Colour"), {"control": "colour"}),
            ("entities", _("Entities"), {"suggest": "entities"}),
        )}),
        ("notes", _("Notes"), {"columns": (("text", _("Text")),)}),
        ("ignored", _("Ignored findings"), {"columns": (
            ("code", _("Check")), ("subject", _("About")), ("reason", _("Why")),
        )}),
    )),
)  # fmt: skip
_ENTITY: tuple[tuple[Any, tuple[Row, ...]], ...] = (
    ("", (
        ("kind", _("Kind")),
        ("count", _("Documents"), {"hint": _("Today; 20000 or 2e4")}),
        ("inserts_per_day", _("New a day")),
        ("description", _("Description")),
    )),
    (_("Collection and versions"), (
        ("collection", _("Collection"), {"hint": _("Absent: the plural, in snake_case.")}),
        ("history", _("Old versions")),
        ("schema_version", _("Version of the schema")),
    )),
    (_("How long documents are kept"), (
        ("retention.policy", _("Kept"), {"main": True}),
        ("retention.field", _("Counted from"), _kept("ttl", "archive", "rolling") | {"suggest": "own"}),
        ("retention.seconds", _("Seconds"), _kept("ttl")),
        ("retention.bytes", _("Most bytes"), _kept("capped")),
        ("retention.documents", _("Most documents"), _kept("capped")),
        ("retention.after_days", _("Archived after days"), _kept("archive")),
        ("retention.period", _("Kept for a"), _kept("rolling")),
    )),
    (_("Indexes"), (
        ("indexes", _("Indexes of yours"), {"columns": (
            ("keys", _("Keys"), {"suggest": "own", "hint": _("city 1, name -1, about text")}), ("name", _("Name")),
            ("unique", _("Unique")), ("sparse", _("Sparse")), ("expire_after_seconds", _("Expires after seconds")),
            ("partial", _("Only documents where"), {"suggest": "own"}), ("collation", _("Collation")),
            ("weights", _("Weights of text")),
        )}),
    )),
    (_("Server"), (
        ("validation.level", _("Validation")),
        ("validation.action", _("What fails it")),
        ("needs", _("Needs"), {"hint": _("What rules a time series collection out.")}),
        ("shard_key", _("Shard key"), {"suggest": "own", "hint": _("country 1, user_id hashed")}),
        ("collation", _("Collation")),
    )),
)  # fmt: skip
_FIELD: tuple[tuple[Any, tuple[Row, ...]], ...] = (
    ("", (
        ("required", _("Required")),
        ("nullable", _("Nullable")),
        ("unique", _("Unique")),
        ("sensitive", _("Sensitive")),
        ("description", _("Description")),
        ("example", _("Example")),
        ("enum", _("One of")),
    )),
    (_("Further types and limits"), (
        ("types", _("Further types")),
        ("absent", _("Where it is absent"), {"hint": _("missing: left out. either: null too.")}),
        ("minimum", _("Least")),
        ("maximum", _("Most")),
        ("pattern", _("Pattern")),
        ("max_length", _("Longest")),
        ("min_items", _("Fewest elements"), _ARRAY),
        ("max_items", _("Most elements"), _ARRAY),
    )),
    (_("Each element"), tuple((f"items.{name}", label, _ELEMENTS) for name, label in (
        ("example", _("Example")), ("enum", _("One of")), ("minimum", _("Least")), ("maximum", _("Most")),
        ("pattern", _("Pattern")), ("max_length", _("Longest")), ("average_bytes", _("Bytes, on average")),
    ))),
    (_("Size and use"), (
        ("average_bytes", _("Bytes, on average")),
        ("updates_per_day", _("Changes a day"), {"hint": _("Of one document.")}),
        ("immutable", _("Never changes")),
        ("money", _("Money")),
    )),
    (_("Computed"), (
        ("computed.formula", _("Formula"), {"main": True, "hint": _("sum(items.price * items.quantity)")}),
        ("computed.sources", _("Computed from"), _FORMULA | {"suggest": "own"}),
        ("computed.refresh", _("Refreshed"), _FORMULA),
        ("computed.every_seconds", _("Every so many seconds"), _FORMULA),
    )),
    (_("Versions and patterns"), (
        ("since_version", _("Since version")),
        ("until_version", _("Until version")),
        ("variant_group", _("Group of attributes"), {"hint": _("Fields of one group may become name and value.")}),
        ("grid", _("Grid, filled in advance"), {"hint": _("Rows and columns: 12, 30")}),
    )),
)  # fmt: skip
_TABLES = {
    "design": _DESIGN,
    "entity": _ENTITY,
    "field": _FIELD,
    "relationship": RELATIONSHIP,
    "operation": OPERATION,
}
