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
        ("server_version", _("MongoDB version")),
        ("topology", _("Topology")),
        ("workload_profile", _("Workload"), {"hint": _("Reads or writes count double in costs.")}),
    )),
    (_("Validation"), (
        ("absent", _("Optional fields")),
        ("exact", _("Exact number types"), {"hint": _("Accept only the declared int, long, or decimal.")}),
    )),
    (_("Names"), (
        ("naming.references", _("Reference fields"), {"hint": _("For ends without a field: author_id or author")}),
        ("naming.arrays", _("Reference arrays")),
    )),
    (_("Weights and limits"), (
        ("weights", _("Cost weights"), {"suggest": "weights"}),
        ("constants", _("Limits"), {"suggest": "constants", "hint": _("Override the defaults.")}),
    )),
    (_("Canvas and findings"), (
        ("groups", _("Groups"), {"columns": (
            ("name", _("Name")), ("colour", _("Colour"), {"control": "colour"}),
            ("entities", _("Entities"), {"suggest": "entities"}),
        )}),
        ("notes", _("Notes"), {"columns": (("text", _("Text")),)}),
        ("ignored", _("Ignored findings"), {"columns": (
            ("code", _("Check")), ("subject", _("Subject")), ("reason", _("Reason")),
        )}),
    )),
)  # fmt: skip
_ENTITY: tuple[tuple[Any, tuple[Row, ...]], ...] = (
    ("", (
        ("kind", _("Kind")),
        ("count", _("Documents"), {"hint": _("Current count, such as 20,000 or 1.2M")}),
        ("inserts_per_day", _("Added per day")),
        ("description", _("Description")),
    )),
    (_("Collection and history"), (
        ("collection", _("Collection"), {"hint": _("Leave blank for the plural in snake_case.")}),
        ("history", _("History")),
        ("schema_version", _("Schema version")),
    )),
    (_("Retention"), (
        ("retention.policy", _("Policy"), {"main": True}),
        ("retention.field", _("Date field"), _kept("ttl", "archive", "rolling") | {"suggest": "own"}),
        ("retention.seconds", _("Seconds"), _kept("ttl")),
        ("retention.bytes", _("Maximum bytes"), _kept("capped")),
        ("retention.documents", _("Maximum documents"), _kept("capped")),
        ("retention.after_days", _("Archive after (days)"), _kept("archive")),
        ("retention.period", _("Keep for"), _kept("rolling")),
    )),
    (_("Indexes"), (
        ("indexes", _("Custom indexes"), {"columns": (
            ("keys", _("Keys"), {"suggest": "own", "hint": _("city 1, name -1, about text")}), ("name", _("Name")),
            ("unique", _("Unique")), ("sparse", _("Sparse")), ("expire_after_seconds", _("Expire after (seconds)")),
            ("partial", _("Partial filter"), {"suggest": "own"}), ("collation", _("Collation")),
            ("weights", _("Text weights")),
        )}),
    )),
    (_("Server"), (
        ("validation.level", _("Validation")),
        ("validation.action", _("On validation failure")),
        ("needs", _("Required features"), {"hint": _("Features a time series collection can’t provide.")}),
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
        ("enum", _("Allowed values")),
    )),
    (_("Types and limits"), (
        ("types", _("Additional types")),
        ("absent", _("If absent")),
        ("minimum", _("Minimum")),
        ("maximum", _("Maximum")),
        ("pattern", _("Pattern")),
        ("max_length", _("Max length")),
        ("min_items", _("Min items"), _ARRAY),
        ("max_items", _("Max items"), _ARRAY),
    )),
    (_("Array items"), tuple((f"items.{name}", label, _ELEMENTS) for name, label in (
        ("example", _("Example")), ("enum", _("Allowed values")), ("minimum", _("Minimum")), ("maximum", _("Maximum")),
        ("pattern", _("Pattern")), ("max_length", _("Max length")), ("average_bytes", _("Average bytes")),
    ))),
    (_("Size and usage"), (
        ("average_bytes", _("Average bytes")),
        ("updates_per_day", _("Updates per day"), {"hint": _("Per document.")}),
        ("immutable", _("Immutable")),
        ("money", _("Money")),
    )),
    (_("Computed"), (
        ("computed.formula", _("Formula"), {"main": True, "hint": _("sum(items.price * items.quantity)")}),
        ("computed.sources", _("Source fields"), _FORMULA | {"suggest": "own"}),
        ("computed.refresh", _("Refresh"), _FORMULA),
        ("computed.every_seconds", _("Refresh every (seconds)"), _FORMULA),
    )),
    (_("Versions and patterns"), (
        ("since_version", _("Since version")),
        ("until_version", _("Until version")),
        ("variant_group", _("Attribute group"), {"hint": _("Fields in a group can be stored as name/value pairs.")}),
        ("grid", _("Preallocated grid"), {"hint": _("Rows, columns: 12, 30")}),
    )),
)  # fmt: skip
_TABLES = {
    "design": _DESIGN,
    "entity": _ENTITY,
    "field": _FIELD,
    "relationship": RELATIONSHIP,
    "operation": OPERATION,
}
