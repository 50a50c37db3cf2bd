"""Which properties a text may give a field or an element, read off the types that hold them."""

from __future__ import annotations

from ..model.conceptual import Field, Item
from ..model.field_types import FIELD_TYPES

FIELD_PROPERTIES = tuple(name for name in Field.__struct_fields__ if name not in ("name", "type", "types"))
ITEM_PROPERTIES = tuple(name for name in Item.__struct_fields__ if name != "type")
# Properties that are true when only named.
FLAGS = frozenset(("immutable", "required", "nullable", "unique", "sensitive", "money"))
# What people also write.
SHORT = {"min": "minimum", "max": "maximum"}
SIGNS = {"!": "required", "?": "nullable"}
SPELLINGS = {
    spelling.lower(): row.name for row in FIELD_TYPES for spelling in (*row.spellings, row.name)
}  # a type's own name wins over another's spelling: it is looked for first
TYPE_NAMES = tuple(row.name for row in FIELD_TYPES)

# Types that need no colon before them: words that are hardly ever the second half of a name.
PLAIN_TYPES = frozenset((
    "int", "integer", "long", "double", "float", "decimal", "string", "bool", "boolean", "date", "datetime",
    "objectid", "uuid",
))  # fmt: skip
