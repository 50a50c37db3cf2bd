"""Every legal change to a design as a value: applied, taken back, and found between two designs.

Edits speak ids. Undo, merging and replacing a whole text all rest on `difference`, which says in
plain edits how one design becomes another.
"""

from msgspec import UNSET as ABSENT

from .applying import apply, inverse
from .difference import both_ways, difference, same
from .identity import identified, without_ids
from .kinds import (
    DESIGN,
    Add,
    Edit,
    EditRefused,
    Order,
    Remove,
    Rename,
    Set,
    Several,
    edits_from_json,
    edits_to_json,
)
from .limits import MOST_PARTS, too_many
from .removing import goes_with, held_by
from .replacing import adding, place_of, renaming_difference, replacing, under_names_of
from .tree import all_lists, find, raw_of

__all__ = [
    "ABSENT",
    "DESIGN",
    "MOST_PARTS",
    "Add",
    "Edit",
    "EditRefused",
    "Order",
    "Remove",
    "Rename",
    "Set",
    "Several",
    "adding",
    "all_lists",
    "apply",
    "both_ways",
    "difference",
    "edits_from_json",
    "edits_to_json",
    "find",
    "goes_with",
    "held_by",
    "identified",
    "inverse",
    "place_of",
    "raw_of",
    "renaming_difference",
    "replacing",
    "same",
    "too_many",
    "under_names_of",
    "without_ids",
]
