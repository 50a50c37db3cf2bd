"""Fields as people type them: ``price: decimal!``, ``tags: string[]``, ``address { street, city }``.

A line a field; nested ones indented or in braces. The type comes first, then ``!`` (required), ``?``
(nullable), then any property of a field by its name, with a JSON value, and last ``// a description``::

    _id: objectId!
    price: decimal! money minimum=0 example={"$numberDecimal": "9.99"}
    code: string | int unique  // As it stands on the label
    scores: int(minimum=0 maximum=10)[] max_items=5
    address: object!
      street: string
      city: string!

Properties of an array stand behind the brackets, those of its elements in parentheses before them.
What a field states comes back exactly; ids stay out of the text and are found again by name.
"""

from .identity import kept_ids
from .layout import FieldText, read_fields, typed
from .spelling import write_fields

__all__ = ["FieldText", "kept_ids", "read_fields", "typed", "write_fields"]
