"""The properties of relationships and operations: how much there is of each, and what is done with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

Table = tuple[tuple[Any, tuple[tuple[Any, ...], ...]], ...]

_PAIR = {"when": {"path": ["kind"], "is": ("one-to-one", "one-to-many", "many-to-many", "graph")}}
_COUNTED = {"when": {"path": ["kind"], "is": (*_PAIR["when"]["is"], "tree"), "only": True}}
"""Of what has nothing to say of kinds (is-a), whatever it states."""
_TREE = {"when": {"path": ["kind"], "is": ("tree",)}}
_IS_A = {"when": {"path": ["kind"], "is": ("is-a",)}}
_LINKED = {"when": {"path": ["kind"], "is": ("many-to-many", "graph")}}
_ON_A_SIDE = {"when": {"path": ["kind"], "is": ("one-to-one", "many-to-many", "graph")}}
_PAGED = {"when": {"path": ["pagination"], "is": ("sequential", "arbitrary")}}


def _numbers(side: str) -> tuple[tuple[Any, ...], ...]:
    return tuple((f"{side}.has.{name}", label, more | _COUNTED) for name, label, more in (
        ("min", _("Minimum"), {}), ("average", _("Average"), {}), ("p95", _("95th percentile"), {}),
        ("max", _("Maximum"), {"hint": _("* for no limit")}), ("growth", _("Growth"), {}),
        ("adds_per_day", _("Added per day, each"), {}),
        ("share_over", _("Share over embedding limit"), {}),
    ))  # fmt: skip


RELATIONSHIP: Table = (
    ("", (
        ("kind", _("Kind")),
        ("strategy", _("Strategy")),
        ("link_fields", _("Fields of the link"), _LINKED | {"hint": _("One per line: quantity: int!")}),
        ("description", _("Description")),
    )),
    (_("Per {from}"), _numbers("from")),
    (_("Per {to}"), _numbers("to")),
    (_("Ends"), (
        ("from.entity", _("From")),
        ("from.field", _("Field in {from}")),
        ("to.entity", _("To")),
        ("to.field", _("Field in {to}")),
    )),
    (_("Read together"), (
        ("accessed_together", _("Reads that need both"), {"derived": True}),
        ("independent_access", _("Operations on {to} alone"), {"derived": True}),
        ("together_needs", _("Part needed"), _PAIR),
        ("navigation.from_to_per_day", _("{from} → {to} reads per day"), {"derived": True}),
        ("navigation.to_from_per_day", _("{to} → {from} reads per day"), {"derived": True}),
        ("recent.count", _("Recent items: count")),
        ("recent.sort", _("Sort by"), {"suggest": "to"}),
        ("recent.direction", _("Order")),
        ("recent.fields", _("Fields to include"), {"suggest": "to"}),
    )),
    (_("Ownership and updates"), (
        ("exclusive_owner", _("Exclusive owner")),
        ("same_lifecycle", _("Same lifecycle")),
        ("atomic", _("Update atomically")),
        ("reassigned_per_day", _("Moves per day")),
        ("child_updates_per_day", _("{to} updates per day")),
    )),
    (_("Paging and buckets"), (
        ("pagination", _("Paging"), _COUNTED),
        ("page_size", _("Page size"), _PAGED),
        ("time_window", _("Time window"), _COUNTED),
    )),
    (_("Copied fields"), (
        ("copies", _("Copies"), {"columns": (
            ("field", _("Field"), {"suggest": "ends"}), ("of", _("From")), ("as", _("Copied as")),
            ("policy", _("Sync policy")), ("reads_per_day", _("Reads per day")), ("updates_per_day", _("Changes per day")),
        )}),
    )),
    (_("Link"), (
        ("link_owner", _("Link belongs to"), _ON_A_SIDE),
        ("link_accessed_alone", _("Read on its own"), _LINKED),
    )),
    (_("Tree"), (
        ("tree.reads", _("Read"), _TREE),
        ("tree.depth", _("Levels"), _TREE),
        ("tree.static", _("Rarely changes"), _TREE),
        ("tree.ordered", _("Ordered children"), _TREE),
    )),
    (_("Subtype"), (
        ("discriminator.field", _("Discriminator field"), _IS_A | {"main": True}),
        ("discriminator.value", _("Value for {to}"), _IS_A),
    )),
)  # fmt: skip
OPERATION: Table = (
    ("", (
        ("kind", _("Kind")),
        ("entity", _("Entity")),
        ("per_day", _("Per day"), {"hint": _("2000, 1e6; or 20/s, 500/h, 1/week")}),
        ("filter", _("Filter"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("match", _("Matches")), ("value", _("Value")),
            ("values", _("Number of values")), ("at_least", _("At least")), ("at_most", _("At most")),
        )}),
        ("sort", _("Sorted by"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("direction", _("Order")),
        )}),
        ("includes", _("Includes"), {"suggest": "includes", "hint": _("Related data to read with it.")}),
        ("limit", _("Limit")),
    )),
    (_("Results and writes"), (
        ("projection", _("Projection"), {"suggest": "paths"}),
        ("changes", _("Fields written"), {"suggest": "paths"}),
        ("effects", _("Effects"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("do", _("Does")), ("by", _("By")), ("value", _("Value")),
        )}),
        ("returns", _("Returns")),
    )),
    (_("Requirements"), (
        ("priority", _("Priority (1–5)")),
        ("latency_ms", _("Latency target (ms)")),
        ("case_insensitive", _("Case-insensitive")),
        ("always_filter", _("Constant filter"), {"suggest": "paths"}),
    )),
)  # fmt: skip
