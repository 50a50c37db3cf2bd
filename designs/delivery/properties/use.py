"""The properties of relationships and operations: how much there is of each, and what is done with it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

Table = tuple[tuple[Any, tuple[tuple[Any, ...], ...]], ...]

_PAIR = {"when": {"path": ["kind"], "is": ("one-to-one", "one-to-many", "many-to-many", "graph")}}
_TREE = {"when": {"path": ["kind"], "is": ("tree",)}}
_IS_A = {"when": {"path": ["kind"], "is": ("is-a",)}}
_LINKED = {"when": {"path": ["kind"], "is": ("many-to-many", "graph")}}
_PAGED = {"when": {"path": ["pagination"], "is": ("sequential", "arbitrary")}}


def _numbers(side: str) -> tuple[tuple[Any, ...], ...]:
    return tuple((f"{side}.has.{name}", label, more) for name, label, more in (
        ("min", _("Fewest"), {}), ("average", _("On average"), {}), ("p95", _("95 of 100 have at most"), {}),
        ("max", _("Most"), {"hint": _("* where no number holds")}), ("growth", _("Growth"), {}),
        ("adds_per_day", _("New a day for each"), {}),
        ("share_over", _("Share above the limit of embedding, 0 to 1"), {}),
    ))  # fmt: skip


RELATIONSHIP: Table = (
    ("", (
        ("kind", _("Kind")),
        ("strategy", _("Strategy")),
        ("description", _("Description")),
    )),
    (_("Numbers of one {from}"), _numbers("from")),
    (_("Numbers of one {to}"), _numbers("to")),
    (_("Ends"), (
        ("from.entity", _("From")),
        ("from.field", _("What {from} calls them")),
        ("to.entity", _("To")),
        ("to.field", _("What {to} calls them")),
    )),
    (_("Read together"), (
        ("accessed_together", _("Share of reads that need both, 0 to 1"), {"derived": True}),
        ("independent_access", _("Share of work on {to} alone, 0 to 1"), {"derived": True}),
        ("together_needs", _("What is needed of them"), _PAIR),
        ("navigation.from_to_per_day", _("Reads from {from} to {to}"), {"derived": True}),
        ("navigation.to_from_per_day", _("Reads from {to} to {from}"), {"derived": True}),
        ("recent.count", _("The recent ones: how many")),
        ("recent.sort", _("… by which field"), {"suggest": "to"}),
        ("recent.direction", _("… newest first (-1) or oldest (1)")),
        ("recent.fields", _("… with which fields"), {"suggest": "to"}),
    )),
    (_("Owning and changing"), (
        ("exclusive_owner", _("Belongs to one owner alone")),
        ("same_lifecycle", _("Made and removed together")),
        ("atomic", _("Both sides change together")),
        ("reassigned_per_day", _("Moved to another owner, times a day")),
        ("child_updates_per_day", _("Changes of {to} a day")),
    )),
    (_("Pages and windows"), (
        ("pagination", _("Read in pages")),
        ("page_size", _("Of a page"), _PAGED),
        ("time_window", _("A document for each")),
    )),
    (_("Copies of fields"), (
        ("copies", _("Copies"), {"columns": (
            ("field", _("Field"), {"suggest": "ends"}), ("of", _("Of the end")), ("as", _("Called there")),
            ("policy", _("Kept true")), ("reads_per_day", _("Reads a day")), ("updates_per_day", _("Changes a day")),
        )}),
    )),
    (_("The link itself"), (
        ("link_fields", _("Fields of the link"), _LINKED),
        ("link_owner", _("Link belongs to"), _LINKED),
        ("link_accessed_alone", _("Read without its owner"), _LINKED),
    )),
    (_("Tree"), (
        ("tree.reads", _("Read"), _TREE),
        ("tree.depth", _("Levels"), _TREE),
        ("tree.static", _("Hardly changes"), _TREE),
        ("tree.ordered", _("Children have an order"), _TREE),
    )),
    (_("Is a"), (
        ("discriminator.field", _("Field that tells the kinds apart"), _IS_A | {"main": True}),
        ("discriminator.value", _("Its value for {to}"), _IS_A),
    )),
)  # fmt: skip
OPERATION: Table = (
    ("", (
        ("kind", _("What")),
        ("entity", _("Entity")),
        ("per_day", _("How often a day"), {"hint": _("2000, 1e6; or 20/s, 500/h, 1/week")}),
        ("filter", _("By which filter"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("match", _("Matches")), ("value", _("Value")),
            ("values", _("How many values")), ("at_least", _("At least")), ("at_most", _("At most")),
        )}),
        ("sort", _("Sorted by"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("direction", _("1 up, -1 down")),
        )}),
        ("includes", _("With"), {"suggest": "includes", "hint": _("Relationships whose other side it needs too.")}),
        ("limit", _("At most so many")),
    )),
    (_("What is returned and written"), (
        ("projection", _("Only these fields"), {"suggest": "paths"}),
        ("changes", _("Fields that it writes"), {"suggest": "paths"}),
        ("effects", _("What becomes of each"), {"columns": (
            ("field", _("Field"), {"suggest": "paths"}), ("do", _("Does")), ("by", _("By")), ("value", _("Value")),
        )}),
        ("returns", _("Returns")),
    )),
    (_("Demands"), (
        ("priority", _("Priority, 1 to 5")),
        ("latency_ms", _("Milliseconds at most")),
        ("case_insensitive", _("Ignores case")),
        ("always_filter", _("Always only documents where"), {"suggest": "paths"}),
    )),
)  # fmt: skip
